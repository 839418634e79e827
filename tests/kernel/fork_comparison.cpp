// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/kernel/fork_comparison.hpp"

#include <fmt/format.h>

#include "model/policy/select_task_rq_fork_exec.hpp"
#include "tests/kernel/fork_difference.hpp"

namespace schedmc::kernel {

ForkComparison::ForkComparison(const kernel_functions& functions, const Policy& policy,
                               std::size_t differences_wanted)
    : functions_(functions), policy_(policy), differences_wanted_(differences_wanted) {
    expects(differences_wanted > 0, "a comparison looks for a difference");
}

void ForkComparison::begin(const Machine& machine) {
    topology_.emplace(machine, policy_.rules.numa_imbalance);
    provider_.emplace(functions_, *topology_);
}

void ForkComparison::see(const LoadView<Word>& view) {
    view_ = view;
    provider_->see(view);
}

void ForkComparison::ask(const ForkExec<Word>& question) {
    const kernel_fork_decision& kernel = provider_->decide(question);
    const ForkExecDecision<Word> model = schedmc::select_task_rq(*topology_, policy_, view_, question);
    const std::string_view what = first_difference(question, kernel, model);
    count(question, kernel, !what.empty());
    if (!what.empty() && !is_over()) {
        told_.push_back(fmt::format(
            "DIFFERENCE  {} of {}: {}     {} ({})\n{}", question.exec ? "sched_exec()" : "select_task_rq()",
            question.exec ? "an exec" : "a fork", what, policy_.name, functions_.version,
            told_fork(*topology_, view_, question, kernel, model)));
    }
}

void ForkComparison::count(const ForkExec<Word>& question, const kernel_fork_decision& kernel, bool differs) {
    const auto add = [&](std::size_t place, int times) {
        counts_[place].states += static_cast<std::uint64_t>(times);
        counts_[place].differences += differs && times > 0 ? 1 : 0;
    };
    add(question.exec ? sched_exec : select_task_rq, 1);
    add(find_cpu, kernel.slow_path ? 1 : 0);
    add(find_group, kernel.pass_count);
    add(group_stats, kernel.stats_count);
    add(pick_idlest, kernel.pick_count);
    for (int i = 0; i < kernel.pass_count; ++i) {
        const kernel_pass& pass = kernel.passes[i];
        add(find_group_cpu, pass.picked != kernel_no_cpu ? 1 : 0);
        add(numa_allowance, pass.numa_limit >= 0 ? 1 : 0);
        for (int type = 0; type < kernel_other_type; ++type) {
            const bool met = (pass.local.span != 0 && pass.local.type == type) ||
                             (pass.idlest.span != 0 && pass.idlest.type == type);
            add(static_cast<std::size_t>(first_type + type), met ? 1 : 0);
        }
    }
}

std::map<std::string, Tally> ForkComparison::tallies() const {
    const std::string find = functions_.finds_dst ? "sched_balance_find_dst" : "find_idlest";
    // Cores that share capacity are load balance's.
    const std::string no_type_of_forks = "group_smt_balance";
    const std::string names[] = {"select_task_rq, WF_FORK",
                                 "sched_exec",
                                 find + "_cpu",
                                 find + "_group",
                                 find + "_group_cpu",
                                 "update_sg_wakeup_stats",
                                 "update_pick_idlest",
                                 "adjust_numa_imbalance",
                                 "group_has_spare",
                                 "group_fully_busy",
                                 "group_misfit_task",
                                 no_type_of_forks,
                                 "group_imbalanced",
                                 "group_overloaded"};
    static_assert(std::size(names) == counted);
    std::map<std::string, Tally> result;
    for (std::size_t i = 0; i < counted; ++i) {
        if (names[i] != no_type_of_forks) {
            result[names[i]] = counts_[i];
        }
    }
    return result;
}

}  // namespace schedmc::kernel
