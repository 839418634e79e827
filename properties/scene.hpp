// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/policy/select_task_rq.hpp"
#include "properties/property.hpp"

/// Words that the properties share, each with one meaning.
namespace schedmc::scene {

/// LLC(target) and the wakee's mask: the CPUs among which the fast path looks.
template <class D>
typename D::CpuSet searched(const DecisionScene<D>& s) {
    return at(s.topology.llcs.of_cpu, s.decision.target) & s.wakeup.allowed;
}

/// CPUs that this wakee may take for idle; every other CPU is busy to it.
template <class D>
typename D::CpuSet candidates(const DecisionScene<D>& s) {
    return candidates_of(s.topology, s.policy, s.view, s.wakeup);
}

/// CPUs of wholly idle cores.
template <class D>
typename D::CpuSet idle_cores(const DecisionScene<D>& s) {
    return whole(s.topology.cores, s.view.idle);
}

/// The scan of the LLC was reached.
template <class D>
typename D::Truth scan_reached(const DecisionScene<D>& s) {
    return s.decision.scan.end != ScanEnd::not_reached;
}

/// The class's answer came from one of these rules.
template <class D, class... Rules>
typename D::Truth by_rule(const DecisionScene<D>& s, Rules... rules) {
    return ((s.decision.rule == rules) | ...);
}

/// The class answered with the previous CPU or the target as they were.
template <class D>
typename D::Truth by_prev_or_target(const DecisionScene<D>& s) {
    return by_rule(s, WakeRule::target_is_idle, WakeRule::prev_is_idle, WakeRule::beside_bound_kthread,
                   WakeRule::no_llc_domain, WakeRule::prev_of_other_cluster, WakeRule::target_though_busy);
}

/// The class answered with the recently used CPU.
template <class D>
typename D::Truth by_recent(const DecisionScene<D>& s) {
    return by_rule(s, WakeRule::recent_is_idle, WakeRule::recent_of_other_cluster);
}

}  // namespace schedmc::scene
