// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "tests/support/toy_system.hpp"

namespace schedmc::toys {

/// The smallest scheduler: tasks that are absent or on one of several queues, and for each queue a current
/// task, which stays on its queue, or none. Absent tasks wake on any queue, queues pick, current tasks block
/// or are preempted, other queued tasks migrate.
///
/// Known: with T tasks and C queues, T! [x^T] (1 + x)^C e^((C + 1) x) states, depth T + min(T, C). A state
/// packs into 3 bits for each task and 4 for each queue: at most 8 tasks and 7 queues, in one word.
///
/// Watch 0 scores where a current task is not on its queue, which never happens; watch 1 scores where every
/// task is current, and has a cap that lets it settle only if `settles` is set.
struct RunQueues {
    static constexpr std::size_t most_tasks = 8;
    static constexpr std::size_t most_queues = 7;

    struct State {
        /// [task] -> 0 if absent, otherwise its queue + 1.
        std::array<std::uint8_t, most_tasks> place{};
        /// [queue] -> 0 if it has no current task, otherwise the task + 1.
        std::array<std::uint8_t, most_queues> current{};
    };
    enum class Kind : std::uint8_t { wake, pick, block, preempt, migrate };
    struct Event {
        Kind kind = Kind::wake;
        std::uint8_t task = 0;
        std::uint8_t queue = 0;

        friend bool operator==(const Event&, const Event&) = default;
    };
    using Transition = PlainTransition<State>;

    std::size_t tasks = 1;
    std::size_t queues = 1;
    bool settles = false;

    std::size_t packed_words() const { return 1; }
    void pack(const State& state, std::span<std::uint64_t> words) const {
        std::uint64_t word = 0;
        for (std::size_t task = 0; task < tasks; ++task) {
            word = word << 3 | state.place[task];
        }
        for (std::size_t queue = 0; queue < queues; ++queue) {
            word = word << 4 | state.current[queue];
        }
        words[0] = word;
    }
    void unpack(std::span<const std::uint64_t> words, State& state) const {
        state = State{};
        std::uint64_t word = words[0];
        for (std::size_t queue = queues; queue-- > 0; word >>= 4) {
            state.current[queue] = word & 15;
        }
        for (std::size_t task = tasks; task-- > 0; word >>= 3) {
            state.place[task] = word & 7;
        }
    }

    template <class Visit>
    void initial_states(Visit&& visit) const {
        visit(State{});
    }

    bool is_current(const State& state, std::size_t task) const {
        return state.place[task] != 0 && state.current[state.place[task] - 1u] == task + 1;
    }

    template <class Visit>
    void enabled(const State& state, Visit&& visit) const {
        for (std::uint8_t task = 0; task < tasks; ++task) {
            const bool absent = state.place[task] == 0;
            const bool queued = !absent && !is_current(state, task);
            for (std::uint8_t queue = 0; queue < queues; ++queue) {
                const bool here = state.place[task] == queue + 1;
                if (absent) {
                    visit(Event{Kind::wake, task, queue});
                } else if (queued && !here) {
                    visit(Event{Kind::migrate, task, queue});
                } else if (queued && state.current[queue] == 0) {
                    visit(Event{Kind::pick, task, queue});
                } else if (!queued && here) {
                    visit(Event{Kind::block, task, queue});
                    visit(Event{Kind::preempt, task, queue});
                }
            }
        }
    }
    void step(const State& before, const Event& event, Transition& transition) const {
        State& after = transition.after;
        after = before;
        switch (event.kind) {
            case Kind::wake:
            case Kind::migrate:
                after.place[event.task] = static_cast<std::uint8_t>(event.queue + 1);
                break;
            case Kind::pick:
                after.current[event.queue] = static_cast<std::uint8_t>(event.task + 1);
                break;
            case Kind::block:
                after.place[event.task] = 0;
                after.current[event.queue] = 0;
                break;
            case Kind::preempt:
                after.current[event.queue] = 0;
                break;
        }
    }

    std::size_t watch_count() const { return 2; }
    std::uint64_t watch_cap(std::size_t watch) const { return watch == 0 || settles ? 1 : 2; }
    void judge_state(const State& state, explore::Judgement& judgement) const {
        std::size_t currents = 0;
        for (std::size_t queue = 0; queue < queues; ++queue) {
            const std::size_t current = state.current[queue];
            if (current != 0) {
                ++currents;
                judgement.score(0, state.place[current - 1] == queue + 1 ? 0 : 1);
            }
        }
        if (currents > 0) {
            judgement.relevant(0);
        }
        judgement.score(1, currents == tasks ? 1 : 0);
    }
    void judge_step(const State&, const Event&, const Transition&, explore::Judgement&) const {}
};

}  // namespace schedmc::toys
