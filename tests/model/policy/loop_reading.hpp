// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <vector>

#include "model/policy/rules.hpp"
#include "model/policy/wakeup.hpp"
#include "tests/model/policy/loop_machine.hpp"

/// A second reading of the kernel's wakeup path, one CPU at a time: loops, early returns, arrays. It is slow, knows
/// no value domain, uses nothing of the policy but the question and the names of the answers, and was written from
/// the kernel's functions without a look at the policy's, so that a misreading would have to be made twice.
namespace schedmc::loops {

/// What the runqueues look like to the selection; LLCs are called by their first CPU.
struct LoopRunqueues {
    Flags idle;
    Flags sched_idle;
    std::vector<int> nr_running;
    /// Reserved for a short sleeper.
    Flags hot;
    Flags active;
    Flags online;
    /// [first CPU of an LLC] -> ..., elsewhere meaningless.
    Flags has_idle_cores;
    std::vector<int> nr_idle_scan;
    std::vector<int> prop_budget;
};

/// One wakeup, as Wakeup<D>.
struct LoopWakeup {
    int this_cpu = 0;
    bool in_interrupt = false;
    bool sync = false;
    bool on_current_cpu = false;
    Pull pull = Pull::to_prev;
    bool current_is_bound_kthread = false;
    int prev = 0;
    int recent = 0;
    Flags allowed;
    bool sched_idle_policy = false;
    bool bound_kthread = false;
    Flags fits;
    Flags misses_boost;
    Flags cookie_matches;
};

/// What one scan of an LLC did, as Scan<D>.
struct LoopScan {
    ScanEnd end = ScanEnd::not_reached;
    int cpu = nobody;
    std::vector<int> examined_in_order;
    /// The idle CPUs that it left alone for being hot.
    std::vector<int> passed_over;
    /// The first CPU of the LLC whose hint was cleared.
    int hint_cleared_of = nobody;
};

/// The decision, as WakeupDecision<D>. What was not reached keeps its default.
struct LoopDecision {
    int cpu = nobody;
    int answer = nobody;
    WakeRule rule = WakeRule::none;
    int target = nobody;
    bool read_hint = false;
    bool saw_hint = false;
    LoopScan scan;
    int recent = nobody;
    bool repaired = false;
    bool by_wake_list = false;
    /// The CPUs given to available_idle_cpu(), in order.
    std::vector<int> tested;
};

/// What everybody asks on the way of one wakeup.
struct LoopQuestion {
    const LoopMachine& machine;
    const Rules& rules;
    const LoopRunqueues& rq;
    const LoopWakeup& wakeup;
    std::vector<int>& tested;

    bool may_use(int cpu) const { return wakeup.allowed[at(cpu)] != 0; }
    bool idle(int cpu) const {
        tested.push_back(cpu);
        return rq.idle[at(cpu)] != 0;
    }
    bool good_sched_idle(int cpu) const {
        if (rules.sched_idle_wakee_seeks_idle && wakeup.sched_idle_policy) {
            return false;
        }
        return rq.sched_idle[at(cpu)] != 0;
    }
    bool taken_for_idle(int cpu) const { return idle(cpu) || good_sched_idle(cpu); }
    bool hot(int cpu) const { return rules.sis_cache != SisCache::none && rq.hot[at(cpu)] != 0; }
    bool cookie_matches(int cpu) const { return wakeup.cookie_matches[at(cpu)] != 0; }
};

/// Source: select_idle_cpu(), select_idle_core() and __select_idle_cpu(), read in v5.19.0, v6.1-rc7, 6.1.192 and
/// 6.12.117; the end of an empty scan also as v7.1 has it. The three postings of SIS_CACHE change both loops (the
/// RFC, by the functions they call) or the second only.
LoopScan loop_select_idle_cpu(const LoopQuestion& question, bool has_idle_core, int target);

/// Source: select_task_rq(), select_task_rq_fair(), select_idle_sibling() and what they call, ttwu_queue_cond(),
/// read in the same versions.
LoopDecision loop_select_task_rq(const LoopMachine& machine, const Rules& rules,
                                 const LoopRunqueues& runqueues, const LoopWakeup& wakeup);

/// True when a CPU that turns idle writes true into its LLC's hint.
/// Source: __update_idle_core(), read in the same versions.
bool loop_raises_hint(const LoopMachine& machine, const LoopRunqueues& runqueues, int cpu);

}  // namespace schedmc::loops
