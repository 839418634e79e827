// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/model/policy/loop_reading.hpp"

namespace schedmc::loops {

namespace {

// One wakeup on its way. Members keep what the kernel passes around or reads again.
class WakePath {
public:
    explicit WakePath(const LoopQuestion& question) : q_(question), wakeup_(question.wakeup) {}

    LoopDecision run() {
        decision_.recent = wakeup_.recent;
        int nr_cpus_allowed = 0;
        for (int cpu = 0; cpu < q_.machine.cpus; ++cpu) {
            nr_cpus_allowed += q_.may_use(cpu) ? 1 : 0;
        }
        decision_.answer = nr_cpus_allowed > 1 ? ask_the_class() : only_cpu();
        decision_.cpu = decision_.answer;
        if (!can_run_on(decision_.cpu)) {
            decision_.repaired = true;
            decision_.cpu = fall_back();
        }
        decision_.by_wake_list = goes_by_wake_list(decision_.cpu);
        return decision_;
    }

private:
    bool big_enough(int cpu) const { return !q_.machine.asym_active || wakeup_.fits[at(cpu)] != 0; }
    bool same_cache(int a, int b) const {
        return a == b || q_.machine.llc_id[at(a)] == q_.machine.llc_id[at(b)];
    }
    bool keeps_cluster(int cpu, int target) const {
        if (!q_.rules.cluster_aware || !q_.machine.cluster_active) {
            return true;
        }
        return cpu == target || q_.machine.share_id[at(cpu)] == q_.machine.share_id[at(target)];
    }

    int settle(WakeRule rule, int cpu) {
        decision_.rule = rule;
        return cpu;
    }

    int only_cpu() {
        for (int cpu = 0; cpu < q_.machine.cpus; ++cpu) {
            if (q_.may_use(cpu)) {
                return settle(WakeRule::only_cpu_allowed, cpu);
            }
        }
        return nobody;
    }

    int ask_the_class() {
        const int here = wakeup_.this_cpu;
        if (q_.rules.current_cpu_wakeups && wakeup_.on_current_cpu && q_.may_use(here)) {
            return settle(WakeRule::current_cpu_asked, here);
        }
        int target = wakeup_.prev;
        const bool affine = wakeup_.pull != Pull::wide && q_.may_use(here);
        for (std::size_t level = 0; affine && level < q_.machine.domain_span[at(here)].size(); ++level) {
            if (q_.machine.domain_is_affine[at(here)][level] == 0 ||
                q_.machine.domain_span[at(here)][level][at(wakeup_.prev)] == 0) {
                continue;
            }
            if (here != wakeup_.prev) {
                target = pulled_or_not();
            }
            break;
        }
        decision_.target = target;
        return idle_sibling(target);
    }

    int pulled_or_not() const {
        const int here = wakeup_.this_cpu;
        const int prev = wakeup_.prev;
        if (q_.idle(here) && same_cache(here, prev)) {
            return q_.idle(prev) ? prev : here;
        }
        if (wakeup_.sync && q_.rq.nr_running[at(here)] == 1) {
            return here;
        }
        if (q_.idle(prev)) {
            return prev;
        }
        return wakeup_.pull == Pull::to_waker ? here : prev;
    }

    int idle_sibling(int target) {
        const int prev = wakeup_.prev;
        if (q_.taken_for_idle(target) && big_enough(target)) {
            return settle(WakeRule::target_is_idle, target);
        }
        int prev_for_later = nobody;
        if (prev != target && same_cache(prev, target) && q_.taken_for_idle(prev) && big_enough(prev)) {
            if (keeps_cluster(prev, target)) {
                return settle(WakeRule::prev_is_idle, prev);
            }
            prev_for_later = prev;
        }
        if (wakeup_.current_is_bound_kthread && !wakeup_.in_interrupt && prev == wakeup_.this_cpu &&
            q_.rq.nr_running[at(prev)] <= 1 && big_enough(prev)) {
            return settle(WakeRule::beside_bound_kthread, prev);
        }
        int recent_for_later = nobody;
        if (recent_is_good(target)) {
            if (keeps_cluster(wakeup_.recent, target)) {
                return settle(WakeRule::recent_is_idle, wakeup_.recent);
            }
            recent_for_later = wakeup_.recent;
        }
        if (q_.machine.asym_active && q_.machine.has_asym[at(target)] != 0) {
            const int big = idle_capacity(target);
            return big != nobody ? settle(WakeRule::capacity_scan, big)
                                 : settle(WakeRule::target_though_busy, target);
        }
        if (q_.machine.has_llc[at(target)] == 0) {
            return settle(WakeRule::no_llc_domain, target);
        }
        const int found = search_llc(target);
        if (found != nobody) {
            return found;
        }
        if (prev_for_later != nobody) {
            return settle(WakeRule::prev_of_other_cluster, prev_for_later);
        }
        if (recent_for_later != nobody) {
            return settle(WakeRule::recent_of_other_cluster, recent_for_later);
        }
        return settle(WakeRule::target_though_busy, target);
    }

    // Asked once; the field is overwritten before the affinity is looked at.
    bool recent_is_good(int target) {
        const int recent = decision_.recent;
        decision_.recent = wakeup_.prev;
        if (recent == wakeup_.prev || recent == target) {
            return false;
        }
        if (!same_cache(recent, target) || !q_.taken_for_idle(recent)) {
            return false;
        }
        if (!q_.may_use(q_.rules.recent_test_reads_prev ? decision_.recent : recent)) {
            return false;
        }
        return big_enough(recent);
    }

    int search_llc(int target) {
        decision_.read_hint = true;
        if (q_.machine.smt_active) {
            decision_.saw_hint = q_.rq.has_idle_cores[at(q_.machine.llc_id[at(target)])] != 0;
            if (!decision_.saw_hint && same_cache(wakeup_.prev, target)) {
                const int sibling = idle_smt(target);
                if (sibling != nobody) {
                    return settle(WakeRule::idle_sibling_of_prev, sibling);
                }
            }
        }
        decision_.scan = loop_select_idle_cpu(q_, decision_.saw_hint, target);
        switch (decision_.scan.end) {
            case ScanEnd::found_idle_core:
                return settle(WakeRule::idle_core, decision_.scan.cpu);
            case ScanEnd::found_idle_cpu:
                return settle(WakeRule::idle_cpu, decision_.scan.cpu);
            case ScanEnd::found_first_hot:
            case ScanEnd::found_last_hot:
                return settle(WakeRule::hot_cpu_of_scan, decision_.scan.cpu);
            case ScanEnd::found_fallback:
                return settle(WakeRule::fallback_of_core_scan, decision_.scan.cpu);
            default:
                return nobody;
        }
    }

    int idle_smt(int target) const {
        for (const int cpu : q_.machine.siblings[at(wakeup_.prev)]) {
            if (!q_.may_use(cpu)) {
                continue;
            }
            if (cpu == wakeup_.prev && !q_.rules.smt_scan_tries_prev) {
                continue;
            }
            if (q_.rules.smt_scan_stays_in_llc && q_.machine.llc_span[at(target)][at(cpu)] == 0) {
                continue;
            }
            if (q_.taken_for_idle(cpu)) {
                return cpu;
            }
        }
        return nobody;
    }

    int idle_capacity(int target) const {
        int best = nobody;
        int best_fit = 0;
        int best_capacity = 0;
        for (int step = 0; step < q_.machine.cpus; ++step) {
            const int first = q_.rules.capacity_scan_tries_target_last ? target + 1 : target;
            const int cpu = (first + step) % q_.machine.cpus;
            if (q_.machine.asym_span[at(target)][at(cpu)] == 0 || !q_.may_use(cpu) ||
                !q_.taken_for_idle(cpu)) {
                continue;
            }
            if (wakeup_.fits[at(cpu)] != 0) {
                return cpu;
            }
            const bool misses_boost_only = wakeup_.misses_boost[at(cpu)] != 0;
            const int fit = q_.rules.capacity_scan_prefers_boost_miss && misses_boost_only ? -1 : 0;
            const int capacity = q_.machine.capacity[at(cpu)];
            if (fit < best_fit || (fit == best_fit && capacity > best_capacity)) {
                best = cpu;
                best_fit = fit;
                best_capacity = capacity;
            }
        }
        return best;
    }

    bool can_run_on(int cpu) const {
        if (!q_.may_use(cpu) && !widened_) {
            return false;
        }
        return (wakeup_.bound_kthread ? q_.rq.online : q_.rq.active)[at(cpu)] != 0;
    }

    // The mask is widened only after a look at all of it; then it stays wide.
    int fall_back() {
        for (int cpu = 0; cpu < q_.machine.cpus; ++cpu) {
            if (q_.machine.node[at(cpu)] == q_.machine.node[at(wakeup_.prev)] && can_run_on(cpu)) {
                return cpu;
            }
        }
        for (;;) {
            for (int cpu = 0; cpu < q_.machine.cpus; ++cpu) {
                if (can_run_on(cpu)) {
                    return cpu;
                }
            }
            widened_ = true;
        }
    }

    bool goes_by_wake_list(int cpu) const {
        if (q_.rq.active[at(cpu)] == 0) {
            return false;
        }
        if (q_.rules.wake_list_asks_affinity && !q_.may_use(cpu) && !widened_) {
            return false;
        }
        if (!same_cache(wakeup_.this_cpu, cpu)) {
            return true;
        }
        if (cpu == wakeup_.this_cpu || q_.rules.wake_list == WakeListRule::descheduling_beside_one) {
            return false;
        }
        return q_.rq.nr_running[at(cpu)] == 0;
    }

    const LoopQuestion& q_;
    const LoopWakeup& wakeup_;
    bool widened_ = false;
    LoopDecision decision_;
};

}  // namespace

LoopDecision loop_select_task_rq(const LoopMachine& machine, const Rules& rules,
                                 const LoopRunqueues& runqueues, const LoopWakeup& wakeup) {
    std::vector<int> tested;
    LoopDecision decision = WakePath({machine, rules, runqueues, wakeup, tested}).run();
    decision.tested = std::move(tested);
    return decision;
}

bool loop_raises_hint(const LoopMachine& machine, const LoopRunqueues& runqueues, int cpu) {
    if (!machine.smt_active || machine.has_llc[at(cpu)] == 0) {
        return false;
    }
    if (runqueues.has_idle_cores[at(machine.llc_id[at(cpu)])] != 0) {
        return false;
    }
    for (const int sibling : machine.siblings[at(cpu)]) {
        if (sibling != cpu && runqueues.idle[at(sibling)] == 0) {
            return false;
        }
    }
    return true;
}

}  // namespace schedmc::loops
