// SPDX-License-Identifier: GPL-2.0-or-later
#include "solver/conform/unseen.hpp"

#include <algorithm>
#include <array>

namespace schedmc {

namespace {

constexpr std::uint32_t wf_sync = 0x10;

template <class T>
void add_if_new(std::vector<T>& values, const T& value) {
    if (std::find(values.begin(), values.end(), value) == values.end()) {
        values.push_back(value);
    }
}

std::vector<Pull> pulls(const RecordedDecision& decision) {
    if (decision.affine_answer.has_value()) {
        return {*decision.affine_answer == decision.this_cpu ? Pull::to_waker : Pull::to_prev};
    }
    return decision.shows_wake_affine ? std::vector{Pull::wide}
                                      : std::vector{Pull::to_prev, Pull::to_waker, Pull::wide};
}

// The CPUs that were idle at their last test and are not the answer.
CpuMask idle_and_not_taken(const RecordedDecision& decision) {
    CpuMask result;
    for (const RecordedTest& test : decision.tests) {
        if (test.idle) {
            result.insert(test.cpu);
        } else {
            result.erase(test.cpu);
        }
    }
    result.erase(decision.answer);
    return result;
}

}  // namespace

std::string_view name_of(UnseenInput input) {
    static constexpr std::array<std::string_view, unseen_inputs> names = {
        "wake_affine by load", "waker alone in its queue", "has_idle_cores",   "nr_idle_scan",
        "bound kernel thread", "SCHED_IDLE queue",         "core's own cookie"};
    return names[static_cast<std::size_t>(input)];
}

UnseenRange unseen_range(const RecordedDecision& decision, std::size_t llc_weight) {
    UnseenRange range;
    range.pull = pulls(decision);
    const bool sync = decision.affine_sync.value_or((decision.wake_flags & wf_sync) != 0);
    range.waker_alone = sync ? std::vector<bool>{false, true} : std::vector<bool>{false};
    range.hint =
        decision.hint.has_value() ? std::vector<bool>{*decision.hint} : std::vector<bool>{false, true};
    if (decision.nr_idle_scan.has_value()) {
        range.nr_idle_scan = {*decision.nr_idle_scan};
    } else {
        range.nr_idle_scan = {static_cast<std::uint32_t>(llc_weight), 0};
        for (std::uint32_t budget = 1; budget <= decision.tests.size() && budget < llc_weight; ++budget) {
            range.nr_idle_scan.push_back(budget);
        }
    }
    range.bound_kthread = {false};
    if (!decision.in_interrupt && decision.prev == decision.this_cpu) {
        range.bound_kthread.push_back(true);
    }
    range.sched_idle = {CpuMask(), CpuMask::single(decision.answer)};
    range.foreign_cookies = {CpuMask()};
    if (decision.cookie.has_value()) {
        add_if_new(range.foreign_cookies, idle_and_not_taken(decision));
    }
    return range;
}

}  // namespace schedmc
