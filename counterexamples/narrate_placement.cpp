// SPDX-License-Identifier: GPL-2.0-or-later
#include "counterexamples/narrate_placement.hpp"

#include <fmt/format.h>

#include "counterexamples/narrate_burst.hpp"
#include "counterexamples/text_rows.hpp"

namespace schedmc {

namespace {

using Stats = GroupStats<Wide>;

std::string group_of(const Wide::CpuSet& group) { return label_of("cpu", group.bits()); }

std::string type_text(const Stats& stats) {
    switch (stats.type.value()) {
        case GroupType::has_spare:
            return "has spare capacity";
        case GroupType::fully_busy:
            return "is fully busy";
        case GroupType::misfit_task:
            return "has no CPU that fits the task";
        case GroupType::smt_balance:
            return "a core with several tasks";
        case GroupType::imbalanced:
            return "marked imbalanced";
        case GroupType::overloaded:
            return "is overloaded";
    }
    contract_broken("a group has one of the known types", __FILE__, __LINE__);
}

/// "has spare capacity (1 running, 3 idle)"
std::string state_of(const Stats& stats) {
    return fmt::format("{} ({} running, {} idle)", type_text(stats), stats.nr_running.value(),
                       stats.idle_cpus.value());
}

/// Why the task stays in the local group or leaves it, in one domain.
std::string reason_text(const GroupComparison<Wide>& groups) {
    const Stats& local = groups.local_stats;
    const Stats& other = groups.idlest_stats;
    const std::string here = "the local group of " + group_of(groups.local);
    const std::string there = "the group of " + group_of(groups.idlest);
    const auto loads = [&] {
        return fmt::format("average loads are {} here and {} in {}", local.avg_load.value(),
                           other.avg_load.value(), there);
    };
    const auto both = [&] {
        return fmt::format("{} {}, {} {}", here, state_of(local), there, state_of(other));
    };
    switch (groups.rule.value()) {
        case GroupRule::none:
            return "no reason was found";
        case GroupRule::no_other_group:
            return "no other group may be used: stay";
        case GroupRule::local_group_unusable:
            return fmt::format("the local group may not be used: go to {}", there);
        case GroupRule::local_type_lower:
            return both() + ": stay";
        case GroupRule::local_type_higher:
            return both() + ": leave";
        case GroupRule::numa_load_allowance:
        case GroupRule::load_allowance:
        case GroupRule::load_within_percentage:
            return loads() + ", within the allowance: stay";
        case GroupRule::other_load_lower:
            return loads() + ": leave";
        case GroupRule::local_capacity_suffices:
            return fmt::format("the task fits neither group, and {} has no greater CPU: stay", there);
        case GroupRule::other_capacity_greater:
            return fmt::format("the task fits neither group, and {} has a greater CPU: leave", there);
        case GroupRule::on_preferred_node:
            return "this is the preferred node: stay";
        case GroupRule::other_node_preferred:
            return fmt::format("{} is in the preferred node: leave", there);
        case GroupRule::both_imbalanced:
            return "both groups are marked imbalanced: it stays";
        case GroupRule::numa_allowance:
            return fmt::format(
                "{}; with this task {} run here, and up to {} are left alone across nodes: stay", both(),
                local.nr_running.value() + 1, groups.numa_limit.value());
        case GroupRule::local_idle_not_fewer:
            return both() + ": stay, for no more are idle there";
        case GroupRule::other_has_more_idle:
            return both() + ": leave, for more are idle there";
    }
    contract_broken("a group is chosen for one of the known reasons", __FILE__, __LINE__);
}

std::string pick_text(const GroupCpu<Wide>& picked) {
    const std::string cpu = cpu_text(picked.cpu);
    std::string unseen;
    if (!picked.invisible.bits().empty()) {
        unseen = fmt::format("; {} idle, but without idle state and stamp, and not seen",
                             label_of("cpu", picked.invisible.bits()));
    }
    switch (picked.rule.value()) {
        case GroupCpuRule::not_reached:
            return "";
        case GroupCpuRule::only_cpu_of_group:
            return fmt::format("; {} is its only CPU", cpu);
        case GroupCpuRule::sched_idle_cpu:
            return fmt::format("; {} runs SCHED_IDLE tasks only and is taken", cpu);
        case GroupCpuRule::idle_cpu:
            return fmt::format("; of its idle CPUs {} is taken{}", cpu, unseen);
        case GroupCpuRule::least_loaded_cpu:
            return fmt::format("; {} is the least loaded{}", cpu, unseen);
        case GroupCpuRule::nothing_seen:
            return fmt::format("; none of its CPUs is seen, so that the answer is {}, which asked{}", cpu,
                               unseen);
    }
    contract_broken("a CPU is picked by one of the known rules", __FILE__, __LINE__);
}

}  // namespace

std::vector<std::string> placement_texts(const Model<Wide>& model, const ReplayedStep& step) {
    expects(step.transition.places, "a step whose placement is told places a task");
    const ForkExecDecision<Wide>& decision = step.transition.placement;
    const std::string task = fmt::format("t{}", step.event.task);
    std::vector<std::string> texts;
    switch (decision.rule.value()) {
        case ForkExecRule::none:
        case ForkExecRule::slow_path:
            break;
        case ForkExecRule::only_cpu_allowed:
            texts.push_back(fmt::format("{} is the only CPU in the mask of {}, so that no group is compared",
                                        cpu_text(decision.answer), task));
            break;
        case ForkExecRule::no_domain:
            texts.push_back(fmt::format("{} has no domain to search: it is the answer itself",
                                        cpu_text(step.transition.question.this_cpu)));
            break;
        case ForkExecRule::domain_not_allowed:
            texts.push_back(fmt::format("no CPU of the domain is in the mask of {}: {} is the answer", task,
                                        cpu_text(decision.answer)));
            break;
    }
    for (const LevelStep<Wide>& level : decision.levels) {
        if (level.visited.is_true()) {
            texts.push_back(fmt::format("in the domain of {}, from {}: {}{}", group_of(level.span),
                                        cpu_text(level.near), reason_text(level.groups),
                                        pick_text(level.picked)));
        }
    }
    const std::string burst = burst_text(decision.burst, decision.answer, model.policy);
    if (!burst.empty()) {
        texts.push_back(burst);
    }
    if (decision.repaired.is_true()) {
        texts.push_back(step.transition.question.exec
                            ? fmt::format("{} may not run on {}: it stays", task, cpu_text(decision.answer))
                            : fmt::format("select_fallback_rq() replaces it by {}: {} may not run on {}",
                                          cpu_text(decision.cpu), task, cpu_text(decision.answer)));
    }
    return texts;
}

}  // namespace schedmc
