// SPDX-License-Identifier: GPL-2.0-or-later
#include "counterexamples/situation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace schedmc {

namespace {

/// Rows of one kind beyond this number are folded further.
constexpr std::size_t many = 8;

/// Things by what is said of them, in the order of the first of each.
template <class Members>
class Groups {
public:
    struct Group {
        std::string text;
        Members members;
    };
    /// The members of which `text` is said.
    Members& of(const std::string& text) {
        const auto same_text = [&](const Group& group) { return group.text == text; };
        const auto found = std::find_if(groups_.begin(), groups_.end(), same_text);
        return found != groups_.end() ? found->members : groups_.emplace_back(Group{text, {}}).members;
    }
    const std::vector<Group>& all() const { return groups_; }

private:
    std::vector<Group> groups_;
};

/// The rows of a model's state.
class Situation {
public:
    Situation(const Model<Wide>& model, const State<Wide>& state, const Focus& focus)
        : model_(model), state_(state), focus_(focus), topology_(topology_of(model, state)),
          idle_cores_(whole(topology_.cores, view_of(model, state).idle)), queues_(machine().cpu_count()) {
        for (std::uint16_t t = 0; t < state.tasks.size(); ++t) {
            if (is_on_queue(model, state.tasks[t]).is_true()) {
                queues_[state.tasks[t].cpu.number()].push_back(t);
            }
        }
    }

    std::vector<Row> rows() {
        add_sleepers();
        add_unborn();
        add_cpus();
        add_llcs();
        if (model_.scenario.affinity_changes != 0) {
            rows_.push_back(
                {"affinity", fmt::format("may change {} more time{}", state_.affinity_changes_left.value(),
                                         state_.affinity_changes_left.value() == 1 ? "" : "s")});
        }
        if (model_.scenario.hotplug_events != 0) {
            rows_.push_back(
                {"hotplug", fmt::format("may go on {} more time{}", state_.hotplug_events_left.value(),
                                        state_.hotplug_events_left.value() == 1 ? "" : "s")});
        }
        return std::move(rows_);
    }

private:
    const Machine& machine() const { return topology_.machine; }

    /// What sets a task apart from the plain one, each with a leading ", ".
    std::string traits(std::uint16_t task) const {
        const TaskSpec& spec = model_.scenario.tasks[task];
        std::string text = spec.sched_idle ? ", SCHED_IDLE" : "";
        text += spec.bound_kthread ? ", bound kernel thread" : "";
        if (model_.topology.by_capacity.size() > 1) {
            text += fmt::format(", util {}", spec.util);
            text += spec.uclamp_min == 0 ? "" : fmt::format(", uclamp_min {}", spec.uclamp_min);
        }
        return text;
    }
    std::string mask_text(std::uint16_t task) const {
        return "may run on " + label_of("cpu", state_.tasks[task].allowed.bits());
    }

    /// Of a task that neither sleeps nor is on a queue.
    std::string on_the_way(const TaskState<Wide>& task) const {
        const std::size_t cpu = task.cpu.number();
        switch (task.phase.value()) {
            case TaskPhase::waking:
                return fmt::format("being woken from cpu{}: cpu{} is chosen{}", task.waker.number(), cpu,
                                   is_empty(task.clears_hint).is_true() ? "" : ", a hint is to be cleared");
            case TaskPhase::on_wake_list:
                return fmt::format("on the wake list of cpu{}", cpu);
            case TaskPhase::received:
                return fmt::format("off the wake list of cpu{}, not yet queued", cpu);
            default:
                return fmt::format("asleep, and still on cpu{}", cpu);
        }
    }

    void add_unborn() {
        Groups<std::vector<std::uint16_t>> groups;
        for (std::uint16_t t = 0; t < state_.tasks.size(); ++t) {
            if (state_.tasks[t].phase.value() == TaskPhase::unborn) {
                groups.of("unborn, will be one that " + mask_text(t) + traits(t)).push_back(t);
            }
        }
        for (const auto& group : groups.all()) {
            rows_.push_back({task_list(group.members), group.text});
        }
        if (!model_.scenario.cpuidle && !state_.unstamped.bits().empty()) {
            rows_.push_back({label_of("cpu", state_.unstamped.bits()), "idle_stamp = 0"});
        }
    }

    void add_sleepers() {
        Groups<std::vector<std::uint16_t>> groups;
        for (std::uint16_t t = 0; t < state_.tasks.size(); ++t) {
            const TaskState<Wide>& task = state_.tasks[t];
            if (is_on_queue(model_, task).is_true() || task.phase.value() == TaskPhase::unborn) {
                continue;
            }
            if (task.phase.value() != TaskPhase::asleep) {
                groups.of(on_the_way(task) + ", " + mask_text(t) + traits(t)).push_back(t);
                continue;
            }
            const bool elsewhere = (task.recent != task.cpu).is_true();
            groups
                .of(fmt::format("asleep, last on cpu{}{}, {}{}", task.cpu.number(),
                                elsewhere ? fmt::format(", recently on cpu{}", task.recent.number()) : "",
                                mask_text(t), traits(t)))
                .push_back(t);
        }
        std::vector<std::uint16_t> others;
        for (const auto& group : groups.all()) {
            const bool wanted =
                groups.all().size() <= many || std::any_of(group.members.begin(), group.members.end(),
                                                           [&](auto t) { return focus_.tasks.contains(t); });
            if (wanted) {
                rows_.push_back({task_list(group.members), group.text});
            } else {
                others.insert(others.end(), group.members.begin(), group.members.end());
            }
        }
        if (!others.empty()) {
            std::sort(others.begin(), others.end());
            rows_.push_back({counted(others.size(), "more task"), "asleep: " + task_list(others)});
        }
    }

    /// "t3", with what is special about it in brackets.
    std::string queued_task(std::uint16_t task) const {
        const bool plain_mask = state_.tasks[task].allowed.bits() == machine().housekeeping();
        const std::string notes = (plain_mask ? "" : ", " + mask_text(task)) + traits(task);
        return notes.empty() ? fmt::format("t{}", task) : fmt::format("t{} ({})", task, notes.substr(2));
    }

    std::string busy_text(std::size_t cpu) const {
        std::string running;
        std::string queued;
        std::string asleep;
        for (const std::uint16_t t : queues_[cpu]) {
            if (state_.tasks[t].phase.value() == TaskPhase::delayed) {
                asleep += (asleep.empty() ? "; has asleep in its queue " : ", ") + queued_task(t);
                continue;
            }
            const bool runs = state_.tasks[t].phase.value() == TaskPhase::running;
            std::string& text = runs ? running : queued;
            text += (text.empty() ? (runs ? "runs " : "queues ") : ", ") + queued_task(t);
        }
        if (running.empty()) {
            return "in its idle task" + (queued.empty() ? "" : ", " + queued) + asleep;
        }
        return (queued.empty() ? running : running + "; " + queued) + asleep;
    }

    /// Why a CPU with an empty queue does not count for idle; empty where it does.
    std::string why_not_idle(std::size_t cpu) const {
        if (contains(state_.switching, Wide::cpu(cpu)).is_true()) {
            return "switches to its idle task";
        }
        return contains(view_of(model_, state_).idle, Wide::cpu(cpu)).is_true()
                   ? ""
                   : "in its idle task, ttwu_pending set";
    }

    /// What many CPUs like this one do, each with one plain task; empty where this one has more to tell.
    std::string plain_text(std::size_t cpu) const {
        const bool has_one = queues_[cpu].size() == 1 && !focus_.cpus.contains(cpu) &&
                             state_.tasks[queues_[cpu][0]].phase.value() != TaskPhase::delayed;
        if (!has_one || machine().isolated.contains(cpu) || state_.leaving.bits().contains(cpu) ||
            !reservation_text(cpu).empty() || queued_task(queues_[cpu][0]).find(' ') != std::string::npos) {
            return "";
        }
        const bool runs = state_.tasks[queues_[cpu][0]].phase.value() == TaskPhase::running;
        return runs ? "run one task each: " : "in their idle tasks, queue one task each: ";
    }

    std::string cpu_state_text(std::size_t cpu) const {
        if (!machine().online.contains(cpu)) {
            return "offline";
        }
        const std::string waits = queues_[cpu].empty() ? why_not_idle(cpu) : "";
        std::string text = !queues_[cpu].empty() ? busy_text(cpu) : waits.empty() ? "idle" : waits;
        if (queues_[cpu].empty() && waits.empty() && model_.topology.domains.smt_active) {
            text =
                contains(idle_cores_, Wide::cpu(cpu)).is_true() ? whole_core : "idle, beside a busy sibling";
        }
        if (model_.topology.by_capacity.size() > 1) {
            text += fmt::format("; capacity {}", machine().capacity[cpu]);
        }
        text += state_.leaving.bits().contains(cpu) ? "; going offline" : "";
        return text + reservation_text(cpu) + (machine().isolated.contains(cpu) ? "; isolated" : "");
    }

    /// What the CPU's reservation for a short sleeper is, with a leading "; ".
    std::string reservation_text(std::size_t cpu) const {
        const std::size_t ahead =
            cpu < state_.cache_hot_timeout.size() ? state_.cache_hot_timeout[cpu].value() : 0;
        return ahead == 0
                   ? ""
                   : fmt::format("; hot: reserved {} step{} of time ahead", ahead, ahead == 1 ? "" : "s");
    }

    /// A group's text, in which wholly idle cores are counted where the group has all of their CPUs.
    std::string with_cores_counted(const std::string& text, const CpuMask& cpus) const {
        if (text.substr(0, std::string(whole_core).size()) != whole_core) {
            return text;
        }
        std::size_t cores = 0;
        bool all_there = true;
        for (const Wide::CpuSet& core : topology_.cores.sets) {
            if (!(core.bits() & cpus).empty()) {
                ++cores;
                all_there = all_there && core.bits().is_subset_of(cpus);
            }
        }
        const std::string rest = text.substr(std::string(whole_core).size());
        const std::string count =
            cores == 1 ? "a wholly idle core" : fmt::format("{} wholly idle cores", cores);
        return (all_there ? "idle: " : "idle, of ") + count + rest;
    }

    void add_cpus() {
        std::map<std::string, std::vector<std::uint16_t>> plain;
        machine().present.for_each([&](std::size_t cpu) {
            if (const std::string text = plain_text(cpu); !text.empty()) {
                plain[text].push_back(queues_[cpu][0]);
            }
        });
        Groups<CpuMask> groups;
        machine().present.for_each([&](std::size_t cpu) {
            const auto alike = plain.find(plain_text(cpu));
            const bool folds = alike != plain.end() && alike->second.size() > many;
            groups.of(folds ? alike->first : cpu_state_text(cpu)).insert(cpu);
        });
        for (const auto& group : groups.all()) {
            const auto alike = plain.find(group.text);
            if (alike == plain.end()) {
                rows_.push_back(
                    {label_of("cpu", group.members), with_cores_counted(group.text, group.members)});
            } else {
                std::sort(alike->second.begin(), alike->second.end());
                rows_.push_back({label_of("cpu", group.members), group.text + task_list(alike->second)});
            }
        }
    }

    std::string budget_text(std::size_t llc) const {
        const Rules& rules = model_.policy.rules;
        if (rules.sis_util) {
            return fmt::format("nr_idle_scan = {}", state_.nr_idle_scan[llc].value());
        }
        return rules.sis_prop ? fmt::format("SIS_PROP's number = {}", state_.prop_budget[llc].value()) : "";
    }

    void add_llcs() {
        const auto& llcs = model_.topology.llcs.sets;
        Groups<CpuMask> groups;
        for (std::size_t llc = 0; llc < llcs.size(); ++llc) {
            std::string text;
            if (model_.topology.domains.smt_active) {
                const bool hint = is_subset(llcs[llc], state_.hinted).is_true();
                text = fmt::format("has_idle_cores = {}", hint);
            }
            const bool in_focus = !(focus_.cpus & llcs[llc].bits()).empty();
            const std::string budget = llcs.size() <= many || in_focus ? budget_text(llc) : "";
            text += (text.empty() || budget.empty() ? "" : "; ") + budget;
            groups.of(text).insert(llc);
        }
        for (const auto& group : groups.all()) {
            CpuMask cpus;
            group.members.for_each([&](std::size_t llc) { cpus |= llcs[llc].bits(); });
            rows_.push_back({label_of("llc", group.members),
                             label_of("cpu", cpus) + (group.text.empty() ? "" : ": " + group.text)});
        }
    }

    static constexpr const char* whole_core = "idle core";

    const Model<Wide>& model_;
    const State<Wide>& state_;
    const Focus& focus_;
    const Topology<Wide>& topology_;
    /// CPUs of wholly idle cores.
    Wide::CpuSet idle_cores_;
    /// [cpu] -> its queued and running tasks.
    std::vector<std::vector<std::uint16_t>> queues_;
    std::vector<Row> rows_;
};

}  // namespace

std::vector<Row> situation(const Model<Wide>& model, const State<Wide>& state, const Focus& focus) {
    return Situation(model, state, focus).rows();
}

}  // namespace schedmc
