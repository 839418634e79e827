// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/balance/detach_tasks.hpp"

/// A CPU with several tasks gives some to a sibling before it balances.
///
/// Source: thread "sched/fair: Introduce the SMT_BUDDY_ASSIST feature" (Li Kunyu), its cover letter; the code was not
/// to be had, and what the letter leaves open is a feature each.
namespace schedmc::balance {

/// The CPU has an SMT domain to push in.
template <class D>
bool has_smt_domain(const Model<D>& model, std::size_t cpu) {
    const std::vector<SchedDomain>& domains = model.topology.domains.of_cpu[cpu];
    return !domains.empty() && (domains[0].flags & sd_flag::share_cpucapacity) != 0;
}

/// The siblings that may be pushed to.
template <class D>
typename D::CpuSet push_targets(const Model<D>& model, const State<D>& state, std::size_t cpu) {
    const auto here = D::cpu(cpu);
    const auto siblings =
        (at(model.topology.cores.of_cpu, here) - D::CpuSet::only(here)) & active_cpus(state);
    if (model.policy.has(Defect::push_to_busy_sibling)) {
        return siblings;
    }
    if (model.policy.rules.smt_push_target == SmtPushTarget::idle) {
        return siblings & view_of(model, state).idle;
    }
    const auto mine = count_on(model, state, here);
    auto shorter = model.topology.none;
    model.topology.domains.of_cpu[cpu][0].span.for_each([&](std::size_t sibling) {
        const auto is_shorter = count_on(model, state, D::cpu(sibling)) + D::number(2) <= mine;
        shorter = shorter | select(is_shorter, D::CpuSet::only(D::cpu(sibling)), model.topology.none);
    });
    return siblings & shorter;
}

/// Takes a task, or half of what is too much, off the CPU's queue for the first sibling that some task may be given to.
/// The pass is left to put it there, unless both locks are held.
///
/// Cost: siblings x tasks squared.
template <class D>
BalanceTake<D> push_to_sibling(const Model<D>& model, State<D>& state, Pass<D>& pass, std::size_t cpu,
                               const Surroundings<D>& around) {
    const State<D> before = state;
    const Rules& rules = model.policy.rules;
    const auto here = D::cpu(cpu);
    const auto nr_running = count_on(model, before, here);
    const auto targets = push_targets(model, before, cpu);
    const SchedDomain& domain = domain_at(model, cpu, 0);
    BalanceTake<D> push{D::number(0), pass.idle,           here,       here,
                        here,         D::tasks(Bits<1>()), nr_running, running_on(before, here)};
    auto taken_any = D::truth(false);
    auto order = D::number(0);
    const std::size_t cpus = model.topology.machine.cpu_count();
    for (std::size_t distance = 1; distance <= cpus; ++distance) {
        const std::size_t number =
            rules.smt_push_order == SmtPushOrder::wrap ? (cpu + distance) % cpus : distance - 1;
        if (number == cpu || !domain.span.contains(number)) {
            continue;
        }
        const auto sibling = D::cpu(number);
        const auto gap = monus(nr_running, count_on(model, before, sibling));
        const auto wanted = rules.smt_push_count == SmtPushCount::one ? D::number(1) : scaled(gap, 1, 2);
        const auto is_target = contains(targets, sibling) & (D::number(2) <= nr_running) & !taken_any;
        pass.dst = sibling;
        const BalanceEnv<D> env{cpu, 0, pass.idle, sibling, before.online, model.topology.none, D::number(0)};
        auto taken = D::number(0);
        for (std::size_t rank = 0; rank < before.tasks.size(); ++rank) {
            Listed<D> task = listed_task(model, before, here, rank, nr_running, around);
            if (model.policy.has(Defect::push_takes_running)) {
                task.candidate.running = D::truth(false);
            }
            if (model.policy.has(Defect::push_ignores_affinity)) {
                task.candidate.allowed = model.topology.present;
            }
            Pinned<D> pinned{D::truth(false), D::truth(false), typename D::Cpu()};
            const auto can =
                can_migrate_task(model.policy, domain, env, task.candidate, D::choice(MigrationType::task),
                                 model.topology.none, false, pinned);
            const auto takes = is_target & task.exists & can & (taken < wanted);
            take_off(takes, task.task, sibling, pass.runner, order, state);
            push.taken = push.taken | select(takes, D::TaskSet::only(task.task), D::tasks(Bits<1>()));
            push.dst = select(takes, sibling, push.dst);
            taken = select(takes, taken + D::number(1), taken);
            order = select(takes, order + D::number(1), order);
            taken_any = taken_any | takes;
        }
    }
    pass.dst = select(taken_any, push.dst, here);
    list_order::rank_by(model, list_order::present_keys(before), state);
    return push;
}

/// Puts what was pushed on the sibling's queue.
template <class D>
void attach_pushed(const Model<D>& model, State<D>& state, Pass<D>& pass) {
    const auto pending = pass.stage == PassStage::push_attach;
    if (!model.policy.has(Defect::push_loses_task)) {
        attach_tasks(model, state, pass.runner, pass.dst);
    }
    pass.dst = select(pending, pass.cpu, pass.dst);
    pass.stage = select(pending, D::choice(PassStage::between), pass.stage);
}

/// Begins a pass with a push, where the policy has that.
template <class D>
void begin_with_push(const Model<D>& model, State<D>& state, Pass<D>& pass, std::size_t cpu,
                     const Surroundings<D>& around, Transition<D>& out) {
    const Rules& rules = model.policy.rules;
    const auto itself = pass.runner == D::cpu(cpu);
    const auto may = rules.smt_push_runs == SmtPushRuns::any ? D::truth(true) : itself;
    if (!pushes_to_siblings(model) || !has_smt_domain(model, cpu)) {
        return;
    }
    State<D> pushed = state;
    Pass<D> after = pass;
    const BalanceTake<D> push = push_to_sibling(model, pushed, after, cpu, around);
    const auto some = may & (push.taken != D::tasks(Bits<1>()));
    for (std::size_t t = 0; t < state.tasks.size(); ++t) {
        TaskState<D>& task = state.tasks[t];
        const TaskState<D>& moved = pushed.tasks[t];
        const auto is_it = some & contains(push.taken, D::task(t));
        task.phase = select(some, moved.phase, task.phase);
        task.cpu = select(some, moved.cpu, task.cpu);
        task.waker = select(some, moved.waker, task.waker);
        task.rank = select(some, moved.rank, task.rank);
        task.pushed_from = select(is_it, D::cpu(cpu), task.pushed_from);
    }
    pass.dst = select(some, after.dst, pass.dst);
    pass.pushed = pass.pushed | some;
    pass.stage = select(some, D::choice(PassStage::push_attach), pass.stage);
    if (rules.smt_push_memory == SmtPushMemory::sticky) {
        const auto me = D::CpuSet::only(D::cpu(cpu));
        state.balance.pushers = select(
            may, (state.balance.pushers - me) | select(some, me, model.topology.none), state.balance.pushers);
        pass.pushed = pass.pushed | contains(state.balance.pushers, D::cpu(cpu));
    }
    BalanceTake<D> noted = push;
    noted.taken = select(some, push.taken, D::tasks(Bits<1>()));
    out.pushes.push_back(noted);
    if (rules.smt_push_locks == SmtPushLocks::both) {
        attach_pushed(model, state, pass);
    }
}

/// The same, where a push is pending.
template <class D>
void attach_pushed_if_any(const Model<D>& model, State<D>& state, Pass<D>& pass) {
    if (pushes_to_siblings(model)) {
        attach_pushed(model, state, pass);
    }
}

/// After a push the SMT domain is not looked at.
template <class D>
typename D::Truth skips_domain(const Model<D>& model, const SchedDomain& domain, const Pass<D>& pass) {
    const bool skips = model.policy.rules.smt_push_skip && !model.policy.has(Defect::push_forgets_skip) &&
                       (domain.flags & sd_flag::share_cpucapacity) != 0;
    return pass.pushed & D::truth(skips);
}

/// Pushes are forgotten once neither a pass of the CPU that pushed nor a stopper that is to push to it is under way.
template <class D>
void forget_pushes(const Model<D>& model, const State<D>& before, Transition<D>& out) {
    if (!pushes_to_siblings(model)) {
        return;
    }
    State<D>& state = out.after;
    auto remembers = model.topology.none;
    for (const Pass<D>& pass : state.balance.passes) {
        remembers =
            remembers | select(pass.stage == PassStage::none, model.topology.none, D::CpuSet::only(pass.cpu));
    }
    model.topology.machine.present.for_each([&](std::size_t src) {
        const auto to = state.balance.push_cpu[src];
        remembers = remembers | select(to == D::cpu(src), model.topology.none, D::CpuSet::only(to));
    });
    for (std::size_t t = 0; t < state.tasks.size(); ++t) {
        const TaskState<D>& was = before.tasks[t];
        TaskState<D>& task = state.tasks[t];
        const auto there = is_on_queue(model, task) | (task.phase == TaskPhase::migrating);
        auto pushed = was.pushed_from != was.cpu;
        for (const BalanceTake<D>& push : out.pushes) {
            pushed = pushed | contains(push.taken, D::task(t));
        }
        const auto keeps = pushed & there & contains(remembers, task.pushed_from);
        task.pushed_from = select(keeps, task.pushed_from, task.cpu);
    }
}

}  // namespace schedmc::balance
