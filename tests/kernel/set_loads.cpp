// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/kernel/set_loads.hpp"

#include "tests/kernel/set_machine.hpp"

namespace schedmc::kernel {

void set_loads(const kernel_functions& functions, const LoadView<Word>& view) {
    kernel_loads loads{};
    loads.sched_idle = word_of(view.sched_idle);
    loads.runs_idle = word_of(view.runs_idle);
    loads.pending = word_of(view.pending);
    loads.active = word_of(view.active);
    loads.online = word_of(view.online);
    loads.has_idle_state = word_of(view.has_idle_state);
    for (std::size_t cpu = 0; cpu < view.nr_running.size(); ++cpu) {
        loads.nr_running[cpu] = static_cast<unsigned>(view.nr_running[cpu].value());
        loads.load[cpu] = view.load[cpu].value();
        loads.util[cpu] = view.util[cpu].value();
        loads.runnable[cpu] = view.runnable[cpu].value();
        loads.exit_latency[cpu] = static_cast<unsigned>(view.exit_latency[cpu].value());
        loads.idle_stamp[cpu] = view.idle_stamp[cpu].value();
    }
    for (std::size_t cpu = 0; cpu < view.misfit_load.size(); ++cpu) {
        loads.misfit_load[cpu] = view.misfit_load[cpu].value();
    }
    for (std::size_t record = 0; record < view.imbalanced.size(); ++record) {
        loads.imbalanced[record] = view.imbalanced[record].is_true();
    }
    functions.set_loads(&loads);
}

}  // namespace schedmc::kernel
