// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/policy/rules.hpp"

namespace schedmc {

const std::vector<Revision>& revisions() {
    static const std::vector<Revision> table = {
        {"v5.19", "linux 5.19.0",
         {.recent_test_reads_prev = true,
          .cluster_aware = false,
          .smt_scan_tries_prev = true,
          .smt_scan_stays_in_llc = true,
          .core_fallback_stays_in_scan = false,
          .waker_llc = WakerLlc::always_asked,
          .sis_prop = true,
          .sis_util = false,
          .sis_ignore_util_if_idle_core = false,
          .empty_scan_keeps_hint = false,
          .sched_idle_wakee_seeks_idle = false,
          .idle_repick_raises_hint = true,
          .capacity_scan_prefers_boost_miss = false,
          .current_cpu_wakeups = false,
          .wake_list = WakeListRule::descheduling_beside_one,
          .wake_list_asks_affinity = false}},
        {"v6.1", "linux 6.1.0",
         {.recent_test_reads_prev = true,
          .cluster_aware = false,
          .smt_scan_tries_prev = false,
          .smt_scan_stays_in_llc = false,
          .core_fallback_stays_in_scan = false,
          .waker_llc = WakerLlc::asked_if_sis_prop_limits,
          .sis_prop = false,
          .sis_util = true,
          .sis_ignore_util_if_idle_core = false,
          .empty_scan_keeps_hint = false,
          .sched_idle_wakee_seeks_idle = false,
          .idle_repick_raises_hint = true,
          .capacity_scan_prefers_boost_miss = false,
          .current_cpu_wakeups = false,
          .wake_list = WakeListRule::empty_queue,
          .wake_list_asks_affinity = true}},
        {"v6.12", "linux 6.12.0",
         {.recent_test_reads_prev = false,
          .cluster_aware = true,
          .smt_scan_tries_prev = false,
          .smt_scan_stays_in_llc = true,
          .core_fallback_stays_in_scan = true,
          .waker_llc = WakerLlc::never_asked,
          .sis_prop = false,
          .sis_util = true,
          .sis_ignore_util_if_idle_core = false,
          .empty_scan_keeps_hint = false,
          .sched_idle_wakee_seeks_idle = false,
          .idle_repick_raises_hint = false,
          .capacity_scan_prefers_boost_miss = true,
          .current_cpu_wakeups = true,
          .wake_list = WakeListRule::empty_queue,
          .wake_list_asks_affinity = true}},
    };
    return table;
}

}  // namespace schedmc
