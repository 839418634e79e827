// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "properties/scene.hpp"

/// What properties of load balance ask of a step.
namespace schedmc::scene {

/// The claim of a step that it says nothing about.
template <class D>
Claim<D> nothing() {
    return {D::truth(false), D::truth(true)};
}

template <class D>
typename D::Truth moves(const BalanceTake<D>& take) {
    return take.taken != D::tasks(Bits<1>());
}

/// "t1, t2", of a concrete set.
template <class TaskSet>
std::string tasks_text(const TaskSet& tasks) {
    std::string text;
    tasks.bits().for_each(
        [&](std::size_t task) { text += (text.empty() ? "t" : ", t") + std::to_string(task); });
    return text.empty() ? "nothing" : text;
}

/// The first of concrete takes of which something holds, or null.
template <class D, class Holds>
const BalanceTake<D>* first_take(const std::vector<BalanceTake<D>>& takes, Holds&& holds) {
    for (const BalanceTake<D>& take : takes) {
        if (holds(take).is_true()) {
            return &take;
        }
    }
    return nullptr;
}

/// The same of looks at domains.
template <class D, class Holds>
const BalanceLook<D>* first_look(const std::vector<BalanceLook<D>>& looks, Holds&& holds) {
    for (const BalanceLook<D>& look : looks) {
        if (holds(look).is_true()) {
            return &look;
        }
    }
    return nullptr;
}

/// The name of a look's domain: "MC".
template <class D>
const std::string& domain_of(const StepScene<D>& s, const BalanceLook<D>& look) {
    return s.model.topology.domains.of_cpu[look.env.cpu][look.env.level].name;
}

}  // namespace schedmc::scene
