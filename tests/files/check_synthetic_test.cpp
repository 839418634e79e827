// SPDX-License-Identifier: GPL-2.0-or-later
//
// Goal: the size of a synthetic description is known before anybody allocates for it.
// Method: descriptions with known products, and every way to write no count.
#include "files/check_synthetic.hpp"

#include <gtest/gtest.h>

#include "tests/files/machine_fixtures.hpp"

namespace schedmc {
namespace {

std::string refusal(const std::string& description) {
    return input_error_of([&] { check_synthetic(description, "here"); });
}

TEST(CheckSynthetic, MultipliesCounts) {
    EXPECT_EQ(check_synthetic("pu:1", "here"), 1U);
    EXPECT_EQ(check_synthetic("pack:2 l3:3 core:4 pu:5", "here"), 120U);
    EXPECT_EQ(check_synthetic("  pack:2\n 3 pu:2 ", "here"), 12U);
    EXPECT_EQ(check_synthetic("pu:1024", "here"), 1024U);
}

TEST(CheckSynthetic, LeavesBracketsAlone) {
    EXPECT_EQ(check_synthetic("pack:2 [numa(memory=1GB)] l3:2(size=9) pu:2(indexes=2*4:1*2)", "here"), 8U);
    EXPECT_EQ(check_synthetic("pack:2(memory=4GB size=3) pu:2", "here"), 4U);
}

TEST(CheckSynthetic, RefusesWhatIsNoCount) {
    const std::string remedy = "; write for instance \"pack:2 l3:2 core:2 pu:2\"";
    for (const std::string level :
         {"pu:0", "pu:", "pu:-1", "pu:+1", "pu:0x10", "pu:010", "pu:1e3", "pu:2x", ":", "pu", "core:2:3"}) {
        EXPECT_EQ(refusal("pack:2 " + level), "here: the level '" + level + "' has no count" + remedy);
    }
    EXPECT_EQ(refusal("pu:\t2"), "here: the level 'pu:?2' has no count" + remedy);
    EXPECT_EQ(refusal("pu:2(indexes=1,2"), "here: '(indexes=1,2' is not closed" + remedy);
    EXPECT_EQ(refusal("[numa pu:2"), "here: '[numa pu:2' is not closed" + remedy);
}

TEST(CheckSynthetic, RefusesTooManyCpus) {
    const std::string text = "here: the machine has more than 1024 CPUs; they are the product of all counts";
    for (const std::string description :
         {"pu:1025", "pu:1000000000", "pack:33 core:32 pu:1", "pu:18446744073709551617",
          "pu:99999999999999999999999999999999", "pack:65536 l3:65536 core:65536 pu:65536"}) {
        EXPECT_EQ(refusal(description), text) << description;
    }
    EXPECT_EQ(refusal(std::string(20000, ' ')),
              "here: the description is too long; at most 16384 characters are read");
}

TEST(CheckSynthetic, RefusesHugeIndexes) {
    const std::string range = " is out of range; numbers are below 1024";
    EXPECT_EQ(refusal("pu:2(indexes=0,4000000000)"), "here: index 4000000000" + range);
    EXPECT_EQ(refusal("pack:2 [numa(indexes=0,1025)] pu:2"), "here: index 1025" + range);
    EXPECT_EQ(refusal("pu:2(memory=1 indexes=2000*1)"), "here: index 2000" + range);
    EXPECT_EQ(check_synthetic("pack:1(memory=4294967296) pu:2(indexes=0,1023 size=5000)", "here"), 2U);
}

}  // namespace
}  // namespace schedmc
