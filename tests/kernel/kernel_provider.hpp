// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <memory>
#include <span>

#include "model/domain/concrete.hpp"
#include "model/machine/topology.hpp"
#include "model/policy/wakeup.hpp"
#include "tests/kernel/shim/kernel_functions.h"

namespace schedmc::kernel {

/// What compiled kernel functions did with a wakeup: as much of WakeupDecision as can be seen from outside. The spans
/// stay valid until the next question.
struct KernelDecision {
    using Cpu = Word::Cpu;
    /// Where the wakee goes; for select_task_rq_fair() and select_idle_sibling() their answer.
    Cpu cpu;
    /// select_task_rq() only: the class's answer, none where it was not asked.
    Cpu answer;
    /// What select_idle_sibling() was asked about, none where it was not called.
    Cpu target;
    /// select_idle_cpu() was called, with this hint, and found this CPU.
    bool scanned = false;
    bool saw_hint = false;
    Cpu scan_cpu;
    /// select_idle_smt() was called, and found this CPU; select_idle_capacity() was called.
    bool searched_siblings = false;
    bool searched_capacity = false;
    Cpu sibling;
    /// The CPUs at which the scan called select_idle_core() or __select_idle_cpu(), in order.
    std::span<const int> examined;
    /// The LLCs' hints afterwards, as RunqueueView::hinted.
    Word::CpuSet hinted;
    /// recent_used_cpu afterwards.
    Cpu recent;
    /// select_task_rq() only: select_fallback_rq() was called; ttwu_queue_cond() of the CPU.
    bool repaired = false;
    bool by_wake_list = false;
    /// Every call of available_idle_cpu(), in order.
    std::span<const int> probes;
};

/// The functions of one kernel version as a provider of decisions: it answers the questions of model/policy/wakeup.hpp
/// on one machine.
///
/// The functions behind it share one state, so of the providers of a version only the one made last is of use.
class KernelProvider {
public:
    using Cpu = Word::Cpu;

    /// SIS_UTIL and SIS_PROP are switched as the rules have them; all else is the version's. The topology must outlive
    /// the provider. Errors: expects that the machine's domains fit the table.
    KernelProvider(const kernel_functions& functions, const Topology<Word>& topology, const Rules& rules);

    /// The queues and hints that the next questions find; questions leave them as they are. Cost: a pass over the CPUs.
    void see(const RunqueueView<Word>& view);

    /// Source: kernel/sched/fair.c and core.c of the version, the functions of these names.
    KernelDecision select_idle_sibling(const Wakeup<Word>& wakeup, const Cpu& target);
    KernelDecision select_task_rq_fair(const Wakeup<Word>& wakeup);
    KernelDecision select_task_rq(const Wakeup<Word>& wakeup);
    /// True when the wakee is left on the CPU's wake list.
    bool ttwu_queue_wakelist(const Wakeup<Word>& wakeup, const Cpu& cpu);
    Cpu wake_affine_idle(const Wakeup<Word>& wakeup);
    Cpu wake_affine(const Wakeup<Word>& wakeup);
    /// The hints after the CPU has entered its idle task.
    Word::CpuSet update_idle_core(const Cpu& cpu);
    bool available_idle_cpu(const Cpu& cpu) const;
    bool sched_idle_cpu(const Cpu& cpu) const;
    bool cpus_share_cache(const Cpu& a, const Cpu& b) const;
    bool cpus_share_resources(const Cpu& a, const Cpu& b) const;

private:
    KernelDecision decision() const;

    const kernel_functions& functions_;
    const Topology<Word>& topology_;
    kernel_wakeup asked_{};
    kernel_decision done_{};
};

}  // namespace schedmc::kernel
