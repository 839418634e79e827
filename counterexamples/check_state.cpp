// SPDX-License-Identifier: GPL-2.0-or-later
#include "counterexamples/check_state.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "counterexamples/trace_words.hpp"
#include "model/fields.hpp"
#include "model/input_error.hpp"
#include "model/races.hpp"

namespace schedmc {

namespace {

/// Checks each field by itself.
class FieldChecker {
public:
    FieldChecker(const Model<Wide>& model, const std::string& place)
        : machine_(model.topology.machine), place_(place) {}

    template <class Choice>
    void choice(const FieldName&, const Choice&, std::size_t) {}
    void cpu(const FieldName& name, const Wide::Cpu& field) {
        if (!machine_.present.contains(field.number())) {
            fail(name, fmt::format("cpu {} does not exist", field.number()), cpus_known());
        }
    }
    void cpus(const FieldName& name, const Wide::CpuSet& field) {
        const CpuMask absent = field.bits() - machine_.present;
        if (!absent.empty()) {
            fail(name, fmt::format("cpu {} does not exist", absent.next(0)), cpus_known());
        }
        if (std::string_view(name.group) == "task" && (field.bits() & machine_.online).empty()) {
            fail(name, "no online CPU is in this mask", "allow one of " + cpu_list(machine_.online));
        }
    }
    void blocks(const FieldName& name, const Wide::CpuSet& field, const Blocks<Wide>& blocks) {
        CpuMask whole_blocks;
        for (const Wide::CpuSet& block : blocks.sets) {
            whole_blocks |= is_subset(block, field).is_true() ? block.bits() : CpuMask();
        }
        if (!(whole_blocks == field.bits())) {
            fail(name, "cpus " + cpu_list(field.bits() - whole_blocks) + " are part of a domain",
                 "a hint belongs to a whole LLC domain");
        }
    }
    void truth(const FieldName&, const Wide::Truth&) {}
    void number(const FieldName& name, const Wide::Number& field, std::size_t least, std::size_t greatest) {
        const bool of_absent =
            std::string_view(name.group) == "cpu" && !machine_.present.contains(name.index);
        if (of_absent && field.value() != 0) {
            fail(name, fmt::format("cpu {} does not exist and is not reserved", name.index), cpus_known());
        }
        if (field.value() < least || field.value() > greatest) {
            fail(name, fmt::format("{} is out of range", field.value()),
                 fmt::format("{} to {}", least, greatest));
        }
    }

private:
    std::string cpus_known() const { return "this machine has cpus " + cpu_list(machine_.present); }
    [[noreturn]] void fail(const FieldName& name, const std::string& what, const std::string& hint) const {
        const std::string group = *name.group == '\0' ? "" : fmt::format("/{}s/{}", name.group, name.index);
        throw InputError(fmt::format("{}{}/{}", place_, group, name.field), what, hint);
    }

    const Machine& machine_;
    const std::string& place_;
};

/// Phases that some scenarios do not have, and what goes with them.
void check_phase(const Model<Wide>& model, const State<Wide>& state, const TaskState<Wide>& task,
                 const std::string& place) {
    const TaskPhase phase = task.phase.value();
    const bool between = phase > TaskPhase::unborn && phase != TaskPhase::delayed;
    if ((between && !model.scenario.races) || (phase == TaskPhase::delayed && !delays_dequeue(model)) ||
        (phase == TaskPhase::received && !model.policy.rules.pending_cleared_first)) {
        throw InputError(place + "/phase", fmt::format("no task is '{}' under this policy and scenario",
                                                       trace_words::word_of(phase)));
    }
    const bool migrates = phase == TaskPhase::migrating && is_empty(task.clears_hint).is_true();
    if (phase != TaskPhase::waking && !migrates &&
        !((task.waker == no_waker(model)) & is_empty(task.clears_hint)).is_true()) {
        throw InputError(place + "/waker", "a task that is not waking has a waker or a hint to clear",
                         fmt::format("cpu{} and none say nothing", no_waker(model).number()));
    }
    if (phase == TaskPhase::descheduling && !contains(state.switching, task.cpu).is_true()) {
        throw InputError(place + "/phase", "it is descheduling on a CPU that is not switching");
    }
}

void check_task(const Model<Wide>& model, const TaskState<Wide>& task, const std::string& place,
                const CpuMask& online, CpuMask& taken) {
    if (is_away(task).is_true()) {
        return;
    }
    const std::size_t cpu = task.cpu.number();
    if (!online.contains(cpu)) {
        throw InputError(place + "/cpu", fmt::format("cpu {} is offline and the task is not asleep", cpu),
                         "online are " + cpu_list(online));
    }
    const bool strays = !contains(task.allowed, task.cpu).is_true() && !model.scenario.races;
    if (strays && !model.policy.has(Defect::no_fallback)) {
        throw InputError(place + "/cpu", fmt::format("the task is on cpu {}, which its mask leaves out", cpu),
                         "it may run on " + cpu_list(task.allowed.bits()));
    }
    if (task.phase.value() == TaskPhase::running) {
        if (taken.contains(cpu)) {
            throw InputError(place + "/cpu", fmt::format("two tasks run on cpu {}", cpu),
                             "one runs, others are queued");
        }
        taken.insert(cpu);
    }
}

}  // namespace

void check_state(const Model<Wide>& model, const State<Wide>& state, const std::string& place) {
    expects(state.tasks.size() == model.scenario.tasks.size(), "a state has the scenario's tasks");
    visit_fields(model, state, FieldChecker(model, place));
    if (!model.layouts.empty()) {
        const auto is_there = [&](const Layout<Wide>& layout) {
            return (layout.topology.online == state.online).is_true();
        };
        if (std::none_of(model.layouts.begin(), model.layouts.end(), is_there)) {
            throw InputError(
                place + "/online",
                fmt::format("hotplug does not leave the CPUs {} online", cpu_list(state.online.bits())),
                fmt::format("it begins with {} and has {} steps", cpu_list(model.online_at_start),
                            model.scenario.hotplug_events));
        }
    }
    CpuMask taken;
    for (std::size_t t = 0; t < state.tasks.size(); ++t) {
        const std::string here = fmt::format("{}/tasks/{}", place, t);
        check_phase(model, state, state.tasks[t], here);
        check_task(model, state.tasks[t], here, state.online.bits(), taken);
        if (state.tasks[t].phase.value() == TaskPhase::unborn &&
            model.scenario.tasks[t].phase != TaskPhase::unborn) {
            throw InputError(here + "/phase", fmt::format("t{} is unborn and does not start so", t),
                             "a fork makes only what the scenario starts unborn");
        }
        const bool bound = model.scenario.tasks[t].bound_kthread;
        if (bound && !(state.tasks[t].allowed.bits() == model.scenario.tasks[t].allowed)) {
            throw InputError(here + "/allowed", "a bound kernel thread has another mask",
                             "it stays on " + cpu_list(model.scenario.tasks[t].allowed));
        }
    }
}

}  // namespace schedmc
