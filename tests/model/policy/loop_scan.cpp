// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/model/policy/loop_reading.hpp"

namespace schedmc::loops {

namespace {

// One call of select_idle_cpu(): what is left to visit shrinks on the way, as the kernel's mask does.
class LlcScan {
public:
    LlcScan(const LoopQuestion& question, bool has_idle_core, int target)
        : q_(question), hint_(has_idle_core), target_(target) {}

    LoopScan run() {
        scan_.cpu = search();
        return scan_;
    }

private:
    int end(ScanEnd how, int cpu = nobody) {
        scan_.end = how;
        return cpu;
    }
    bool over() const { return scan_.end != ScanEnd::not_reached; }
    bool waker_has_llc() const { return q_.machine.has_llc[at(q_.wakeup.this_cpu)] != 0; }

    // What the limiters leave of the scan: a countdown, or nothing when it is over before it began.
    void limit() {
        if (q_.rules.sis_prop && !hint_) {
            if (q_.rules.waker_llc == WakerLlc::asked_if_sis_prop_limits && !waker_has_llc()) {
                end(ScanEnd::waker_has_no_llc);
                return;
            }
            countdown_ = q_.rq.prop_budget[at(q_.machine.llc_id[at(q_.wakeup.this_cpu)])];
        }
        if (q_.rules.sis_util && !(q_.rules.sis_ignore_util_if_idle_core && hint_)) {
            countdown_ = q_.rq.nr_idle_scan[at(q_.machine.llc_id[at(target_)])] + 1;
            if (countdown_ == 1) {
                end(ScanEnd::refused_by_sis_util);
            }
            questions_left_ = countdown_ / 2;
        }
    }

    int search() {
        if (q_.rules.waker_llc == WakerLlc::always_asked && !waker_has_llc()) {
            return end(ScanEnd::waker_has_no_llc);
        }
        left_ = q_.machine.llc_span[at(target_)];
        bool empty = true;
        for (int cpu = 0; cpu < q_.machine.cpus; ++cpu) {
            left_[at(cpu)] = left_[at(cpu)] != 0 && q_.may_use(cpu) ? 1 : 0;
            empty = empty && left_[at(cpu)] == 0;
        }
        at_start_ = left_;
        limit();
        if (over()) {
            return nobody;
        }
        if (q_.rules.empty_scan_keeps_hint && empty) {
            return end(ScanEnd::nothing_idle);
        }
        if (q_.rules.cluster_aware && q_.machine.cluster_active &&
            q_.machine.begins_with_cluster[at(target_)] != 0) {
            const Flags& group = q_.machine.first_group[at(target_)];
            const int found = visit(&group);
            if (over()) {
                return found;
            }
            for (int cpu = 0; cpu < q_.machine.cpus; ++cpu) {
                if (group[at(cpu)] != 0) {
                    left_[at(cpu)] = 0;
                }
            }
        }
        const int found = visit(nullptr);
        return over() ? found : give_up();
    }

    int give_up() {
        if (!hint_) {
            return take_hot_after_all();
        }
        scan_.hint_cleared_of = q_.machine.llc_id[at(target_)];
        return fallback_ == nobody ? end(ScanEnd::nothing_idle) : end(ScanEnd::found_fallback, fallback_);
    }

    // The variable that the loop left behind, and the CPU remembered on the way.
    int take_hot_after_all() {
        const int remembered = scan_.passed_over.empty() ? nobody : scan_.passed_over.front();
        int result = nobody;
        if (q_.rules.sis_cache == SisCache::v1) {
            result = remembered;
        } else if (q_.rules.sis_cache == SisCache::v2) {
            result = last_result_ == nobody ? remembered : last_result_;
        }
        if (result == nobody) {
            return end(ScanEnd::nothing_idle);
        }
        return end(result == remembered ? ScanEnd::found_first_hot : ScanEnd::found_last_hot, result);
    }

    // Asked in the loop over the LLC of each CPU that could be taken.
    bool left_alone(int cpu) {
        bool leave = false;
        if (q_.rules.sis_cache == SisCache::v1) {
            leave = q_.hot(cpu);
        } else if (q_.rules.sis_cache == SisCache::v2) {
            --questions_left_;
            leave = questions_left_ >= 0 && q_.hot(cpu);
        }
        if (leave) {
            scan_.passed_over.push_back(cpu);
        }
        return leave;
    }

    // What the RFC's __select_idle_cpu() answers of one CPU.
    bool counts_as_idle(int cpu) {
        if (!q_.taken_for_idle(cpu) || !q_.cookie_matches(cpu)) {
            return false;
        }
        if (q_.rules.sis_cache == SisCache::rfc && q_.hot(cpu)) {
            scan_.passed_over.push_back(cpu);
            return false;
        }
        return true;
    }

    // One pass over what is left, of the group if there is one.
    int visit(const Flags* group) {
        for (int step = 1; step <= q_.machine.cpus; ++step) {
            const int cpu = (target_ + step) % q_.machine.cpus;
            if (left_[at(cpu)] == 0 || (group != nullptr && (*group)[at(cpu)] == 0)) {
                continue;
            }
            if (hint_) {
                scan_.examined_in_order.push_back(cpu);
                if (core_is_idle(cpu) && (group != nullptr || !left_alone(cpu))) {
                    return end(ScanEnd::found_idle_core, cpu);
                }
                continue;
            }
            --countdown_;
            if (countdown_ <= 0) {
                return end(ScanEnd::budget_used_up);
            }
            scan_.examined_in_order.push_back(cpu);
            last_result_ = nobody;
            if (counts_as_idle(cpu)) {
                last_result_ = cpu;
                if (group != nullptr || !left_alone(cpu)) {
                    return end(ScanEnd::found_idle_cpu, cpu);
                }
            }
        }
        return nobody;
    }

    // Looks at the siblings in order until it knows enough; a core that is not idle leaves the scan.
    bool core_is_idle(int core) {
        bool all_idle = true;
        tell_hot_siblings(core);
        for (const int cpu : q_.machine.siblings[at(core)]) {
            const bool eligible =
                q_.rules.core_fallback_stays_in_scan ? left_[at(cpu)] != 0 : q_.may_use(cpu);
            const bool hidden = q_.rules.sis_cache == SisCache::rfc && q_.hot(cpu);
            if (q_.idle(cpu) && !hidden) {
                if (fallback_ == nobody && eligible) {
                    fallback_ = cpu;
                }
                continue;
            }
            all_idle = false;
            if (fallback_ != nobody) {
                break;
            }
            if (q_.good_sched_idle(cpu) && eligible && !hidden) {
                fallback_ = cpu;
                break;
            }
        }
        if (!all_idle) {
            for (const int cpu : q_.machine.siblings[at(core)]) {
                left_[at(cpu)] = 0;
            }
        }
        return all_idle;
    }

    // Of a core that is looked at, what the RFC keeps it from seeing; not a test of the kernel's.
    void tell_hot_siblings(int core) {
        for (const int cpu : q_.machine.siblings[at(core)]) {
            const bool idle = q_.rq.idle[at(cpu)] != 0 || q_.good_sched_idle(cpu);
            if (q_.rules.sis_cache == SisCache::rfc && q_.hot(cpu) && idle && at_start_[at(cpu)] != 0) {
                scan_.passed_over.push_back(cpu);
            }
        }
    }

    const LoopQuestion& q_;
    const bool hint_;
    const int target_;
    Flags left_;
    Flags at_start_;
    int countdown_ = 1 << 30;
    // nr_hot of SIS_CACHE v2.
    int questions_left_ = 0;
    int fallback_ = nobody;
    int last_result_ = nobody;
    LoopScan scan_;
};

}  // namespace

LoopScan loop_select_idle_cpu(const LoopQuestion& question, bool has_idle_core, int target) {
    return LlcScan(question, has_idle_core, target).run();
}

}  // namespace schedmc::loops
