// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: the rules read code and not what looks like code in comments and literals.
// Method: small texts in which each kind of comment and literal holds what a rule would stumble over.
#include "tests/architecture/source_text.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace architecture {
namespace {

TEST(ReadTree, PassesOverWhatGitWouldNotTrack) {
    const std::filesystem::path root = std::filesystem::path(testing::TempDir()) / "read_tree_test";
    std::filesystem::remove_all(root);
    for (const char* path : {"b/a.cpp", "a.cpp", ".ci/run", "a.cpp.orig", "a~", ".git/config", "build/a.cpp",
                             ".x/a", "c/.git"}) {
        std::filesystem::create_directories((root / path).parent_path());
        std::ofstream(root / path) << path;
    }
    std::ofstream(root / "recording.gz") << '\0';
    std::vector<std::string> paths;
    for (const SourceFile& file : read_tree(root)) {
        EXPECT_EQ(file.path, file.text);
        paths.push_back(file.path);
    }
    EXPECT_EQ(paths, (std::vector<std::string>{".ci/run", "a.cpp", "b/a.cpp"}));
    std::filesystem::remove_all(root);
}

TEST(CodeOf, BlanksCommentsAndLiteralsAndKeepsTheLines) {
    EXPECT_EQ(code_of("a; // {\nb;"), "a;     \nb;");
    EXPECT_EQ(code_of("a /* {\n{ */ b"), "a     \n     b");
    EXPECT_EQ(code_of("f(\"{\\\"{\", '{', '\\'')"), "f(      ,    ,     )");
    EXPECT_EQ(code_of("R\"x({\")\" {)x\" b"), "              b");
}

TEST(CodeOf, TellsADigitSeparatorFromACharacter) { EXPECT_EQ(code_of("1'000'000 + '{'"), "1'000'000 +    "); }

TEST(CodeOf, EndsWithTheTextWhenALiteralIsNotClosed) {
    EXPECT_EQ(code_of("\"abc"), "    ");
    EXPECT_EQ(code_of("\"abc\\"), "     ");
    EXPECT_EQ(code_of("R\"("), "   ");
    EXPECT_EQ(code_of("/* x"), "    ");
    EXPECT_EQ(code_of("#include <x"), "#include <x");
}

TEST(IncludesOf, NamesWhatIsIncludedAndWhere) {
    const auto includes =
        includes_of({"a.cpp", "#include <map>\n\n#  include \"model/x.hpp\"  // why\n#define x\n"});
    ASSERT_EQ(includes.size(), 2U);
    EXPECT_EQ(includes[0].path, "map");
    EXPECT_FALSE(includes[0].quoted);
    EXPECT_EQ(includes[1].path, "model/x.hpp");
    EXPECT_TRUE(includes[1].quoted);
    EXPECT_EQ(includes[1].line, 3U);
}

TEST(IncludesOf, PassesOverCommentsAndLiterals) {
    EXPECT_TRUE(includes_of({"a.cpp", "// #include <map>\nauto t = R\"(\n#include <set>\n)\";\n"}).empty());
}

TEST(FindName, FindsWholeIdentifiers) {
    EXPECT_EQ(find_name("operand rand brand", "rand"), 8U);
    EXPECT_EQ(find_name("rand", "rand"), 0U);
    EXPECT_EQ(find_name("rand rand", "rand", 1), 5U);
    EXPECT_EQ(find_name("srand rand_", "rand"), std::string_view::npos);
}

TEST(LinesOf, CountsAsAnEditorDoes) {
    EXPECT_EQ(lines_of("").size(), 0U);
    EXPECT_EQ(lines_of("a\n\nb").size(), 3U);
    EXPECT_EQ(lines_of("a\n\nb\n").size(), 3U);
}

}  // namespace
}  // namespace architecture
