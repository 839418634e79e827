// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <algorithm>
#include <vector>

#include "model/machine/topology.hpp"
#include "model/policy/policy.hpp"
#include "model/policy/wakeup.hpp"
#include "model/fields.hpp"
#include "model/state.hpp"

/// The question of a wakeup, field by field: what a proof leaves free, what a counterexample gives back.
namespace schedmc::prove {

/// All that a wakeup's decision reads.
template <class D>
struct DecisionInput {
    RunqueueView<D> view;
    Wakeup<D> wakeup;
};

/// The input in which every CPU is busy and every field that visit_fields() leaves out has the value it always has.
template <class D>
DecisionInput<D> blank_input(const Topology<D>& topology) {
    const std::size_t llcs = topology.llcs.sets.size();
    const typename D::Cpu first = first_of(topology.online);
    DecisionInput<D> input;
    for (typename D::CpuSet* set :
         {&input.view.idle, &input.view.sched_idle, &input.view.empty, &input.view.single,
          &input.view.single_by_delayed, &input.view.hot, &input.view.bursting,
          &input.view.hinted, &input.wakeup.misses_boost}) {
        *set = topology.none;
    }
    input.view.active = topology.online;
    input.view.online = topology.online;
    input.view.nr_idle_scan.resize(llcs, D::number(0));
    input.view.prop_budget.resize(llcs, D::number(4));
    input.wakeup.this_cpu = first;
    input.wakeup.prev = first;
    input.wakeup.recent = first;
    input.wakeup.allowed = topology.online;
    input.wakeup.fits = topology.online;
    input.wakeup.cookie_matches = topology.online;
    return input;
}

/// The greatest number that SIS_PROP's arithmetic needs to yield: it lets a scan see every CPU of any LLC, since the
/// waker's budget may be spent in another LLC than its own.
template <class D>
std::size_t prop_budget_max(const Topology<D>& topology) {
    std::size_t greatest = 4;
    for (const std::size_t weight : topology.llc_weights) {
        greatest = std::max(greatest, weight + 1);
    }
    return greatest;
}

/// Visits every field of an input that can differ on this machine under these rules, in a fixed order.
///
/// The visitor offers
///   truth(name, field)                     true or false,
///   number(name, field, least, greatest)   a number in that range,
///   choice(name, field, count)             one of the first `count` enumerators,
///   cpu(name, field, among)                one of these CPUs,
///   cpus(name, field, within)              any set of these CPUs,
///   blocks(name, field, blocks)            a union of blocks.
/// `input` may be const. well_formed() says how the fields hang together.
template <class D, class Input, class Visitor>
void visit_fields(const Topology<D>& topology, const Policy& policy, Input& input, Visitor&& visitor) {
    const CpuMask& online = topology.machine.online;
    auto& view = input.view;
    auto& wakeup = input.wakeup;
    const auto view_field = [](const char* field) { return FieldName{"view", 0, field}; };
    const auto wakeup_field = [](const char* field) { return FieldName{"wakeup", 0, field}; };
    visitor.cpus(view_field("idle"), view.idle, online);
    visitor.cpus(view_field("empty"), view.empty, online);
    visitor.cpus(view_field("single"), view.single, online);
    visitor.cpus(view_field("sched_idle"), view.sched_idle, online);
    if (policy.rules.sis_cache != SisCache::none) {
        visitor.cpus(view_field("hot"), view.hot, online);
    }
    if (policy.rules.burst_threshold != 0) {
        visitor.cpus(view_field("bursting"), view.bursting, online);
    }
    if (topology.domains.smt_active) {
        visitor.blocks(view_field("has_idle_cores"), view.hinted, topology.llcs);
    }
    for (std::size_t llc = 0; llc < topology.llcs.sets.size(); ++llc) {
        if (policy.rules.sis_util) {
            visitor.number(FieldName{"llc", llc, "nr_idle_scan"}, view.nr_idle_scan[llc], 0,
                           topology.llc_weights[llc]);
        } else if (policy.rules.sis_prop) {
            visitor.number(FieldName{"llc", llc, "prop_budget"}, view.prop_budget[llc], 4,
                           prop_budget_max(topology));
        }
    }
    visitor.cpu(wakeup_field("this_cpu"), wakeup.this_cpu, online);
    visitor.truth(wakeup_field("in_interrupt"), wakeup.in_interrupt);
    visitor.truth(wakeup_field("sync"), wakeup.sync);
    if (policy.rules.current_cpu_wakeups) {
        visitor.truth(wakeup_field("on_current_cpu"), wakeup.on_current_cpu);
    }
    visitor.choice(wakeup_field("pull"), wakeup.pull, 3);
    visitor.truth(wakeup_field("current_is_bound_kthread"), wakeup.current_is_bound_kthread);
    visitor.cpu(wakeup_field("prev"), wakeup.prev, online);
    visitor.cpu(wakeup_field("recent"), wakeup.recent, online);
    visitor.cpus(wakeup_field("allowed"), wakeup.allowed, topology.machine.present);
    visitor.truth(wakeup_field("sched_idle_policy"), wakeup.sched_idle_policy);
    visitor.truth(wakeup_field("bound_kthread"), wakeup.bound_kthread);
    if (topology.capacities_differ) {
        visitor.cpus(wakeup_field("fits"), wakeup.fits, online);
        visitor.cpus(wakeup_field("misses_boost"), wakeup.misses_boost, online);
    }
}

/// CPUs of equal capacity fit alike, greater ones no worse.
template <class D>
typename D::Truth fitness_is_well_formed(const Topology<D>& topology, const Wakeup<D>& wakeup) {
    const auto usable = wakeup.fits | wakeup.misses_boost;
    auto holds = is_empty(wakeup.fits & wakeup.misses_boost);
    auto greater_fit = D::truth(true);
    auto greater_usable = D::truth(true);
    for (const auto& [capacity, members] : topology.by_capacity) {
        const auto all_fit = is_subset(members, wakeup.fits);
        const auto all_usable = is_subset(members, usable);
        holds = holds & (is_empty(members & wakeup.fits) | (all_fit & greater_fit)) &
                (is_empty(members & usable) | (all_usable & greater_usable));
        greater_fit = all_fit;
        greater_usable = all_usable;
    }
    return holds;
}

/// Whether the fields can stand side by side. Every input that a reachable state gives is well-formed; the reverse
/// need not hold, so that a decision that fails may fail in a state that nothing reaches.
///
/// - A CPU that counts as idle has nothing queued; one with a single task, or with SCHED_IDLE tasks only, has some.
/// - A CPU whose current task is a bound kernel thread is not empty.
/// - The wakee may run on some online CPU, on one only if it is a bound kernel thread.
template <class D>
typename D::Truth well_formed(const Topology<D>& topology, const DecisionInput<D>& input) {
    const RunqueueView<D>& view = input.view;
    const Wakeup<D>& wakeup = input.wakeup;
    const auto queues_agree = is_subset(view.idle, view.empty) & is_empty(view.empty & view.single) &
                              is_empty(view.empty & view.sched_idle) & is_empty(view.empty & view.bursting);
    const auto kthread_runs = !(wakeup.current_is_bound_kthread & contains(view.empty, wakeup.this_cpu));
    const auto one_cpu_if_bound = (count(wakeup.allowed) <= D::number(1)) | !wakeup.bound_kthread;
    const auto can_run = one_cpu_if_bound & !is_empty(wakeup.allowed & topology.online);
    return queues_agree & kthread_runs & can_run & fitness_is_well_formed(topology, wakeup);
}

/// What a field is, outside of any domain: a number, or a set of CPUs.
struct FieldValue {
    std::uint32_t number = 0;
    CpuMask cpus;
    friend bool operator==(const FieldValue&, const FieldValue&) = default;
};

/// Visits a concrete input and keeps what it finds.
template <class D>
struct ReadFields {
    std::vector<FieldValue> values{};

    void truth(const FieldName&, const typename D::Truth& field) { keep(field.is_true() ? 1 : 0); }
    void number(const FieldName&, const typename D::Number& field, std::size_t, std::size_t) {
        keep(field.value());
    }
    template <class Choice>
    void choice(const FieldName&, const Choice& field, std::size_t) {
        keep(static_cast<std::uint32_t>(field.value()));
    }
    void cpu(const FieldName&, const typename D::Cpu& field, const CpuMask&) {
        keep(static_cast<std::uint32_t>(field.number()));
    }
    template <class Where>
    void cpus(const FieldName&, const typename D::CpuSet& field, const Where&) {
        values.push_back({0, CpuMask::from(field.bits())});
    }
    template <class Where>
    void blocks(const FieldName& name, const typename D::CpuSet& field, const Where& blocks) {
        cpus(name, field, blocks);
    }
    void keep(std::uint32_t number) { values.push_back({number, {}}); }
};

/// Visits an input of any domain and sets its fields to constants, in the order in which they were read.
template <class D>
class WriteFields {
public:
    explicit WriteFields(const std::vector<FieldValue>& values) : values_(values) {}

    void truth(const FieldName&, typename D::Truth& field) { field = D::truth(next().number != 0); }
    void number(const FieldName&, typename D::Number& field, std::size_t, std::size_t) {
        field = D::number(next().number);
    }
    template <class Choice>
    void choice(const FieldName&, Choice& field, std::size_t) {
        field = D::choice(static_cast<decltype(enumeration(field))>(next().number));
    }
    void cpu(const FieldName&, typename D::Cpu& field, const CpuMask&) { field = D::cpu(next().number); }
    template <class Where>
    void cpus(const FieldName&, typename D::CpuSet& field, const Where&) {
        field = D::cpus(next().cpus);
    }
    template <class Where>
    void blocks(const FieldName& name, typename D::CpuSet& field, const Where& blocks) {
        cpus(name, field, blocks);
    }

private:
    template <class E>
    static E enumeration(const typename D::template Choice<E>&);
    const FieldValue& next() {
        expects(at_ < values_.size(), "as many fields are written as were read");
        return values_[at_++];
    }

    const std::vector<FieldValue>& values_;
    std::size_t at_ = 0;
};

}  // namespace schedmc::prove
