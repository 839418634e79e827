// SPDX-License-Identifier: GPL-2.0-or-later
#include "solver/check.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "model/domain/concrete.hpp"
#include "model/fields.hpp"
#include "model/input_error.hpp"
#include "properties/catalogue.hpp"
#include "solver/check_rounds.hpp"
#include "solver/every_state.hpp"
#include "solver/explore/explorer.hpp"
#include "solver/scheduler_system.hpp"

namespace schedmc {

namespace {

/// How many assignments a comparison in every state goes through at most: some minutes.
constexpr std::uint64_t most_assignments = 50'000'000;

/// Adds up the logarithms of how many values each field can have.
template <class D>
class CountValues {
public:
    explicit CountValues(const Model<D>& model) : model_(model) {}
    template <class Field>
    void choice(const FieldName&, Field&, std::size_t count) {
        add(count);
    }
    template <class Field>
    void cpu(const FieldName&, Field&) {
        add(model_.topology.machine.online.count());
    }
    template <class Field>
    void cpus(const FieldName& name, Field&) {
        if (*name.group == '\0') {
            sum_ += static_cast<double>(model_.topology.machine.online.count()) * std::log10(2.0);
        } else {
            add(model_.masks.size());
        }
    }
    template <class Field>
    void blocks(const FieldName&, Field&, const Blocks<D>& blocks) {
        sum_ += static_cast<double>(blocks.sets.size()) * std::log10(2.0);
    }
    template <class Field>
    void number(const FieldName&, Field&, std::size_t least, std::size_t greatest) {
        add(greatest - least + 1);
    }
    template <class Field>
    void truth(const FieldName&, Field&) {
        add(2);
    }
    double sum() const { return sum_; }

private:
    void add(std::size_t values) {
        sum_ += std::log10(static_cast<double>(std::max<std::size_t>(1, values)));
    }
    const Model<D>& model_;
    double sum_ = 0;
};

Answer answer_of(const PropertyInfo& info, bool scored, explore::Ending ending) {
    const bool complete = ending == explore::Ending::complete;
    if (info.kind == Kind::bounded) {
        return complete ? Answer::holds : Answer::undecided;
    }
    const bool wanted = info.kind == Kind::sometimes;
    if (scored) {
        return wanted ? Answer::holds : Answer::violated;
    }
    if (!complete) {
        return Answer::undecided;
    }
    return wanted ? Answer::violated : Answer::holds;
}

/// What an exploration says of one of its watches.
template <class S>
Verdict verdict_of(const Check& check, const PropertyInfo& info, const explore::Exploration<S>& found,
                   std::size_t watch) {
    Verdict verdict;
    verdict.property = &info;
    verdict.answer = answer_of(info, found.watches[watch].score > 0, found.ending);
    verdict.relevant = found.watches[watch].relevant;
    verdict.value = found.watches[watch].score;
    verdict.states = found.states;
    verdict.transitions = found.transitions;
    verdict.depth = found.depth;
    verdict.open_because = verdict.answer == Answer::undecided ? why_open(found.ending, check.limits) : "";
    return verdict;
}

/// The verdict on a property that compares two policies.
Verdict compare(const Check& check, const PropertyInfo& info) {
    const Property<Wide> property = property_over<Wide>(info);
    const Model<Wide> one(check.machine, check.policy, check.scenario);
    const Model<Wide> other(check.machine, counterpart_of(check.policy, property), check.scenario);
    const EveryState states(one, other, property);
    if (states.assignments() > most_assignments) {
        Verdict verdict;
        verdict.property = &info;
        verdict.open_because = fmt::format("there are more than {} states to compare the policies in",
                                           grouped(most_assignments));
        return verdict;
    }
    const auto found = explore::breadth_first(
        states, {.limits = check.limits, .stop = check.stop, .progress = check.progress});
    Verdict verdict = verdict_of(check, info, found, 0);
    if (found.watches[0].path.has_value()) {
        verdict.trace =
            make_trace(check.machine, check.policy, check.scenario, found.watches[0].path->events, info);
        verdict.trace->start = found.watches[0].path->start;
    }
    return verdict;
}

template <class D>
std::vector<Verdict> search(const Check& check) {
    const Model<D> model(check.machine, check.policy, check.scenario);
    std::vector<Property<D>> properties;
    for (const PropertyInfo* info : check.properties) {
        if (info->kind != Kind::same && info->kind != Kind::within) {
            properties.push_back(property_over<D>(*info));
        }
    }
    const bool searches = !properties.empty();
    const SchedulerSystem<D> scheduler(model, std::move(properties));
    explore::Exploration<SchedulerSystem<D>> found;
    if (searches) {
        found = explore::breadth_first(
            scheduler, {.limits = check.limits, .stop = check.stop, .progress = check.progress});
    }
    std::vector<Verdict> verdicts;
    std::size_t watch = 0;
    for (const PropertyInfo* info : check.properties) {
        if (info->kind == Kind::same) {
            verdicts.push_back(compare(check, *info));
            continue;
        }
        if (info->kind == Kind::within) {
            verdicts.push_back(check_rounds(check, model, *info));
            continue;
        }
        Verdict verdict = verdict_of(check, *info, found, watch);
        if (found.watches[watch].path.has_value()) {
            verdict.trace = make_trace(check.machine, check.policy, check.scenario,
                                       found.watches[watch].path->events, *info, found.watches[watch].score);
        }
        ++watch;
        verdicts.push_back(std::move(verdict));
    }
    return verdicts;
}

}  // namespace

double log10_states(const Machine& machine, const Policy& policy, const Scenario& scenario) {
    const Model<Wide> model(machine, policy, scenario);
    const State<Wide> start = initial_state(model);
    CountValues<Wide> counter(model);
    visit_fields(model, start, counter);
    return counter.sum();
}

std::vector<Verdict> check_exhaustively(const Check& check, const std::string& place) {
    // Machines of many levels have more groups than CPUs, and balancing keeps something of each.
    const std::size_t groups =
        check.scenario.balance ? build_sched_domains(check.machine).group_records : std::size_t{0};
    const bool small = check.machine.cpu_count() <= Word::cpu_capacity &&
                       check.scenario.tasks.size() <= Word::task_capacity && groups <= Word::cpu_capacity;
    if (small) {
        return search<Word>(check);
    }
    const bool compares_only = std::all_of(check.properties.begin(), check.properties.end(),
                                           [](const auto* info) { return info->kind == Kind::same; });
    if (!compares_only && check.limits.depth == 0 && check.limits.states == 0) {
        throw InputError(
            place,
            fmt::format(
                "{} with {} is too large to explore exhaustively: its states' fields spell about 10^{:.0f} "
                "states, and {} MiB hold some 10^{:.0f}",
                check.machine.name, scenario_line(check.scenario, check.machine),
                log10_states(check.machine, check.policy, check.scenario), check.limits.memory_bytes >> 20,
                std::log10(static_cast<double>(std::max<std::uint64_t>(check.limits.memory_bytes, 1)) / 32)),
            "explore a reduced machine such as \"pack:1 l3:2 core:2 pu:2\", or bound the search with --depth "
            "3 or "
            "--states 1000000");
    }
    return search<Wide>(check);
}

}  // namespace schedmc
