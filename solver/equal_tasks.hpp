// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "model/state.hpp"

namespace schedmc {

/// Tasks of a scenario that are alike in everything. States in which they have changed places behave alike, since
/// tasks are told apart by their numbers nowhere; one of these states stands for all of them.
class EqualTasks {
public:
    /// Cost: tasks squared.
    explicit EqualTasks(const Scenario& scenario) {
        for (std::size_t t = 0; t < scenario.tasks.size(); ++t) {
            const auto first = std::find(scenario.tasks.begin(), scenario.tasks.end(), scenario.tasks[t]);
            first_.push_back(static_cast<std::size_t>(first - scenario.tasks.begin()));
            groups_.resize(t + 1);
            groups_[first_[t]].push_back(t);
        }
    }

    /// The first of the tasks that are equal to this one.
    std::size_t first_of(std::size_t task) const { return first_[task]; }

    /// Exchanges equal tasks, until they are in the order of what they do. Over concrete domains.
    ///
    /// Cost: tasks squared at worst; no memory.
    template <class D>
    void sort(State<D>& state) const {
        for (const std::vector<std::size_t>& group : groups_) {
            for (std::size_t sorted = 1; sorted < group.size(); ++sorted) {
                for (std::size_t at = sorted; at > 0; --at) {
                    TaskState<D>& one = state.tasks[group[at - 1]];
                    TaskState<D>& other = state.tasks[group[at]];
                    if (!precedes(other, one)) {
                        break;
                    }
                    std::swap(one, other);
                }
            }
        }
    }

private:
    template <class D>
    static bool precedes(const TaskState<D>& a, const TaskState<D>& b) {
        const auto number = [](const auto& cpu) { return cpu.has_number() ? cpu.number() + 1 : 0; };
        const auto key = [&](const TaskState<D>& task) {
            return std::array<std::size_t, 6>{static_cast<std::size_t>(task.phase.value()),
                                              number(task.cpu),
                                              task.rank.value(),
                                              number(task.recent),
                                              number(task.waker),
                                              number(task.pushed_from)};
        };
        const auto key_a = key(a);
        const auto key_b = key(b);
        if (key_a != key_b) {
            return key_a < key_b;
        }
        const CpuMask mask_a = CpuMask::from(a.allowed.bits());
        const CpuMask mask_b = CpuMask::from(b.allowed.bits());
        std::size_t word = 0;
        while (word + 1 < max_cpus / 64 && mask_a.word(word) == mask_b.word(word)) {
            ++word;
        }
        return mask_a.word(word) < mask_b.word(word);
    }

    std::vector<std::size_t> first_;
    /// [task] -> the tasks equal to it, if it is the first of them.
    std::vector<std::vector<std::size_t>> groups_;
};

}  // namespace schedmc
