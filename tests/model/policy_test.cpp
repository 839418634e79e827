// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: what users type for a policy means what they think, or is refused with the nearest thing they may have
// meant. Method: examples of every refusal; laws over texts made of the vocabulary and of anything else.
#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include <set>

#include "model/input_error.hpp"
#include "model/policy/policy.hpp"

namespace {

using namespace schedmc;

std::string refusal(const std::string& text) {
    try {
        parse_policy(text, "--policy");
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

TEST(Policy, RevisionsAreReadWithTheirRules) {
    for (const Revision& revision : revisions()) {
        const Policy policy = parse_policy(std::string(revision.name), "--policy");
        EXPECT_EQ(policy.name, revision.name);
        EXPECT_EQ(policy.revision, revision.name);
        EXPECT_EQ(policy.defect, Defect::none);
        EXPECT_EQ(policy.rules.sis_util, revision.rules.sis_util);
    }
    EXPECT_FALSE(parse_policy("v5.19", "").rules.sis_util);
    EXPECT_TRUE(parse_policy("v6.1", "").rules.recent_test_reads_prev);
    EXPECT_FALSE(parse_policy("v6.12", "").rules.recent_test_reads_prev);
}

TEST(Policy, FeaturesSwitchOneRule) {
    const Policy off = parse_policy("v6.1-sis-util", "--policy");
    EXPECT_EQ(off.name, "v6.1-sis-util");
    EXPECT_EQ(off.revision, "v6.1");
    EXPECT_FALSE(off.rules.sis_util);
    EXPECT_FALSE(off.rules.sis_prop);
    const Policy both = parse_policy("v6.1+sis-prop-sis-util", "--policy");
    EXPECT_TRUE(both.rules.sis_prop);
    EXPECT_FALSE(both.rules.sis_util);
    const Policy patched =
        parse_policy("v6.12+sis-ignore-util-if-idle-core+sched-idle-wakee-seeks-idle", "--policy");
    EXPECT_TRUE(patched.rules.sis_ignore_util_if_idle_core);
    EXPECT_TRUE(patched.rules.sched_idle_wakee_seeks_idle);
    EXPECT_TRUE(patched.rules.cluster_aware);
}

TEST(Policy, UnknownWordsNameTheNearest) {
    EXPECT_EQ(refusal("v5.18"), "--policy: unknown policy 'v5.18'; did you mean v5.19?");
    EXPECT_EQ(refusal("6.1"), "--policy: unknown policy '6.1'; did you mean v6.1?");
    EXPECT_EQ(refusal("v6.13+sis-prop"), "--policy: unknown policy 'v6.13'; did you mean v6.1?");
    std::string known = "--policy: unknown policy 'fedora'; known:";
    for (const Revision& revision : revisions()) {
        known += (known.back() == ':' ? " " : ", ") + std::string(revision.name);
    }
    EXPECT_EQ(refusal("fedora"), known);
    EXPECT_EQ(refusal("v6.1-sis-utl"), "--policy: unknown feature 'sis-utl'; did you mean sis-util?");
    EXPECT_EQ(refusal("v6.1+sis-ignore-util-if-idle-cpu"),
              "--policy: unknown feature 'sis-ignore-util-if-idle-cpu'; did you mean "
              "sis-ignore-util-if-idle-core?");
    EXPECT_EQ(refusal("v6.1+numa+sis-prop"),
              "--policy: unknown feature 'numa'; did you mean numa-imbalance-affinity?");
    EXPECT_NE(refusal("v6.1+fancy").find(" more"), std::string::npos);
}

TEST(Policy, ChangesThatChangeNothingAreRefused) {
    EXPECT_EQ(refusal("v6.1+sis-util"), "--policy: sis-util is already on in v6.1+sis-util; leave it out");
    EXPECT_EQ(refusal("v6.1-sis-prop"), "--policy: sis-prop is already off in v6.1-sis-prop; leave it out");
    EXPECT_EQ(refusal("v6.1+sis-prop+sis-prop"),
              "--policy: sis-prop is already on in v6.1+sis-prop+sis-prop; leave it out");
    EXPECT_NE(refusal("v5.19+sis-ignore-util-if-idle-core").find("changes nothing without SIS_UTIL"),
              std::string::npos);
    EXPECT_NE(refusal("v6.1+sis-ignore-util-if-idle-core-sis-util").find("changes nothing without SIS_UTIL"),
              std::string::npos);
    EXPECT_NE(refusal("v6.12+sis-prop").find("v6.12 has no SIS_PROP"), std::string::npos);
}

TEST(Policy, NonsenseIsRefused) {
    for (const char* text :
         {"", "+", "-", "+sis-prop", "v6.1+", "v6.1-", "v6.1++sis-prop", "v6.1+-sis-util", "V6.1", " v6.1",
          "v6.1 ", "v6.1+sis-prop ", "v6.1sis-prop", "v6.12.0", "v6.1,v6.12", "v6.1\n"}) {
        EXPECT_EQ(refusal(text).rfind("--policy: unknown ", 0), 0U) << text << " -> " << refusal(text);
    }
    const std::string long_word(100000, 'v');
    EXPECT_LT(refusal(long_word).size(), 300U);
    EXPECT_LT(refusal("v6.1+" + long_word).size(), 300U);
}

TEST(Policy, ListsAreReadInTheirOrder) {
    const std::vector<Policy> two = parse_policies("v6.12,v5.19-sis-prop", "--policies");
    ASSERT_EQ(two.size(), 2U);
    EXPECT_EQ(two[0].name, "v6.12");
    EXPECT_EQ(two[1].name, "v5.19-sis-prop");
    const std::vector<Policy> all = parse_policies("all", "--policies");
    ASSERT_EQ(all.size(), revisions().size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        EXPECT_EQ(all[i].name, revisions()[i].name);
    }
    for (const char* text : {"", ",", "v6.1,", ",v6.1", "v6.1,,v6.12", "all,v6.1", "v6.1;v6.12"}) {
        EXPECT_THROW(parse_policies(text, "--policies"), InputError) << text;
    }
}

TEST(Policy, DefectsAreReadByName) {
    for (std::size_t i = 0; i < defects().size(); ++i) {
        EXPECT_EQ(static_cast<std::size_t>(defects()[i].defect), i + 1);
        EXPECT_EQ(parse_defect(std::string(defects()[i].name), ""), defects()[i].defect);
        EXPECT_FALSE(defects()[i].does.empty());
    }
    try {
        parse_defect("no-fallbck", "--defect");
        FAIL();
    } catch (const InputError& error) {
        EXPECT_STREQ(error.what(), "--defect: unknown defect 'no-fallbck'; did you mean no-fallback?");
    }
    EXPECT_THROW(parse_defect("none", ""), InputError);
    EXPECT_THROW(parse_defect("", ""), InputError);
}

TEST(Policy, TablesAreInOrder) {
    for (std::size_t i = 1; i < features().size(); ++i) {
        EXPECT_LT(features()[i - 1].name, features()[i].name);
    }
    std::set<std::string_view> names;
    for (const DefectInfo& info : defects()) {
        EXPECT_TRUE(names.insert(info.name).second) << info.name;
    }
    EXPECT_EQ(revisions().front().name, "v5.19");
}

TEST(Policy, ARowSaysWhereItDepartsFromTheKernelThatWasRead) {
    for (const Revision& revision : revisions()) {
        const bool departs = revision.rules.balance_leader == BalanceLeader::idle_core_or_two;
        EXPECT_EQ(revision.except.find("should_we_balance()") != std::string_view::npos, departs)
            << revision.name;
        EXPECT_TRUE(revision_of_kernel(revision.source.substr(revision.source.rfind(' ') + 1)).has_value());
    }
}

bool needs_value(const std::string& name) {
    return std::any_of(features().begin(), features().end(), [&](const FeatureInfo& feature) {
        return feature.name == name && (!feature.values.empty() || feature.greatest != 0);
    });
}

RC_GTEST_PROP(PolicyLaws, TextsOfTheVocabularyAreReadOrRefused, ()) {
    std::vector<std::string> words = {"", "x"};
    for (const FeatureInfo& feature : features()) {
        words.emplace_back(feature.name);
    }
    std::vector<std::string> starts = {"v6", "v6.1"};
    for (const Revision& revision : revisions()) {
        starts.emplace_back(revision.name);
    }
    std::string text = *rc::gen::elementOf(starts);
    bool known = text != "v6";
    std::set<std::string> switched;
    bool repeats = false;
    for (auto left = *rc::gen::inRange(0, 4); left > 0; --left) {
        const std::string word = *rc::gen::elementOf(words);
        const char sign = *rc::gen::element('+', '-');
        text += sign + word;
        known = known && (sign == '-' || !needs_value(word));
        known = known && word.size() > 1;
        repeats = repeats || !switched.insert(word).second;
    }
    try {
        const Policy policy = parse_policy(text, "place");
        RC_ASSERT(known);
        RC_ASSERT(policy.name == text);
        const std::string& name = policy.revision;
        const auto base = std::find_if(revisions().begin(), revisions().end(),
                                       [&](const auto& r) { return r.name == name; });
        // A feature named once is what differs from the revision.
        for (const FeatureInfo& feature : features()) {
            const bool differs = feature.value_in(policy.rules) != feature.value_in(base->rules);
            // One feature is several others at once.
            const bool is_whole = feature.name == "smt-buddy-assist" || switched.contains("smt-buddy-assist");
            RC_ASSERT(repeats || is_whole || differs == (switched.count(std::string(feature.name)) != 0));
        }
    } catch (const InputError& error) {
        RC_ASSERT(std::string(error.what()).rfind("place: ", 0) == 0);
    }
}

RC_GTEST_PROP(PolicyLaws, AnyTextIsReadOrRefused, (const std::string& text)) {
    for (const std::string& whole : {text, "v6.1" + text, "v6.1+" + text, "v6.12-sis-util" + text}) {
        try {
            RC_ASSERT(parse_policy(whole, "place").name == whole);
        } catch (const InputError& error) {
            RC_ASSERT(std::string(error.what()).rfind("place: ", 0) == 0);
        }
    }
}

}  // namespace
