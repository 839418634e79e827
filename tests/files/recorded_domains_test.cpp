// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: domains that a kernel tells are read, and each that is not the model's is named with what parts them. Method:
// the domains of one CPU as two versions tell them, then with one fact changed.
#include "files/recorded_domains.hpp"

#include <gtest/gtest.h>

#include "model/input_error.hpp"
#include "tests/support/machines.hpp"

namespace schedmc {
namespace {

const std::string balances = "SD_BALANCE_NEWIDLE SD_BALANCE_EXEC SD_BALANCE_FORK SD_WAKE_AFFINE ";
const std::string smt = "cpu0 domain0 name=SMT flags=" + balances +
                        "SD_SHARE_CPUCAPACITY SD_SHARE_LLC SD_PREFER_SIBLING  imb=110 bf=16 "
                        "cache_nice=0 ";
const std::string mc = "cpu0 domain1 name=MC flags=" + balances +
                       "SD_SHARE_LLC SD_PREFER_SIBLING  imb=117 bf=16 cache_nice=1 " + "SD_SHARE_CPUCAPACITY";

std::vector<std::string> differences(const std::vector<std::string>& lines) {
    std::vector<RecordedDomain> recorded;
    for (const std::string& line : lines) {
        recorded.push_back(parse_recorded_domain(line, recorded.size() + 1, "r"));
    }
    return domain_differences(simple_machine(1, 2, 2), recorded);
}

std::string with(std::string text, const std::string& what, const std::string& instead) {
    return text.replace(text.find(what), what.size(), instead);
}

TEST(RecordedDomains, OfTheSameMachineAreTheModels) {
    EXPECT_TRUE(differences({smt, mc}).empty());
    EXPECT_TRUE(differences({with(smt, "SD_SHARE_LLC", "SD_SHARE_PKG_RESOURCES"), mc}).empty());
    // What is not told does not differ.
    EXPECT_TRUE(differences({with(smt, "imb=110", "x=1"), mc}).empty());
    EXPECT_TRUE(differences({}).empty());
}

TEST(RecordedDomains, AreNamedWhereTheyDiffer) {
    const auto only = [](const std::vector<std::string>& all) {
        return all.size() == 1 ? all.front() : std::to_string(all.size()) + " differences";
    };
    EXPECT_EQ(only(differences({smt, with(mc, "name=MC", "name=PKG")})),
              "line 2: domain 1 of cpu0 is PKG, the model's is MC");
    EXPECT_EQ(only(differences({smt, with(mc, "SD_SHARE_LLC", "SD_NUMA")})),
              "line 2: domain 1 of cpu0 has NUMA, the model's has SHARE_LLC");
    EXPECT_EQ(only(differences({with(smt, "imb=110", "imb=125"), mc})),
              "line 1: domain 0 of cpu0 has imbalance_pct 125, the model's 110");
    EXPECT_EQ(only(differences({smt, with(mc, "cache_nice=1", "cache_nice=2")})),
              "line 2: domain 1 of cpu0 has cache_nice_tries 2, the model's 1");
    EXPECT_EQ(only(differences({smt})), "cpu0 has 1 domains, the model's has 2");
    EXPECT_EQ(only(differences({smt, mc, "cpu0 domain2 name=NUMA flags=SD_NUMA"})),
              "line 3: domain 2 of cpu0 is NUMA, the model has none");
    EXPECT_EQ(only(differences({"cpu9 domain0 name=SMT flags="})),
              "line 1: domain 0 of cpu9 is SMT, the model has none");
}

TEST(RecordedDomains, NeedACpuAndANumber) {
    for (const char* text :
         {"", "cpu0", "cpu domain0", "cpu0 domain", "cpux domain0 name=MC", "cpu1024 domain0"}) {
        EXPECT_THROW(parse_recorded_domain(text, 1, "r"), InputError) << text;
    }
}

}  // namespace
}  // namespace schedmc
