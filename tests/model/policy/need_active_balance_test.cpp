// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: a running task is pushed off its CPU when the kernel pushes it: misfit, or not to be had otherwise.
// Method: the number of failed passes about each domain's patience, with each way to count an imbalance.
#include "model/policy/need_active_balance.hpp"

#include <gtest/gtest.h>

#include "tests/model/machine/made_machine.hpp"
#include "tests/model/policy/balance_look.hpp"
#include "tests/support/machines.hpp"

namespace {

using namespace schedmc;

TEST(NeedActiveBalance, tasks_that_could_not_be_moved_are_pushed_after_the_domains_patience) {
    const auto needs = [](Look& look, MigrationType type, unsigned failed) {
        look.env.nr_balance_failed = Word::number(failed);
        return need_active_balance(look.topology, look.policy, look.view, look.env, Word::choice(type),
                                   Word::cpu(6))
            .is_true();
    };
    Look siblings(simple_machine(1, 2, 2), "v6.12", {0, 1, 1, 1}, 0, 0);
    EXPECT_FALSE(needs(siblings, MigrationType::task, 2));
    EXPECT_TRUE(needs(siblings, MigrationType::task, 3));
    Look cores(simple_machine(1, 2, 2), "v6.12", {0, 1, 1, 1}, 0, 1);
    EXPECT_FALSE(needs(cores, MigrationType::task, 3));
    EXPECT_TRUE(needs(cores, MigrationType::task, 4));
    Look nodes(made_machine({.nodes = 2, .cores = 2}), "v6.12", {0, 1, 1, 1}, 0, 1);
    EXPECT_FALSE(needs(nodes, MigrationType::task, 4));
    EXPECT_TRUE(needs(nodes, MigrationType::task, 5));
    EXPECT_FALSE(needs(nodes, MigrationType::util, 99)) << "an overloaded group of another LLC is left alone";
    EXPECT_FALSE(needs(nodes, MigrationType::load, 99));
    EXPECT_TRUE(needs(nodes, MigrationType::misfit, 0));
}

}  // namespace
