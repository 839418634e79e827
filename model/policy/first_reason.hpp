// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/policy/fork_exec.hpp"

namespace schedmc {

/// The first reason that holds, of reasons tried in order: the value form of a function that returns early.
template <class D, class Rule>
class FirstReason {
public:
    /// The reason is the answer, if it holds and none before it did.
    void try_next(const typename D::Truth& holds, Rule rule) {
        rule_ = select((rule_ == Rule::none) & holds, D::choice(rule), rule_);
    }
    const typename D::template Choice<Rule>& rule() const { return rule_; }

private:
    typename D::template Choice<Rule> rule_ = D::choice(Rule::none);
};

}  // namespace schedmc
