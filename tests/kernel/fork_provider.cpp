// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/kernel/fork_provider.hpp"

#include "tests/kernel/set_loads.hpp"
#include "tests/kernel/set_machine.hpp"

namespace schedmc::kernel {

ForkProvider::ForkProvider(const kernel_functions& functions, const Topology<Word>& topology)
    : functions_(functions) {
    set_machine(functions, topology);
}

void ForkProvider::see(const LoadView<Word>& view) { set_loads(functions_, view); }

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
