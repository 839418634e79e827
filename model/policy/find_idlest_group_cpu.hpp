// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/policy/sched_group_cookie_match.hpp"

namespace schedmc {

/// The search over a group's CPUs in order, for those that run no SCHED_IDLE tasks. A CPU in an idle state that is left
/// sooner takes over whatever the stamps say; of equals, and of CPUs without a state, the one that went idle later. So
/// an idle CPU without a state whose stamp is 0 is never taken, nor is it asked for its load.
///
/// Source: kernel/sched/fair.c, find_idlest_group_cpu(): the loop, v5.19 .. v6.8; sched_balance_find_dst_group_cpu(),
/// v6.12 .. v7.1.
template <class D>
class ShallowestIdle {
public:
    using Cpu = typename D::Cpu;
    using CpuSet = typename D::CpuSet;
    using Truth = typename D::Truth;
    using Number = typename D::Number;

    /// `stamp`: the newest seen before the first CPU.
    ShallowestIdle(const LoadView<D>& view, const CpuSet& searched, const Number& stamp)
        : view_(view), searched_(searched), stamp_(stamp) {}

    /// Looks at the next CPU in order.
    void look_at(std::size_t number) {
        const Cpu cpu = D::cpu(number);
        const Truth here = contains(searched_, cpu);
        const Truth idle = here & contains(view_.idle, cpu);
        const Truth has_state = contains(view_.has_idle_state, cpu);
        const Number latency = view_.exit_latency[number];
        const Number stamp = view_.idle_stamp[number];
        const Truth sooner = has_state & ((latency < latency_) | !some_state_);
        const Truth comparable = (some_state_ & (latency == latency_)) | !has_state;
        const Truth takes_over = idle & (sooner | (comparable & (stamp_ < stamp)));
        const Truth by_load = here & !contains(view_.idle, cpu) & !exists(idle_) &
                              ((view_.load[number] < load_) | !exists(least_loaded_));
        latency_ = select(idle & sooner, latency, latency_);
        some_state_ = some_state_ | (idle & sooner);
        stamp_ = select(takes_over, stamp, stamp_);
        idle_ = select(takes_over, cpu, idle_);
        load_ = select(by_load, view_.load[number], load_);
        least_loaded_ = select(by_load, cpu, least_loaded_);
    }

    /// The idle CPU to take; none without one.
    const Cpu& idle() const { return idle_; }
    /// The least loaded of the CPUs seen before an idle one; none without one.
    const Cpu& least_loaded() const { return least_loaded_; }

private:
    const LoadView<D>& view_;
    CpuSet searched_;
    Truth some_state_ = D::truth(false);
    Number latency_ = D::number(0);
    Number stamp_;
    Number load_ = D::number(0);
    Cpu idle_{};
    Cpu least_loaded_{};
};

/// The CPUs that run nothing but SCHED_IDLE tasks and are taken at once for that.
///
/// Source: kernel/sched/fair.c, find_idlest_group_cpu(), v5.19 .. v6.8; sched_balance_find_dst_group_cpu(),
/// v6.12 .. v7.1; choose_sched_idle_rq() from v7.1.
template <class D>
typename D::CpuSet sched_idle_cpus_to_join(const Topology<D>& topology, const Policy& policy,
                                           const LoadView<D>& view, const ForkExec<D>& question) {
    return policy.rules.sched_idle_wakee_seeks_idle
               ? select(question.sched_idle_policy, topology.none, view.sched_idle)
               : view.sched_idle;
}

/// The CPU of a group on which the task is to be placed; this_cpu where every CPU was skipped, even from outside the
/// group. `span` holds the group, as far as the machine fixes it.
///
/// Cost: one step a CPU of `span`. Errors: none.
/// Source: kernel/sched/fair.c, find_idlest_group_cpu(), v5.19 .. v6.8; sched_balance_find_dst_group_cpu(),
/// v6.12 .. v7.1.
template <class D>
GroupCpu<D> find_idlest_group_cpu(const Topology<D>& topology, const Policy& policy, const LoadView<D>& view,
                                  const ForkExec<D>& question, const CpuMask& span,
                                  const typename D::CpuSet& group, std::size_t this_cpu) {
    using Cpu = typename D::Cpu;
    const auto searched = group & question.allowed & core_cookie_matches(topology, view, question);
    const auto may_join = sched_idle_cpus_to_join(topology, policy, view, question);
    const Cpu alone = select(count(group) == D::number(1), first_of(group), Cpu());
    const Cpu joined = first_of(searched & may_join);
    const bool spoilt = policy.has(Defect::idle_stamp_of_the_future);
    ShallowestIdle<D> search(view, searched, D::number(spoilt ? UINT32_MAX : 0));
    span.for_each([&](std::size_t cpu) { search.look_at(cpu); });

    GroupCpu<D> found;
    found.cpu = or_else(or_else(alone, joined),
                        or_else(or_else(search.idle(), search.least_loaded()), D::cpu(this_cpu)));
    found.rule =
        select(exists(alone), D::choice(GroupCpuRule::only_cpu_of_group),
               select(exists(joined), D::choice(GroupCpuRule::sched_idle_cpu),
                      select(exists(search.idle()), D::choice(GroupCpuRule::idle_cpu),
                             select(exists(search.least_loaded()), D::choice(GroupCpuRule::least_loaded_cpu),
                                    D::choice(GroupCpuRule::nothing_seen)))));
    auto stampless = topology.none;
    span.for_each([&](std::size_t cpu) {
        stampless = stampless |
                    select(view.idle_stamp[cpu] == D::number(0), D::CpuSet::only(D::cpu(cpu)), topology.none);
    });
    const auto asked = select(exists(alone) | exists(joined), topology.none, searched);
    found.invisible =
        (asked & view.idle & stampless) - (view.has_idle_state | D::CpuSet::only(search.idle()));
    return found;
}

}  // namespace schedmc
