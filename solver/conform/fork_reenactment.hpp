// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/policy/fork_tests_in_order.hpp"
#include "model/recorded_decision.hpp"

namespace schedmc {

/// How far the model explains a recorded fork or exec.
enum class ForkExplained : std::uint8_t {
    /// With some queues, loads and idle stamps it tests the same CPUs in the same order and answers the same CPU.
    by_tests,
    /// It answers the same CPU with some; the idle tests are of cores whose cookies were not recorded.
    by_answer,
    /// With none that was tried.
    not_explained,
};

/// What a recording of a fork or an exec does not show, as far as it decides: the queues of the CPUs that were not
/// tested, their loads, and which idle CPU is the freshest.
struct ForkUnseen {
    /// The CPUs that are idle if no test says otherwise; all others have `queued` tasks.
    CpuMask idle;
    std::size_t queued = 1;
    /// The queue of the CPU answered hardly loads it.
    bool answer_is_light = false;
    /// The idle CPU that went idle last; the CPU answered is the next.
    std::uint16_t freshest = 0;
};

namespace reenacting {

/// How many suppositions about one call are tried: large machines have more groups than anyone waits for.
inline constexpr std::size_t most_suppositions = 20'000;

/// The whole machine, nothing, every group that the domains of the CPU that asks and of the CPU answered compare, and
/// what each of these leaves.
template <class D>
std::vector<CpuMask> fork_shapes(const Topology<D>& topology, const RecordedDecision& recorded) {
    const CpuMask& online = topology.machine.online;
    std::vector<CpuMask> shapes = {online, CpuMask()};
    const auto add = [&](const CpuMask& shape) {
        if (std::find(shapes.begin(), shapes.end(), shape) == shapes.end()) {
            shapes.push_back(shape);
        }
    };
    for (const std::uint16_t cpu : {recorded.this_cpu, recorded.answer}) {
        for (const SchedDomain& domain : topology.domains.of_cpu[cpu]) {
            for (const SchedGroup& group : domain.groups) {
                add(group.span);
                add(online - group.span);
            }
        }
    }
    return shapes;
}

/// The suppositions with these CPUs idle, the plainest first.
inline std::vector<ForkUnseen> suppositions(const CpuMask& idle, const std::vector<std::uint16_t>& freshest) {
    std::vector<ForkUnseen> list;
    for (const std::size_t queued : {1U, 2U, 3U}) {
        for (const bool light : {false, true}) {
            for (const std::uint16_t newest : freshest) {
                list.push_back({idle, queued, light, newest});
            }
        }
    }
    return list;
}

/// The question that the recorded call put to the policy.
template <class D>
ForkExec<D> fork_exec_of(const Topology<D>& topology, const RecordedDecision& recorded) {
    constexpr std::uint32_t wf_exec = 0x2;
    ForkExec<D> question;
    question.exec = (recorded.wake_flags & wf_exec) != 0;
    question.this_cpu = D::cpu(recorded.this_cpu);
    question.prev = D::cpu(recorded.prev);
    question.allowed = D::cpus(recorded.allowed);
    question.sched_idle_policy = question.bound_kthread = question.full_mask_count = D::truth(false);
    question.preferred_node = topology.none;
    question.fits = question.cookie_matches = topology.online;
    question.own_load = question.own_util = question.own_runnable = D::number(question.exec ? 1024 : 0);
    return question;
}

/// What the model sees: the tests' answers, and the rest as supposed. A CPU answered busy, or where the task or its
/// parent runs, has one task at least.
template <class D>
LoadView<D> loads_of(const Topology<D>& topology, const RecordedDecision& recorded,
                     const ForkUnseen& unseen) {
    CpuMask idle = unseen.idle - CpuMask::single(recorded.this_cpu);
    for (const RecordedTest& test : recorded.tests) {
        if (!recorded.asks_cookies) {
            idle = test.idle ? idle | CpuMask::single(test.cpu) : idle - CpuMask::single(test.cpu);
        }
    }
    const std::size_t cpus = topology.machine.cpu_count();
    LoadView<D> view;
    view.active = view.online = topology.online;
    view.idle = view.runs_idle = D::cpus(idle & topology.machine.online);
    view.sched_idle = view.pending = view.has_idle_state = topology.none;
    for (auto* numbers :
         {&view.nr_running, &view.load, &view.util, &view.runnable, &view.exit_latency, &view.idle_stamp}) {
        numbers->resize(cpus, D::number(0));
    }
    (topology.machine.online - idle).for_each([&](std::size_t cpu) {
        const bool light = unseen.answer_is_light && cpu == recorded.answer;
        view.nr_running[cpu] = D::number(unseen.queued);
        view.load[cpu] = D::number(light ? 1 : 1024 * unseen.queued);
        view.util[cpu] = D::number(1024);
        view.runnable[cpu] = D::number(1024 * unseen.queued);
    });
    idle.for_each([&](std::size_t cpu) {
        view.idle_stamp[cpu] = D::number(cpu == unseen.freshest ? 3 : cpu == recorded.answer ? 2 : 1);
    });
    return view;
}

}  // namespace reenacting

/// How far the model explains a fork or an exec: the plainest suppositions about what was not recorded come first.
///
/// One-sided: that no supposition tried explains a call is no proof that none does, and that one does says no more than
/// that the rules allow the answer. Cost: a decision for each supposition, at most most_suppositions.
template <class D>
ForkExplained explain_fork(const Topology<D>& topology, const Policy& policy,
                           const RecordedDecision& recorded) {
    const ForkExec<D> question = reenacting::fork_exec_of(topology, recorded);
    std::vector<std::uint16_t> freshest = {recorded.answer};
    std::vector<std::uint16_t> wanted;
    for (const RecordedTest& test : recorded.tests) {
        wanted.push_back(test.cpu);
        if (test.idle) {
            freshest.push_back(test.cpu);
        }
    }
    const std::vector<CpuMask> shapes = reenacting::fork_shapes(topology, recorded);
    std::size_t tried = 0;
    for (const CpuMask& idle : shapes) {
        for (const CpuMask& without : shapes) {
            for (const ForkUnseen& unseen : reenacting::suppositions(idle - without, freshest)) {
                if (++tried > reenacting::most_suppositions) {
                    return ForkExplained::not_explained;
                }
                const auto view = reenacting::loads_of(topology, recorded, unseen);
                const auto decision = select_task_rq_fair(topology, policy, view, question);
                if (!(decision.answer == D::cpu(recorded.answer)).is_true()) {
                    continue;
                }
                if (recorded.asks_cookies) {
                    return ForkExplained::by_answer;
                }
                if (fork_tests_in_order(topology, policy, view, question, decision) == wanted) {
                    return ForkExplained::by_tests;
                }
            }
        }
    }
    return ForkExplained::not_explained;
}

}  // namespace schedmc
