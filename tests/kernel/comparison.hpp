// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/kernel/difference.hpp"
#include "tests/kernel/kernel_provider.hpp"

namespace schedmc::kernel {

/// How many states a function was asked in, and in how many of them model and kernel part.
struct Tally {
    std::uint64_t states = 0;
    std::uint64_t differences = 0;
};

/// Asks the model under a policy and a kernel version the same questions, and counts.
class Comparison {
public:
    using Cpu = Word::Cpu;

    /// Ends after `differences_wanted` differences; those are told in words. Errors: expects a wish for one at least.
    Comparison(const kernel_functions& functions, const Policy& policy, std::size_t differences_wanted);

    /// The machine of the questions to come. Errors: as build_sched_domains().
    void begin(const Machine& machine);
    /// The queues of the questions to come.
    void see(const RunqueueView<Word>& view);

    const Topology<Word>& topology() const { return *topology_; }
    const Policy& policy() const { return policy_; }
    const RunqueueView<Word>& view() const { return view_; }

    /// One question each, counted under the name of the kernel function.
    void select_idle_sibling(const Wakeup<Word>& wakeup, const Cpu& target);
    void select_task_rq_fair(const Wakeup<Word>& wakeup);
    void select_task_rq(const Wakeup<Word>& wakeup);
    void wake_affine_idle(const Wakeup<Word>& wakeup);
    void wake_affine(const Wakeup<Word>& wakeup);
    void update_idle_core(const Cpu& cpu);
    /// ttwu_queue_wakelist() of the wakee and the CPU.
    void wake_list(const Wakeup<Word>& wakeup, const Cpu& cpu);
    /// available_idle_cpu() and sched_idle_cpu() of every CPU, as the queues stand.
    void idle_predicates();
    /// cpus_share_cache() and, where there are clusters, cpus_share_resources() of every pair.
    void sharing_predicates();

    /// True when enough differences were found: nothing is asked any more.
    bool is_over() const { return told_.size() >= differences_wanted_; }
    /// [kernel function] -> its tally. A function that only others call is counted where the call was seen.
    const std::map<std::string, Tally>& tallies() const { return tallies_; }
    /// The differences found, in words.
    const std::vector<std::string>& differences() const { return told_; }

private:
    void decide(Asked asked, const Wakeup<Word>& wakeup, const KernelDecision& kernel,
                const WakeupDecision<Word>& model);
    template <class Question, class Answer>
    void simple(std::string_view function, const Question& question, const Answer& kernel,
                const Answer& model);
    Tally& tally(std::string_view function);
    void count_callees(Asked asked, const KernelDecision& kernel, bool differs);
    void note(Tally& tally, std::string_view function, std::string_view what, const std::string& text);

    const kernel_functions& functions_;
    Policy policy_;
    std::size_t differences_wanted_;
    std::optional<Topology<Word>> topology_;
    std::optional<KernelProvider> provider_;
    RunqueueView<Word> view_{};
    std::map<std::string, Tally> tallies_;
    Tally* decisions_[3];
    Tally* callees_[9];
    std::vector<std::string> told_;
};

}  // namespace schedmc::kernel
