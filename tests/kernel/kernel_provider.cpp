// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/kernel/kernel_provider.hpp"

#include <algorithm>

#include "tests/kernel/set_machine.hpp"

namespace schedmc::kernel {

namespace {

using Cpu = Word::Cpu;

std::span<const int> seen(const int* numbers, int count) {
    return {numbers, static_cast<std::size_t>(count)};
}

kernel_wakeup wakeup_of(const Wakeup<Word>& wakeup) {
    return {.this_cpu = number_of(wakeup.this_cpu),
            .prev = number_of(wakeup.prev),
            .recent = number_of(wakeup.recent),
            .allowed = word_of(wakeup.allowed),
            .fits = word_of(wakeup.fits),
            .misses_boost = word_of(wakeup.misses_boost),
            .cookie_matches = word_of(wakeup.cookie_matches),
            .in_interrupt = wakeup.in_interrupt.is_true(),
            .sync = wakeup.sync.is_true(),
            .on_current_cpu = wakeup.on_current_cpu.is_true(),
            .current_is_bound_kthread = wakeup.current_is_bound_kthread.is_true(),
            .bound_kthread = wakeup.bound_kthread.is_true(),
            .wide = wakeup.pull.value() == Pull::wide,
            .weight_says_waker = wakeup.pull.value() == Pull::to_waker};
}

}  // namespace

KernelProvider::KernelProvider(const kernel_functions& functions, const Topology<Word>& topology,
                               const Rules& rules)
    : functions_(functions), topology_(topology) {
    set_machine(functions, topology);
    functions_.set_features({.sis_prop = rules.sis_prop, .sis_util = rules.sis_util});
}

void KernelProvider::see(const RunqueueView<Word>& view) {
    kernel_runqueues state{.idle = word_of(view.idle),
                           .sched_idle = word_of(view.sched_idle),
                           .empty = word_of(view.empty),
                           .single = word_of(view.single),
                           .active = word_of(view.active),
                           .online = word_of(view.online),
                           .hinted = word_of(view.hinted),
                           .nr_idle_scan = {},
                           .prop_budget = {}};
    for (std::size_t cpu = 0; cpu < topology_.machine.cpu_count(); ++cpu) {
        state.nr_idle_scan[cpu] =
            static_cast<int>(at_block(topology_.llcs, view.nr_idle_scan, Cpu(cpu)).value());
        state.prop_budget[cpu] =
            static_cast<int>(at_block(topology_.llcs, view.prop_budget, Cpu(cpu)).value());
    }
    functions_.set_runqueues(&state);
}

KernelDecision KernelProvider::decision() const {
    return {.cpu = cpu_of(done_.cpu),
            .answer = cpu_of(done_.answer),
            .target = cpu_of(done_.target),
            .scanned = done_.scanned,
            .saw_hint = done_.saw_hint,
            .scan_cpu = cpu_of(done_.scan_cpu),
            .searched_siblings = done_.searched_siblings,
            .searched_capacity = done_.searched_capacity,
            .sibling = cpu_of(done_.sibling),
            .examined = seen(done_.examined, std::min<int>(done_.examined_count, kernel_cpus_max)),
            .hinted = set_of(done_.hinted),
            .recent = cpu_of(done_.recent),
            .repaired = done_.repaired,
            .by_wake_list = done_.by_wake_list,
            .probes = seen(done_.probes, done_.probe_count)};
}

KernelDecision KernelProvider::select_idle_sibling(const Wakeup<Word>& wakeup, const Cpu& target) {
    asked_ = wakeup_of(wakeup);
    functions_.select_idle_sibling(&asked_, number_of(target), &done_);
    return decision();
}

bool KernelProvider::ttwu_queue_wakelist(const Wakeup<Word>& wakeup, const Cpu& cpu) {
    asked_ = wakeup_of(wakeup);
    return functions_.ttwu_queue_wakelist(&asked_, number_of(cpu));
}

KernelDecision KernelProvider::select_task_rq_fair(const Wakeup<Word>& wakeup) {
    asked_ = wakeup_of(wakeup);
    functions_.select_task_rq_fair(&asked_, &done_);
    return decision();
}

KernelDecision KernelProvider::select_task_rq(const Wakeup<Word>& wakeup) {
    asked_ = wakeup_of(wakeup);
    functions_.select_task_rq(&asked_, &done_);
    return decision();
}

Cpu KernelProvider::wake_affine_idle(const Wakeup<Word>& wakeup) {
    return cpu_of(functions_.wake_affine_idle(number_of(wakeup.this_cpu), number_of(wakeup.prev),
                                              wakeup.sync.is_true()));
}

Cpu KernelProvider::wake_affine(const Wakeup<Word>& wakeup) {
    asked_ = wakeup_of(wakeup);
    return cpu_of(functions_.wake_affine(&asked_));
}

Word::CpuSet KernelProvider::update_idle_core(const Cpu& cpu) {
    return set_of(functions_.update_idle_core(number_of(cpu)));
}

bool KernelProvider::available_idle_cpu(const Cpu& cpu) const {
    return functions_.available_idle_cpu(number_of(cpu));
}

bool KernelProvider::sched_idle_cpu(const Cpu& cpu) const {
    return functions_.sched_idle_cpu(number_of(cpu));
}

bool KernelProvider::cpus_share_cache(const Cpu& a, const Cpu& b) const {
    return functions_.cpus_share_cache(number_of(a), number_of(b));
}

bool KernelProvider::cpus_share_resources(const Cpu& a, const Cpu& b) const {
    return functions_.cpus_share_resources(number_of(a), number_of(b));
}

}  // namespace schedmc::kernel
