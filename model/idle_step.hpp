// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/policy/update_idle_core.hpp"
#include "model/queues.hpp"
#include "model/transition.hpp"

/// What happens on a CPU whose running task has gone.
namespace schedmc::steps {

/// Runs the idle class's hook on `cpu` where it has become idle, if it was `asked` to. Its own queue counts for nothing
/// in the hook, but a CPU with a queued task picks that instead of its idle task.
template <class D>
void enter_idle(const Model<D>& model, const typename D::Cpu& cpu, const typename D::Truth& asked,
                Transition<D>& out) {
    const RunqueueView<D> view = view_of(model, out.after);
    const auto raised = update_idle_core(topology_of(model, out.after), model.policy, view, cpu);
    const auto idle = asked & contains(view.empty, cpu);
    out.after.hinted = select(idle, widened_hints(model, out.after, raised), out.after.hinted);
    out.after.unstamped = out.after.unstamped - select(idle, D::CpuSet::only(cpu), model.topology.none);
}

/// A CPU whose queue may have run out idles, or first balances where it has domains to do it in; or its stopper runs.
template <class D>
void run_out(const Model<D>& model, const typename D::Cpu& cpu, const typename D::Truth& asked,
             Transition<D>& out) {
    if (!model.scenario.balance) {
        return enter_idle(model, cpu, asked, out);
    }
    const auto idles = asked & !contains(queued_stoppers(model, out.after), cpu);
    const auto balances =
        idles & contains(model.balanced, cpu) & contains(view_of(model, out.after).empty, cpu);
    out.after.balance.about_to_idle =
        out.after.balance.about_to_idle | select(balances, D::CpuSet::only(cpu), model.topology.none);
    enter_idle(model, cpu, idles & !balances, out);
}

/// What becomes of `cpu` where its running task has gone and nobody has taken its place: unless a task is queued, the
/// pick drops the delayed sleepers, all that is left, and the CPU goes idle. With races the idle class's hook then runs
/// before the CPU has finished its switch.
template <class D>
void leave_cpu(const Model<D>& model, const typename D::Cpu& cpu, const typename D::Truth& gone,
               Transition<D>& out) {
    const auto goes_idle = gone & is_empty(queue_of(model, out.after, cpu));
    if (delays_dequeue(model)) {
        for (TaskState<D>& task : out.after.tasks) {
            const auto drops = goes_idle & (task.phase == TaskPhase::delayed) & (task.cpu == cpu);
            task.phase = select(drops, D::choice(TaskPhase::asleep), task.phase);
        }
    }
    run_out(model, cpu, gone, out);
    if (model.scenario.races) {
        out.after.switching =
            out.after.switching | select(goes_idle, D::CpuSet::only(cpu), model.topology.none);
    }
}

}  // namespace schedmc::steps
