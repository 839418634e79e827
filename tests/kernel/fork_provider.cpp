// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/kernel/fork_provider.hpp"

#include "tests/kernel/set_machine.hpp"

namespace schedmc::kernel {

ForkProvider::ForkProvider(const kernel_functions& functions, const Topology<Word>& topology)
    : functions_(functions), cpus_(topology.machine.cpu_count()) {
    set_machine(functions, topology);
}

void ForkProvider::see(const LoadView<Word>& view) {
    kernel_loads loads{};
    loads.sched_idle = word_of(view.sched_idle);
    loads.runs_idle = word_of(view.runs_idle);
    loads.pending = word_of(view.pending);
    loads.active = word_of(view.active);
    loads.online = word_of(view.online);
    loads.has_idle_state = word_of(view.has_idle_state);
    for (std::size_t cpu = 0; cpu < cpus_; ++cpu) {
        loads.nr_running[cpu] = static_cast<unsigned>(view.nr_running[cpu].value());
        loads.load[cpu] = view.load[cpu].value();
        loads.util[cpu] = view.util[cpu].value();
        loads.runnable[cpu] = view.runnable[cpu].value();
        loads.exit_latency[cpu] = static_cast<unsigned>(view.exit_latency[cpu].value());
        loads.idle_stamp[cpu] = view.idle_stamp[cpu].value();
    }
    functions_.set_loads(&loads);
}

const kernel_fork_decision& ForkProvider::decide(const ForkExec<Word>& question) {
    asked_ = {.exec = question.exec,
              .bound_kthread = question.bound_kthread.is_true(),
              .full_mask_count = question.full_mask_count.is_true(),
              .this_cpu = number_of(question.this_cpu),
              .prev = number_of(question.prev),
              .allowed = word_of(question.allowed),
              .preferred_node = word_of(question.preferred_node),
              .fits = word_of(question.fits),
              .cookie_matches = word_of(question.cookie_matches),
              .own_load = question.own_load.value(),
              .own_util = question.own_util.value(),
              .own_runnable = question.own_runnable.value()};
    functions_.fork_or_exec(&asked_, &done_);
    return done_;
}

}  // namespace schedmc::kernel
