// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tests/kernel/comparison.hpp"
#include "tests/kernel/fork_provider.hpp"

namespace schedmc::kernel {

/// Asks the model under a policy and a kernel version the same questions about forks and execs, and counts.
class ForkComparison {
public:
    /// As Comparison's.
    ForkComparison(const kernel_functions& functions, const Policy& policy, std::size_t differences_wanted);

    /// The machine of the questions to come. Errors: as build_sched_domains().
    void begin(const Machine& machine);
    /// The queues of the questions to come.
    void see(const LoadView<Word>& view);
    /// One question.
    void ask(const ForkExec<Word>& question);

    const Topology<Word>& topology() const { return *topology_; }
    /// True when enough differences were found: nothing is asked any more.
    bool is_over() const { return told_.size() >= differences_wanted_; }
    /// [kernel function, or group type] -> its tally. Functions that others call are counted call by call, a type
    /// once for each domain in which the local or the idlest group had it.
    std::map<std::string, Tally> tallies() const;
    /// The differences found, in words.
    const std::vector<std::string>& differences() const { return told_; }

private:
    enum Counted {
        select_task_rq,
        sched_exec,
        find_cpu,
        find_group,
        find_group_cpu,
        group_stats,
        pick_idlest,
        numa_allowance,
        first_type,
        counted = first_type + kernel_other_type,
    };
    void count(const ForkExec<Word>& question, const kernel_fork_decision& kernel, bool differs);

    const kernel_functions& functions_;
    Policy policy_;
    std::size_t differences_wanted_;
    std::optional<Topology<Word>> topology_;
    std::optional<ForkProvider> provider_;
    LoadView<Word> view_{};
    Tally counts_[counted];
    std::vector<std::string> told_;
};

}  // namespace schedmc::kernel
