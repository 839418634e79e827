// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: the catalogue is complete, its names find what people mean, and its page is current. Method: laws over all
// entries, patterns worked out by hand, and the page as a golden file.
#include "properties/catalogue.hpp"

#include <set>

#include <gtest/gtest.h>

#include "model/domain/concrete.hpp"
#include "model/input_error.hpp"
#include "properties/page.hpp"
#include "tests/support/golden.hpp"

namespace schedmc {
namespace {

std::vector<std::string> ids(const std::string& pattern) {
    std::vector<std::string> found;
    for (const PropertyInfo* info : match_properties(pattern, "--property")) {
        found.emplace_back(info->id);
    }
    return found;
}

TEST(Catalogue, EveryEntrySaysWhatAPageNeedsAndCanBeJudged) {
    std::set<std::string_view> seen;
    for (const PropertyInfo& info : property_infos()) {
        SCOPED_TRACE(info.id);
        EXPECT_TRUE(seen.insert(info.id).second);
        EXPECT_FALSE(info.statement.empty());
        EXPECT_FALSE(info.why.empty());
        EXPECT_FALSE(info.source.empty());
        EXPECT_FALSE(info.expected.empty());
        const Property<Word> property = property_over<Word>(info);
        EXPECT_EQ(property.info, &info);
        EXPECT_EQ(property.measure != nullptr, info.kind == Kind::bounded);
        EXPECT_EQ(property.of_rest != nullptr, info.kind == Kind::within);
        EXPECT_EQ(property.of_state != nullptr, info.scope == Scope::state && info.kind != Kind::within);
        EXPECT_EQ(property.of_step != nullptr, info.scope == Scope::step || info.scope == Scope::pass);
        EXPECT_EQ(property.of_pair != nullptr, info.kind == Kind::same);
        EXPECT_EQ(
            property.of_decision != nullptr || property.of_fork != nullptr || property.of_pair != nullptr,
            info.scope == Scope::decision && info.kind != Kind::bounded);
        const bool explains = property.however_decision != nullptr || property.however_state != nullptr ||
                              property.however_step != nullptr || property.however_fork != nullptr ||
                              property.however_pair != nullptr || property.however_rest != nullptr;
        EXPECT_EQ(explains, info.kind != Kind::sometimes);
    }
}

TEST(Catalogue, EveryAlwaysPropertyHasASibling) {
    std::set<std::string_view> seen;
    for (const PropertyInfo& info : property_infos()) {
        seen.insert(info.id);
    }
    for (const PropertyInfo& info : property_infos()) {
        if (info.kind == Kind::always) {
            EXPECT_TRUE(seen.contains("reach:" + std::string(info.id))) << info.id;
        }
    }
}

TEST(Catalogue, APatternIsAnIdAFamilyOrAGlob) {
    EXPECT_EQ(ids("wakeup.answer-allowed.rest"), std::vector<std::string>{"wakeup.answer-allowed.rest"});
    EXPECT_EQ(ids("hint"),
              (std::vector<std::string>{"hint.no-false-negative", "hint.cleared-where-scanned"}));
    EXPECT_EQ(ids("wakeup.scan-cost").size(), 2U) << "an id that is a family too names both";
    EXPECT_EQ(ids("*.no-false-*"), std::vector<std::string>{"hint.no-false-negative"});
    EXPECT_EQ(ids("hint.n?-false-negative"), std::vector<std::string>{"hint.no-false-negative"});
    EXPECT_EQ(ids("reach:hint.*").size(), 2U);
    EXPECT_EQ(ids("reach.*").size(), 18U);
}

TEST(Catalogue, AnUnknownPatternNamesTheNearest) {
    try {
        match_properties("wakeup.cpu-useable", "--property");
        FAIL();
    } catch (const InputError& error) {
        EXPECT_STREQ(error.what(),
                     "--property: unknown property 'wakeup.cpu-useable'; did you mean wakeup.cpu-usable?");
    }
    EXPECT_THROW(match_properties("wakeup.no", "--property"), InputError) << "a family ends before a dot";
    EXPECT_THROW(match_properties(std::string(1000, '*') + "x", "--property"), InputError);
}

TEST(Catalogue, ThePageIsCurrent) { expect_golden(properties_page(), "../docs/properties.md"); }

}  // namespace
}  // namespace schedmc
