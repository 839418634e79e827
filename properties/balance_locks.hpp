// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "properties/balance_scene.hpp"

/// The lock that serialises passes over nodes.
namespace schedmc {

struct LockLetGo {
    static constexpr PropertyInfo info = {
        .id = "balance.lock-let-go",
        .kind = Kind::always,
        .scope = Scope::pass,
        .statement = "a pass holds the lock that serialises passes over nodes in such domains only",
        .why =
            "whoever does not get it leaves the domain out: held on to, it keeps nodes from being balanced",
        .source = "rebalance_domains(), sched_balance_rq(): SD_SERIALIZE",
        .vacuous = "no pass takes the lock: machines of one node, and scenarios without races",
        .expected = "holds",
        .defect = "lock-kept"};
    /// The lock is held by a pass that is in no domain.
    template <class D>
    static typename D::Truth is_held_outside(const Pass<D>& pass) {
        return pass.serialises & ((pass.stage == PassStage::none) | (pass.stage == PassStage::between));
    }
    template <class D>
    static Claim<D> judge(const StepScene<D>& s) {
        Claim<D> claim = scene::nothing<D>();
        for (const Pass<D>& pass : s.before.balance.passes) {
            claim.relevant = claim.relevant | pass.serialises;
        }
        for (const Pass<D>& pass : s.transition.after.balance.passes) {
            claim.relevant = claim.relevant | pass.serialises;
            claim.holds = claim.holds & !is_held_outside(pass);
        }
        return claim;
    }
    template <class D>
    static std::string however(const StepScene<D>& s) {
        for (const Pass<D>& pass : s.transition.after.balance.passes) {
            if (is_held_outside(pass).is_true()) {
                return cpu_text(pass.runner) + " has left the domain and holds its lock";
            }
        }
        return "";
    }
};

}  // namespace schedmc
