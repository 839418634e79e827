// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tests/kernel/balance_difference.hpp"
#include "tests/kernel/balance_provider.hpp"
#include "tests/kernel/comparison.hpp"

namespace schedmc::kernel {

/// A task on a source's queue, and the pass that looks at it.
struct MigrationQuestion {
    BalanceEnv<Word> env;
    MigrationCandidate<Word> task;
    MigrationType migration = MigrationType::load;
    Word::CpuSet group;
    bool active = false;
    Pinned<Word> pinned{};
};

/// Asks the model under a policy and a kernel version the same questions about load balance, and counts.
class BalanceComparison {
public:
    /// As Comparison's.
    BalanceComparison(const kernel_functions& functions, const Policy& policy, std::size_t differences_wanted);

    /// The machine of the questions to come. Errors: as build_sched_domains().
    void begin(const Machine& machine);
    /// The queues of the questions to come.
    void see(const LoadView<Word>& view);

    /// One look at one domain, down to the queue.
    void look(const BalanceEnv<Word>& env);
    /// A queue of the group in that place of the ring, for that imbalance, whatever the domain looks like.
    void busiest_queue(const BalanceEnv<Word>& env, std::size_t group, MigrationType migration,
                       std::size_t imbalance);
    /// One look at one task.
    void can_migrate_task(const MigrationQuestion& question);

    const Topology<Word>& topology() const { return *topology_; }
    /// True when enough differences were found: nothing is asked any more.
    bool is_over() const { return told_.size() >= differences_wanted_; }
    /// [kernel function, or group type] -> its tally. Functions that others call are counted call by call, a type
    /// once for each look in which the local or the busiest group had it.
    std::map<std::string, Tally> tallies() const;
    /// The differences found, in words.
    const std::vector<std::string>& differences() const { return told_; }

private:
    enum Counted {
        leader,
        find_group,
        find_queue,
        active_balance,
        group_stats,
        pick_busiest,
        amount,
        siblings,
        numa_allowance,
        migrate,
        first_type,
        counted = first_type + kernel_other_type,
    };
    void count(const kernel_balance_decision& kernel, bool differs);
    void add(std::size_t place, int times, bool differs);
    void note(std::string_view function, std::string_view what, const std::string& text);
    std::string find_name(const char* older, const char* newer) const;

    const kernel_functions& functions_;
    Policy policy_;
    std::size_t differences_wanted_;
    std::optional<Topology<Word>> topology_;
    std::optional<BalanceProvider> provider_;
    LoadView<Word> view_{};
    Tally counts_[counted];
    std::vector<std::string> told_;
};

}  // namespace schedmc::kernel
