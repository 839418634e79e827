// SPDX-License-Identifier: GPL-2.0-or-later
#include "counterexamples/narrate_balance.hpp"

#include <fmt/format.h>

#include "counterexamples/text_rows.hpp"

namespace schedmc {

namespace {

std::string tasks_text(const Wide::TaskSet& tasks) {
    std::string text;
    tasks.bits().for_each(
        [&](std::size_t task) { text += fmt::format("{}t{}", text.empty() ? "" : ", ", task); });
    return text;
}

std::string_view rule_text(BusiestRule rule) {
    switch (rule) {
        case BusiestRule::none:
            return "nothing was compared";
        case BusiestRule::no_busiest:
            return "no other group has tasks";
        case BusiestRule::misfit:
            return "a task of another group does not fit its CPU";
        case BusiestRule::imbalanced:
            return "another group is marked imbalanced";
        case BusiestRule::local_type_higher:
            return "the local group is of a busier type";
        case BusiestRule::local_load_not_lower:
            return "the local group has no less load";
        case BusiestRule::local_load_above_average:
            return "the local group has no less load than the domain";
        case BusiestRule::load_within_percentage:
            return "the loads differ by less than the percentage that the domain tolerates";
        case BusiestRule::prefer_sibling:
            return "tasks prefer the siblings of another group's";
        case BusiestRule::cpu_not_idle:
            return "the other group is not overloaded, and the CPU is busy";
        case BusiestRule::smt_helped:
            return "a core with several tasks is helped by a group without siblings";
        case BusiestRule::idle_not_more:
            return "the other group has as many idle CPUs, or one less";
        case BusiestRule::single_task:
            return "the other group has a single task";
        case BusiestRule::busiest_busier:
            return "the other group is busier";
    }
    contract_broken("a look at a domain ends by one of the known rules", __FILE__, __LINE__);
}

std::string_view unit_text(MigrationType type) {
    switch (type) {
        case MigrationType::load:
            return "load";
        case MigrationType::util:
            return "utilisation";
        case MigrationType::task:
            return "tasks";
        case MigrationType::misfit:
            return "misfit tasks";
    }
    contract_broken("an imbalance has one of the known units", __FILE__, __LINE__);
}

std::string domain_name(const Model<Wide>& model, std::size_t cpu, std::size_t level) {
    return model.topology.domains.of_cpu[cpu][level].name;
}

std::string domains_text(const Model<Wide>& model, const Event& event) {
    std::string text;
    const std::size_t levels = model.topology.domains.of_cpu[event.where].size();
    for (std::size_t level = 0; level < levels; ++level) {
        if ((event.levels >> level & 1U) != 0) {
            text += (text.empty() ? "" : ", ") + domain_name(model, event.where, level);
        }
    }
    return text.empty() ? "no domain" : text;
}

/// ": t1 goes from cpu0 to cpu2", for what was moved.
std::string moves_text(const Transition<Wide>& transition) {
    std::string text;
    const auto add = [&](const std::vector<BalanceTake<Wide>>& takes, const char* verb) {
        for (const BalanceTake<Wide>& take : takes) {
            if (!take.taken.bits().empty()) {
                text += fmt::format("{}{} {} from {} to {}", text.empty() ? ": " : ", ",
                                    tasks_text(take.taken), verb, cpu_text(take.src), cpu_text(take.dst));
            }
        }
    };
    add(transition.pushes, "is pushed");
    add(transition.takes, "is pulled");
    add(transition.stops, "is pushed");
    return text.empty() ? ": nothing moves" : text;
}

std::string circumstances(const Event& event) {
    return fmt::format("{}{}{}", event.hot ? ", tasks cache-hot" : "",
                       event.exhausted ? ", after as many failed passes as matter" : "",
                       event.value != 0 ? ", some averages contrary to the queues" : "");
}

/// "cpu0's pass over MC takes tasks off: t1 is pulled from cpu2 to cpu0".
std::string section_text(const Model<Wide>& model, const ReplayedStep& step) {
    const Event& event = step.event;
    const std::string pass =
        has_level(event.kind) ? fmt::format("cpu{}'s pass over {}", event.where, domains_text(model, event))
                              : fmt::format("cpu{}", event.where);
    const std::string circumstance = circumstances(event);
    switch (event.kind) {
        case EventKind::begin_balance:
            return fmt::format("{} ticks and begins a pass{}", pass,
                               step.transition.pushes.empty() ? "" : moves_text(step.transition));
        case EventKind::begin_newidle:
            return pass + ", about to idle, begins a pass";
        case EventKind::push_attach:
            return pass + " puts what it pushed on the sibling's queue";
        case EventKind::look:
            return pass + " looks for a source" + circumstance;
        case EventKind::look_again:
            return pass + " looks for another source" + circumstance;
        case EventKind::detach:
            return pass + " takes tasks off" + circumstance + moves_text(step.transition);
        case EventKind::attach:
            return pass + " puts what it took on the queue";
        case EventKind::settle:
            return pass + " is settled" + circumstance;
        case EventKind::end_pass:
            return pass + " ends its pass" + (step.transition.idles.is_true() ? " and idles" : "");
        default:
            break;
    }
    contract_broken("a section has one of their kinds", __FILE__, __LINE__);
}

}  // namespace

std::string balance_text(const Model<Wide>& model, const ReplayedStep& step) {
    const Event& event = step.event;
    switch (event.kind) {
        case EventKind::balance:
            return fmt::format("cpu{} ticks and balances {}{}{}", event.where, domains_text(model, event),
                               circumstances(event), moves_text(step.transition));
        case EventKind::newidle:
            return fmt::format("cpu{}, about to idle, balances {}{}{}{}", event.where,
                               domains_text(model, event), circumstances(event), moves_text(step.transition),
                               step.transition.idles.is_true() ? "; it idles" : "");
        case EventKind::active_balance:
            return fmt::format("the stopper of cpu{} runs{}", event.where, moves_text(step.transition));
        case EventKind::stop_tick:
            return fmt::format("cpu{}, idle, stops its tick", event.where);
        case EventKind::sweep:
            return fmt::format("cpu{} balances {} for the idle CPUs without a tick{}{}", event.where,
                               domains_text(model, event), circumstances(event), moves_text(step.transition));
        default:
            return section_text(model, step);
    }
}

std::vector<std::string> look_texts(const Model<Wide>& model, const ReplayedStep& step) {
    std::vector<std::string> texts;
    for (const BalanceLook<Wide>& look : step.transition.looks) {
        const std::string domain = domain_name(model, look.env.cpu, look.env.level);
        const std::string cpu = fmt::format("cpu{}", look.env.cpu);
        if (!look.leads.is_true()) {
            texts.push_back(fmt::format("{}: {} is not the CPU of its group that balances", domain, cpu));
        } else if (!look.looked.is_true()) {
            texts.push_back(fmt::format("{}: {} leaves it out", domain, cpu));
        } else if (look.src.has_number()) {
            texts.push_back(fmt::format("{}: {}; {} ({}) may be moved from {}", domain,
                                        rule_text(look.group.rule.value()), look.group.imbalance.value(),
                                        unit_text(look.group.migration.value()), cpu_text(look.src)));
        } else {
            texts.push_back(fmt::format("{}: balanced: {}", domain, rule_text(look.group.rule.value())));
        }
    }
    return texts;
}

}  // namespace schedmc
