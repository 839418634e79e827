// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string_view>

#include "properties/property.hpp"

/// Forks and execs under two policies.
namespace schedmc {

struct ForkAffinityShortcut {
    static constexpr PropertyInfo info = {
        .id = "fork.affinity-shortcut-exact",
        .kind = Kind::same,
        .scope = Scope::decision,
        .statement =
            "asking whether a task has a mask of its own, before the limit between nodes is clamped to the "
            "CPUs it may use, chooses the CPU that clamping always does",
        .why = "the test saves work on every fork, and must not cost a placement",
        .source =
            "find_idlest_group(); thread \"Consider cpu affinity when allowing NUMA imbalance in "
            "find_idlest_group\"",
        .vacuous = "nothing forks or execs",
        .expected =
            "holds for the test that was merged in v6.1; fails for a comparison with the number of online "
            "CPUs (numa-imbalance-affinity=online-cpus) once CPUs are offline, and without any test (v5.19)",
        .defect = "numa-mask-test-inverted"};

    static void counterpart(Rules& rules) { rules.numa_imbalance_affinity = NumaAffinity::always; }
    static bool speaks_of(const Event& event) {
        return event.kind == EventKind::fork || event.kind == EventKind::exec;
    }
    static bool reads(const FieldName& field) {
        const std::string_view name = field.field;
        return name == "phase" || name == "cpu" || name == "allowed" || name == "online" ||
               name == "unstamped";
    }
    template <class D>
    static Claim<D> judge(const StepScene<D>& one, const StepScene<D>& other) {
        return {D::truth(one.transition.places),
                one.transition.placement.cpu == other.transition.placement.cpu};
    }
    template <class D>
    static std::string however(const StepScene<D>& one, const StepScene<D>& other) {
        return "the task goes to " + cpu_text(one.transition.placement.cpu) + " here, and to " +
               cpu_text(other.transition.placement.cpu) + " where the limit is always clamped";
    }
};

}  // namespace schedmc
