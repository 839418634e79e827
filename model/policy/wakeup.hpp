// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <type_traits>

#include "model/machine/topology.hpp"
#include "model/policy/burst_record.hpp"
#include "model/policy/policy.hpp"

/// The question that a wakeup puts to the policy and the answer it gets. What decides reads these values and
/// nothing else of the state; what happens next (the queues, the hooks) is in model/step.hpp. Another provider of
/// decisions, such as compiled kernel functions, answers the same question.
namespace schedmc {

/// What the environment says where the model holds no loads: wake_wide(), and wake_affine_weight() in case
/// wake_affine_idle() has no opinion.
enum class Pull : std::uint8_t { to_prev, to_waker, wide };

/// What the runqueues of all CPUs look like to a selection: sets of CPUs. Source: struct rq, sched_domain_shared.
template <class D>
struct RunqueueView {
    using CpuSet = typename D::CpuSet;
    /// available_idle_cpu(): runs its idle task, nothing queued, no wakeup pending.
    CpuSet idle;
    /// sched_idle_cpu(): something queued, all of it SCHED_IDLE.
    CpuSet sched_idle;
    /// nr_running == 0 and nr_running == 1.
    CpuSet empty;
    CpuSet single;
    /// Where it makes a difference to nr_running == 1 whether delayed sleepers are counted.
    CpuSet single_by_delayed{};
    /// CPUs that a short sleeper has reserved, idle or not; empty without SIS_CACHE.
    /// Source: cache_hot_cpu() of the SIS_CACHE patches: sched_clock_cpu(cpu) < rq->cache_hot_timeout.
    CpuSet hot;
    /// CPUs with more tasks than the burst path's threshold; of the proposed threshold where the policy has none.
    CpuSet bursting{};
    /// cpu_active() and cpu_online().
    CpuSet active;
    CpuSet online;
    /// CPUs of the LLCs whose has_idle_cores is true: a union of whole LLC domains.
    CpuSet hinted;
    /// [llc] -> nr_idle_scan, 0 .. LLC weight.
    typename D::template Array<typename D::Number> nr_idle_scan;
    /// [llc of the waker] -> the number SIS_PROP's arithmetic yields, 4 and above.
    typename D::template Array<typename D::Number> prop_budget;
};

/// What a decision sees each time it looks at the runqueues. The model decides in one step, so that all looks are one
/// view; a kernel takes its time, and a CPU that was busy in one look may be idle in the next. In one look no CPU is
/// tested twice. Borrows the views.
template <class D>
struct Looks {
    /// wake_affine().
    const RunqueueView<D>& affine;
    /// select_idle_sibling() at target, the previous and the recent CPU.
    const RunqueueView<D>& near;
    /// select_idle_smt().
    const RunqueueView<D>& siblings;
    /// select_idle_cpu() and what it calls.
    const RunqueueView<D>& scan;

    /// One view for every look; implicit, since that is what a caller who has one view means.
    Looks(const RunqueueView<D>& every)  // NOLINT(google-explicit-constructor)
        : affine(every), near(every), siblings(every), scan(every) {}
    Looks(const RunqueueView<D>& affine_view, const RunqueueView<D>& near_view,
          const RunqueueView<D>& siblings_view, const RunqueueView<D>& scan_view)
        : affine(affine_view), near(near_view), siblings(siblings_view), scan(scan_view) {}
};

/// Looks as a parameter that takes a view for all of them.
template <class D>
using LooksOrView = std::type_identity_t<Looks<D>>;

/// One wakeup: who wakes whom, and what select_task_rq() reads of both.
template <class D>
struct Wakeup {
    using CpuSet = typename D::CpuSet;
    using Cpu = typename D::Cpu;
    using Truth = typename D::Truth;
    /// Where the waker runs, or the interrupt.
    Cpu this_cpu;
    Truth in_interrupt;
    /// WF_SYNC from a waker that is not exiting.
    Truth sync;
    /// WF_CURRENT_CPU.
    Truth on_current_cpu;
    typename D::template Choice<Pull> pull;
    /// The current task of this_cpu is a kernel thread bound to one CPU.
    Truth current_is_bound_kthread;

    /// The wakee: the CPU it last ran on (wake_cpu), its recent_used_cpu, its affinity.
    Cpu prev;
    Cpu recent;
    CpuSet allowed;
    Truth sched_idle_policy;
    /// A kernel thread bound to one CPU may run where online, others where active.
    Truth bound_kthread;
    /// CPUs that fit it wholly, and CPUs that miss only the boost (uclamp min) it asks for; read where capacities
    /// differ. Source: util_fits_cpu().
    CpuSet fits;
    CpuSet misses_boost;
    /// CPUs whose core's cookie is the wakee's; all of them while core scheduling is off.
    /// Source: sched_cpu_cookie_match().
    CpuSet cookie_matches;
};

/// Which rule gave the class's answer, in the order in which they are tried.
enum class WakeRule : std::uint8_t {
    none,
    only_cpu_allowed,
    current_cpu_asked,
    target_is_idle,
    prev_is_idle,
    beside_bound_kthread,
    recent_is_idle,
    capacity_scan,
    no_llc_domain,
    idle_sibling_of_prev,
    idle_core,
    idle_cpu,
    fallback_of_core_scan,
    hot_cpu_of_scan,
    prev_of_other_cluster,
    recent_of_other_cluster,
    target_though_busy,
};

/// How select_idle_cpu() ended.
enum class ScanEnd : std::uint8_t {
    not_reached,
    waker_has_no_llc,
    refused_by_sis_util,
    found_idle_core,
    found_idle_cpu,
    found_fallback,
    /// Every idle CPU that it met was hot, and it took the first of them, or another: the last it visited.
    found_first_hot,
    found_last_hot,
    budget_used_up,
    nothing_idle,
};

/// What one call of select_idle_cpu() did.
template <class D>
struct Scan {
    using CpuSet = typename D::CpuSet;
    typename D::template Choice<ScanEnd> end;
    typename D::Cpu cpu;
    /// The CPUs it may visit, and those it did.
    CpuSet candidates;
    CpuSet examined;
    /// The LLCs' hints afterwards, as RunqueueView::hinted.
    CpuSet hinted;
    /// The idle CPUs among those examined, or in the cores examined, that it did not take because they are hot.
    CpuSet passed_over_as_hot;
};

/// The decision: the CPU, how it came about, and what was written on the way. Properties, explanations and
/// comparisons with kernels read this one value.
template <class D>
struct WakeupDecision {
    using Cpu = typename D::Cpu;
    using Truth = typename D::Truth;
    /// What select_idle_sibling() was asked about; none where it was not called.
    Cpu target;
    /// The class's answer and its rule.
    Cpu answer;
    typename D::template Choice<WakeRule> rule;
    /// has_idle_cores(target) as the scan of the LLC read it.
    Truth saw_hint;
    Scan<D> scan;
    /// recent_used_cpu afterwards.
    Cpu recent;
    /// The answer was not usable and select_fallback_rq() chose instead.
    Truth repaired;
    /// Where the wakee is queued.
    Cpu cpu;
    /// It gets there by that CPU's wake list instead of under its queue's lock.
    Truth by_wake_list;
    /// What the burst path did; `answer` is the CPU it took.
    Burst<D> burst;
};

/// Idle CPUs as this wakee sees them: idle, or running nothing but SCHED_IDLE tasks where the rules accept that.
/// Source: available_idle_cpu() || sched_idle_cpu(); choose_sched_idle_rq() from v7.1.
template <class D>
typename D::CpuSet candidates_of(const Topology<D>& topology, const Policy& policy,
                                 const RunqueueView<D>& view, const Wakeup<D>& wakeup) {
    if (!policy.rules.sched_idle_wakee_seeks_idle) {
        return view.idle | view.sched_idle;
    }
    return view.idle | select(wakeup.sched_idle_policy, topology.none, view.sched_idle);
}

}  // namespace schedmc
