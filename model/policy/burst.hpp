// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/machine/topology.hpp"
#include "model/policy/burst_record.hpp"
#include "model/policy/policy.hpp"
#include "model/policy/usable_cpus.hpp"

/// The burst path of SMT_BUDDY_ASSIST: where the CPU that a wakeup, a fork or an exec has chosen holds more tasks than
/// a threshold, an idle one is taken instead.
namespace schedmc {

/// The series' threshold, which properties assume where the policy has no burst path.
inline constexpr std::size_t proposed_burst_threshold = 4;

/// A CPU is in a burst whose nr_running is greater than this.
inline std::size_t burst_limit(const Policy& policy) {
    const Rules& rules = policy.rules;
    const std::size_t threshold = rules.burst_threshold == 0 ? proposed_burst_threshold : rules.burst_threshold;
    const bool one_less = rules.burst_counts == BurstCounts::with_itself || policy.has(Defect::burst_at_threshold);
    return one_less ? threshold - 1 : threshold;
}

/// The idle CPUs that the burst path may take for a task, in the scope that the policy searches from a CPU.
///
/// Cost: a few set expressions. Errors: none.
template <class D, class View, class Question>
typename D::CpuSet burst_candidates(const Topology<D>& topology, const Policy& policy, const View& view,
                                    const Question& question, const typename D::Cpu& from) {
    const Rules& rules = policy.rules;
    const auto matching =
        rules.burst_cookies == BurstCookies::respected ? question.cookie_matches : topology.present;
    const auto idle = view.idle & matching & usable_cpus(view, question);
    return rules.burst_scope == BurstScope::llc ? idle & at(topology.llcs.of_cpu, from) : idle;
}

/// A CPU and how the burst path came to it.
template <class D>
struct BurstAnswer {
    typename D::Cpu cpu;
    Burst<D> burst;
};

/// One of two answers.
template <class D>
BurstAnswer<D> select_fields(const typename D::Truth& condition, const BurstAnswer<D>& a, const BurstAnswer<D>& b) {
    return {select(condition, a.cpu, b.cpu), select_fields(condition, a.burst, b.burst)};
}

/// The CPU that takes the task where `from`, chosen for it, is one of `bursting`: the first idle one that it may use in
/// order of their numbers after `from`, in its LLC and then in any, as far as the scope goes; else `from`.
///
/// Cost: a few set expressions. Errors: none.
/// Source: thread "sched/fair: Introduce the SMT_BUDDY_ASSIST feature" (Li Kunyu, RFC), patch 5. The code has not been
/// seen: what the cover letter leaves open is a feature each.
template <class D, class View, class Question>
BurstAnswer<D> select_burst_cpu(const Topology<D>& topology, const Policy& policy, const View& view,
                                const Question& question, const typename D::CpuSet& bursting,
                                const typename D::Cpu& from) {
    auto candidates = burst_candidates(topology, policy, view, question, from);
    if (policy.has(Defect::burst_ignores_affinity)) {
        candidates = view.idle & view.active;
    }
    if (policy.has(Defect::burst_takes_busy)) {
        candidates = usable_cpus(view, question);
    }
    const auto near = policy.rules.burst_scope == BurstScope::all
                          ? topology.none
                          : candidates & at(topology.llcs.of_cpu, from);
    const auto within = first_after(near, from);
    const auto anywhere = first_after(candidates, from);
    const auto met = contains(bursting, from);
    const auto in_llc = exists(within) | contains(at(topology.llcs.of_cpu, from), anywhere);
    const auto moved = select(in_llc, D::choice(BurstEnd::moved_within_llc), D::choice(BurstEnd::moved_beyond_llc));
    const auto end = select(exists(anywhere), moved, D::choice(BurstEnd::nothing_idle));
    return {select(met, or_else(within, or_else(anywhere, from)), from),
            {select(met, end, D::choice(BurstEnd::below_threshold)), from}};
}

}  // namespace schedmc
