// SPDX-License-Identifier: GPL-2.0-or-later
#include "counterexamples/narrate.hpp"

#include <fmt/format.h>

#include "counterexamples/narrate_balance.hpp"
#include "counterexamples/narrate_burst.hpp"
#include "counterexamples/narrate_placement.hpp"
#include "counterexamples/text_rows.hpp"
#include "model/policy/wake_affine.hpp"

namespace schedmc {

namespace {

std::string cpus_of(const Wide::CpuSet& set) { return label_of("cpu", set.bits()); }

/// The task that runs on a CPU: "t3", or "the idle task".
std::string current_of(const State<Wide>& state, std::size_t cpu) {
    for (std::size_t t = 0; t < state.tasks.size(); ++t) {
        if (state.tasks[t].phase.value() == TaskPhase::running && state.tasks[t].cpu.number() == cpu) {
            return fmt::format("t{}", t);
        }
    }
    return "the idle task";
}

std::string wake_text(const Model<Wide>& model, const ReplayedStep& step) {
    const Event& event = step.event;
    std::string text = event.in_interrupt ? "an interrupt" : current_of(step.before, event.where);
    text += fmt::format(" on cpu{} wakes t{}", event.where, event.task);
    text += event.sync ? ", sync" : "";
    text += event.on_current_cpu ? ", WF_CURRENT_CPU" : "";
    text += event.pull == Pull::to_waker ? ", loads favour the waker's side" : "";
    text += event.pull == Pull::wide ? ", wake_wide() is true" : "";
    const std::string cpu = cpu_text(step.transition.decision.cpu);
    return text + (model.scenario.races ? ": " + cpu + " is chosen for it" : ": it is queued on " + cpu);
}

/// Who wakes the task, of a wakeup without a selection.
std::string waker_text(const ReplayedStep& step) {
    const Event& event = step.event;
    return fmt::format("{} on cpu{} wakes t{}",
                       event.in_interrupt ? "an interrupt" : current_of(step.before, event.where),
                       event.where, event.task);
}

/// "t1 and t2": the tasks of a phase on a CPU.
std::string tasks_text(const State<Wide>& state, TaskPhase phase, std::size_t cpu) {
    std::string text;
    for (std::size_t t = 0; t < state.tasks.size(); ++t) {
        if (state.tasks[t].phase.value() == phase && state.tasks[t].cpu.number() == cpu) {
            text += fmt::format("{}t{}", text.empty() ? "" : " and ", t);
        }
    }
    return text;
}

std::string enqueue_text(const ReplayedStep& step) {
    const TaskState<Wide>& task = step.transition.after.tasks[step.event.task];
    const bool listed = task.phase.value() == TaskPhase::on_wake_list;
    return fmt::format("the waker on {} {} t{} {} {}", cpu_text(step.before.tasks[step.event.task].waker),
                       listed ? "puts" : "queues", step.event.task, listed ? "on the wake list of" : "on",
                       cpu_text(task.cpu));
}

/// What a CPU does with its wake list, and at the end of a switch.
std::string cpu_step_text(const Model<Wide>& model, const ReplayedStep& step) {
    const std::size_t cpu = step.event.where;
    switch (step.event.kind) {
        case EventKind::receive: {
            const std::string tasks = tasks_text(step.before, TaskPhase::on_wake_list, cpu);
            return model.policy.rules.pending_cleared_first
                       ? fmt::format("cpu{} takes {} off its wake list and clears ttwu_pending", cpu, tasks)
                       : fmt::format("cpu{} queues {} from its wake list, then clears ttwu_pending", cpu,
                                     tasks);
        }
        case EventKind::activate:
            return fmt::format("cpu{} queues {}, which it has taken off its wake list", cpu,
                               tasks_text(step.before, TaskPhase::received, cpu));
        default: {
            const std::string left = tasks_text(step.before, TaskPhase::descheduling, cpu);
            return fmt::format("cpu{} finishes its switch to {}{}", cpu, current_of(step.before, cpu),
                               left.empty() ? "" : ": " + left + " is off the CPU");
        }
    }
}

/// What happens to a task between the steps of wakeups.
std::string task_step_text(const ReplayedStep& step) {
    const std::size_t task = step.event.task;
    const std::string cpu = cpu_text(step.before.tasks[task].cpu);
    switch (step.event.kind) {
        case EventKind::wake_delayed:
            return fmt::format(
                "{}, which was left in the queue of {} as it fell asleep: it counts there again",
                waker_text(step), cpu);
        case EventKind::drop_delayed:
            return fmt::format("{} picks t{} and drops it from its queue, as it sleeps", cpu, task);
        case EventKind::clear_hint:
            return fmt::format("the waker on {}, whose search for t{} found no idle core, clears the hint",
                               cpu_text(step.before.tasks[task].waker), task);
        case EventKind::wake_on_cpu:
            return fmt::format("{}, which is still on {}: the wake list of {} takes it", waker_text(step),
                               cpu, cpu);
        default:
            return fmt::format("the stopper moves t{} from {} to cpu{}", task, cpu, step.event.where);
    }
}

std::string block_text(const ReplayedStep& step) {
    const std::size_t cpu = step.before.tasks[step.event.task].cpu.number();
    const std::string next = step.event.next == nobody ? fmt::format("cpu{} goes idle", cpu)
                                                       : fmt::format("t{} runs next", step.event.next);
    const std::string reserved = step.event.value == 0
                                     ? ""
                                     : fmt::format(", to be reserved {} step{} of time ahead",
                                                   step.event.value, step.event.value == 1 ? "" : "s");
    return fmt::format("t{} on cpu{} {}{}: {}{}", step.event.task, cpu,
                       step.event.kind == EventKind::exit ? "exits" : "blocks",
                       step.event.delayed ? " and stays in the queue" : "", next, reserved);
}

std::string affinity_text(const Model<Wide>& model, const ReplayedStep& step) {
    const Event& event = step.event;
    const std::string text =
        fmt::format("the mask of t{} becomes {}", event.task, label_of("cpu", model.masks[event.value]));
    return event.where == nobody ? text
                                 : fmt::format("{}: it moves from {} to cpu{}", text,
                                               cpu_text(step.before.tasks[event.task].cpu), event.where);
}

std::string down_text(const Model<Wide>& model, const ReplayedStep& step) {
    if (model.scenario.races) {
        return fmt::format("cpu{} is no longer active: it is going offline", step.event.where);
    }
    std::string text =
        fmt::format("cpu{} goes offline: the scheduling domains are built anew", step.event.where);
    for (std::size_t t = 0; t < step.before.tasks.size(); ++t) {
        const TaskState<Wide>& task = step.before.tasks[t];
        if (!is_away(task).is_true() && task.cpu.number() == step.event.where) {
            text += fmt::format(", t{} moves to {}", t, cpu_text(step.transition.after.tasks[t].cpu));
        }
    }
    return text;
}

/// A decision's sentences; one object a wakeup.
class DecisionWords {
public:
    DecisionWords(const Model<Wide>& model, const ReplayedStep& step)
        : topology_(topology_of(model, step.before)), policy_(model.policy), view_(step.transition.view),
          wakeup_(step.transition.wakeup), decision_(step.transition.decision),
          wakee_(fmt::format("t{}", step.event.task)) {}

    std::vector<std::string> sentences() const {
        std::vector<std::string> texts;
        const auto add = [&](const std::string& text) {
            if (!text.empty()) {
                texts.push_back(text);
            }
        };
        add(target_text());
        add(scan_text());
        add(rule_text());
        add(burst_text(decision_.burst, decision_.answer, policy_));
        if (decision_.repaired.is_true()) {
            add(fmt::format("select_fallback_rq() replaces it by {}: {} may not run on {}",
                            cpu_text(decision_.cpu), wakee_, cpu_text(decision_.answer)));
        }
        return texts;
    }

private:
    std::string target_text() const {
        const bool moved = decision_.target.has_number() && (decision_.target != wakeup_.prev).is_true();
        if (!moved) {
            return "";
        }
        const bool by_idleness = exists(wake_affine_idle(topology_, policy_, view_, wakeup_)).is_true();
        return fmt::format("{} makes {}, where the waker is, the target",
                           by_idleness ? "wake_affine_idle()" : "wake_affine_weight()", target());
    }

    std::string scan_text() const {
        const std::string scan = "select_idle_cpu() ";
        const std::string found = cpu_text(decision_.scan.cpu);
        switch (decision_.scan.end.value()) {
            case ScanEnd::not_reached:
                return "";
            case ScanEnd::waker_has_no_llc:
                return fmt::format("{}ends before looking: {}, where the waker is, has no LLC domain", scan,
                                   cpu_text(wakeup_.this_cpu));
            case ScanEnd::refused_by_sis_util:
                return scan + "ends before looking: SIS_UTIL allows no scan";
            case ScanEnd::found_idle_core:
                return fmt::format("{}{} and finds {} on a wholly idle core", scan, looks(), found);
            case ScanEnd::found_idle_cpu:
                return fmt::format("{}{} and finds {}, which {}", scan, looks(), found,
                                   idleness(decision_.scan.cpu));
            case ScanEnd::found_fallback:
                return fmt::format("{}{} without finding a wholly idle core, and falls back on {}", scan,
                                   looks(), found);
            case ScanEnd::found_first_hot:
                return fmt::format(
                    "{}{} and finds none that is not hot, so that it takes the first of them, {}", scan,
                    looks(), found);
            case ScanEnd::found_last_hot:
                return fmt::format(
                    "{}{} and finds none that is not hot; it takes {}, the last CPU that it visited", scan,
                    looks(), found);
            case ScanEnd::budget_used_up:
                return fmt::format("{}{} and gives up: its budget is used up", scan, looks());
            case ScanEnd::nothing_idle:
                return fmt::format("{}{} and finds nothing idle", scan, looks());
        }
        contract_broken("a scan ends in one of the known ways", __FILE__, __LINE__);
    }

    std::string rule_text() const {
        const Wide::Cpu chosen = or_else(decision_.burst.from, decision_.answer);
        const std::string answer = cpu_text(chosen);
        const std::string idle = idleness(chosen);
        switch (decision_.rule.value()) {
            case WakeRule::none:
                return "no rule answers";
            case WakeRule::only_cpu_allowed:
                return fmt::format("{} is the only CPU in the mask of {}, so that no rule is asked", answer,
                                   wakee_);
            case WakeRule::current_cpu_asked:
                return fmt::format("WF_CURRENT_CPU asks for {}, where the waker is", answer);
            case WakeRule::target_is_idle:
                return fmt::format("the target {} {}", answer, idle);
            case WakeRule::prev_is_idle:
                return fmt::format("the previous CPU {} shares the target's cache and {}", answer, idle);
            case WakeRule::beside_bound_kthread:
                return fmt::format(
                    "{}, the previous CPU, runs the waker, a bound kernel thread that is expected to "
                    "sleep at once",
                    answer);
            case WakeRule::recent_is_idle:
                return fmt::format("the recently used CPU {} shares the target's cache and {}{}", answer,
                                   idle, misread_mask());
            case WakeRule::capacity_scan:
                return fmt::format("select_idle_capacity() settles on {}, which {}", answer, idle);
            case WakeRule::no_llc_domain:
                return fmt::format("the target {} has no LLC domain and is taken as it is", answer);
            case WakeRule::idle_sibling_of_prev:
                return fmt::format("select_idle_smt() finds {}, a sibling of the previous CPU {} that {}",
                                   answer, cpu_text(wakeup_.prev), idle);
            case WakeRule::idle_core:
            case WakeRule::idle_cpu:
            case WakeRule::fallback_of_core_scan:
            case WakeRule::hot_cpu_of_scan:
                return "";
            case WakeRule::prev_of_other_cluster:
                return fmt::format("the previous CPU {} {}, and was set aside for being in another cluster",
                                   answer, idle);
            case WakeRule::recent_of_other_cluster:
                return fmt::format(
                    "the recently used CPU {} {}, and was set aside for being in another cluster", answer,
                    idle);
            case WakeRule::target_though_busy:
                return fmt::format("no rule finds a CPU: the target {} is taken, though busy", answer);
        }
        contract_broken("a wakeup is decided by one of the known rules", __FILE__, __LINE__);
    }

    /// What an answer outside the mask rests on.
    std::string misread_mask() const {
        const bool misread =
            policy_.rules.recent_test_reads_prev && !contains(wakeup_.allowed, decision_.answer).is_true();
        return misread
                   ? fmt::format(
                         "; whether {} may run there is asked of {}, which recent_used_cpu has just become",
                         wakee_, cpu_text(wakeup_.prev))
                   : "";
    }
    std::string target() const { return cpu_text(decision_.target); }
    std::string looks() const {
        const auto& hot = decision_.scan.passed_over_as_hot;
        return decision_.scan.examined.bits().empty()
                   ? "finds no CPU to look at"
                   : "looks at " + cpus_of(decision_.scan.examined) +
                         (hot.bits().empty() ? "" : ", passes over " + cpus_of(hot) + " as hot,");
    }
    /// "is idle", or how else a CPU counts as idle.
    std::string idleness(const Wide::Cpu& cpu) const {
        return contains(view_.sched_idle, cpu).is_true() ? "runs SCHED_IDLE tasks only, which counts as idle"
                                                         : "is idle";
    }

    const Topology<Wide>& topology_;
    const Policy& policy_;
    const RunqueueView<Wide>& view_;
    const Wakeup<Wide>& wakeup_;
    const WakeupDecision<Wide>& decision_;
    std::string wakee_;
};

}  // namespace

std::string event_text(const Model<Wide>& model, const ReplayedStep& step) {
    const Event& event = step.event;
    switch (event.kind) {
        case EventKind::wake:
            return wake_text(model, step);
        case EventKind::run:
            return fmt::format("{} leaves its idle task: t{} runs",
                               cpu_text(step.before.tasks[event.task].cpu), event.task);
        case EventKind::block:
        case EventKind::exit:
            return block_text(step);
        case EventKind::fork:
            return fmt::format("{} on cpu{} forks t{}: it is queued on {}",
                               current_of(step.before, event.where), event.where, event.task,
                               cpu_text(step.transition.placement.cpu));
        case EventKind::exec: {
            const Wide::Cpu from = step.before.tasks[event.task].cpu;
            const Wide::Cpu to = step.transition.placement.cpu;
            return fmt::format("t{} on {} execs: it {}", event.task, cpu_text(from),
                               (from == to).is_true() ? "stays" : "moves to " + cpu_text(to));
        }
        case EventKind::preempt: {
            const std::size_t cpu = step.before.tasks[event.task].cpu.number();
            return fmt::format("t{} preempts {} on cpu{}", event.task, current_of(step.before, cpu), cpu);
        }
        case EventKind::idle_repick:
            return fmt::format("cpu{} schedules and stays idle", event.where);
        case EventKind::tick:
            return model.policy.rules.sis_util
                       ? fmt::format("a periodic balance sets nr_idle_scan of llc{} to {}", event.where,
                                     event.value)
                       : fmt::format("idle times change: SIS_PROP's number in llc{} is now {}", event.where,
                                     event.value);
        case EventKind::set_affinity:
            return affinity_text(model, step);
        case EventKind::enqueue:
            return enqueue_text(step);
        case EventKind::receive:
        case EventKind::activate:
        case EventKind::finish_switch:
            return cpu_step_text(model, step);
        case EventKind::wake_delayed:
        case EventKind::drop_delayed:
        case EventKind::clear_hint:
        case EventKind::wake_on_cpu:
        case EventKind::migrate:
            return task_step_text(step);
        case EventKind::cpu_down:
            return down_text(model, step);
        case EventKind::cpu_offline:
            return fmt::format("cpu{} is offline: the scheduling domains are built anew", event.where);
        case EventKind::cpu_up:
            return fmt::format("cpu{} comes online: the scheduling domains are built anew", event.where);
        case EventKind::pass_time:
            return "time passes: every reservation of a CPU comes nearer to its end";
        default:
            return balance_text(model, step);
    }
}

std::vector<std::string> decision_texts(const Model<Wide>& model, const ReplayedStep& step) {
    if (step.transition.places) {
        return placement_texts(model, step);
    }
    if (is_of_balance(step.event.kind)) {
        return look_texts(model, step);
    }
    if (!step.transition.wakes) {
        return {};
    }
    return DecisionWords(model, step).sentences();
}

std::vector<std::string> hint_texts(const Model<Wide>& model, const ReplayedStep& step) {
    std::vector<std::string> texts;
    for (std::size_t llc = 0; llc < model.topology.llcs.sets.size(); ++llc) {
        const auto& block = model.topology.llcs.sets[llc];
        const bool before = is_subset(block, step.before.hinted).is_true();
        const bool after = is_subset(block, step.transition.after.hinted).is_true();
        if (before != after) {
            texts.push_back(fmt::format("has_idle_cores of llc{} becomes {}", llc, after));
        }
    }
    if (step.event.kind == EventKind::block && step.event.next == nobody) {
        const Wide::Cpu cpu = step.before.tasks[step.event.task].cpu;
        if (is_empty(at(topology_of(model, step.before).llcs.of_cpu, cpu)).is_true()) {
            texts.push_back(
                fmt::format("{} is in no LLC domain, so that its going idle raises no hint", cpu_text(cpu)));
        }
    }
    return texts;
}

}  // namespace schedmc
