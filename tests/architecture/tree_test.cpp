// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: the tree keeps the house rules of CONTRIBUTING.md, and who breaks one reads which file, line and rule
// it is.
// Method: every rule over every file that git would track; the tests beside this one show that the rules
// bite.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/architecture/fidelity_rules.hpp"
#include "tests/architecture/include_rules.hpp"
#include "tests/architecture/size_rules.hpp"
#include "tests/architecture/source_text.hpp"
#include "tests/architecture/word_rules.hpp"

namespace architecture {
namespace {

const std::vector<SourceFile>& tree() {
    static const std::vector<SourceFile> files = read_tree(SCHEDMC_SOURCE_DIR);
    return files;
}

void report(const Complaints& complaints) {
    std::string all;
    for (const std::string& complaint : complaints) {
        all += "\n" + complaint;
    }
    EXPECT_TRUE(complaints.empty()) << all;
}

void report_each(Complaints (*rule)(const SourceFile&)) {
    Complaints all;
    for (const SourceFile& file : tree()) {
        const Complaints complaints = rule(file);
        all.insert(all.end(), complaints.begin(), complaints.end());
    }
    report(all);
}

TEST(Tree, IsReadWithThisFileInIt) {
    bool found = false;
    for (const SourceFile& file : tree()) {
        found = found || file.path == "tests/architecture/tree_test.cpp";
        EXPECT_FALSE(file.path.starts_with("build/") || file.path.starts_with(".git/")) << file.path;
    }
    EXPECT_TRUE(found);
}

TEST(Tree, IncludesFollowTheArrows) { report_each(broken_arrows); }

TEST(Tree, LibrariesKeepTheirPlace) { report_each(misplaced_libraries); }

TEST(Tree, IncludesAreWrittenFromTheRoot) { report(unresolved_includes(tree())); }

TEST(Tree, HasNoDeadFiles) { report(dead_files(tree())); }

TEST(Tree, SaysOfEveryPolicyFunctionHowFaithfulItIs) {
    const auto fidelity = std::find_if(tree().begin(), tree().end(),
                                       [](const SourceFile& file) { return file.path == "docs/fidelity.md"; });
    ASSERT_NE(fidelity, tree().end());
    Complaints all;
    for (const SourceFile& file : tree()) {
        if (file.path.starts_with("model/policy/") && is_header(file.path)) {
            const Complaints complaints = functions_without_fidelity(file, *fidelity);
            all.insert(all.end(), complaints.begin(), complaints.end());
        }
    }
    report(all);
}

TEST(Tree, FilesKeepToASubject) { report_each(long_files); }

TEST(Tree, FunctionsKeepToAScreen) { report_each(long_functions); }

TEST(Tree, LinesKeepTheirWidth) { report_each(wide_lines); }

TEST(Tree, DoesWithoutBannedNames) { report_each(banned_names); }

TEST(Tree, CarriesItsLicence) { report_each(missing_licence); }

TEST(Tree, StandsOnItsOwn) { report_each(banned_words); }

}  // namespace
}  // namespace architecture
