// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "properties/scene.hpp"

/// Near which CPU a wakee is placed.
namespace schedmc {

struct IdlePrevWins {
    static constexpr PropertyInfo info = {
        .id = "wakeup.idle-prev-wins",
        .kind = Kind::always,
        .scope = Scope::decision,
        .statement =
            "where wake_affine() is asked about an idle previous CPU, that CPU is the target, unless a sync "
            "waker leaves its own to the wakee",
        .why =
            "loads that linger on an idle CPU send the wakee to the waker's LLC, where it drives others out",
        .source = "wake_affine_idle(); commit d8fcb81f1acf repaired 11f10e5420f6",
        .vacuous = "no waker is asked about an idle CPU",
        .expected = "holds",
        .defect = "idle-prev-not-asked"};
    template <class D>
    static Claim<D> judge(const DecisionScene<D>& s) {
        const auto leaves =
            waker_leaves(s.policy, s.view, s.wakeup) & !interrupt_nearby(s.topology, s.view, s.wakeup);
        const auto asked = asks_wake_affine(s.topology, s.policy, s.wakeup) & exists(s.decision.target);
        return {asked & contains(s.view.idle, s.wakeup.prev) & !leaves, s.decision.target == s.wakeup.prev};
    }
    template <class D>
    static std::string however(const DecisionScene<D>& s) {
        return cpu_text(s.wakeup.prev) + ", where the wakee ran before, is idle, and " +
               cpu_text(s.decision.target) + " is the target";
    }
};

}  // namespace schedmc
