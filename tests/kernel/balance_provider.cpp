// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/kernel/balance_provider.hpp"

#include "tests/kernel/set_loads.hpp"
#include "tests/kernel/set_machine.hpp"

namespace schedmc::kernel {

namespace {

static_assert(static_cast<int>(IdleKind::newly_idle) == kernel_newly_idle);
static_assert(static_cast<int>(MigrationType::misfit) == kernel_migrate_misfit);

kernel_balance question_of(const BalanceEnv<Word>& env) {
    return {.cpu = static_cast<int>(env.cpu),
            .level = static_cast<int>(env.level),
            .idle = static_cast<int>(env.idle.value()),
            .dst = number_of(env.dst),
            .cpus = word_of(env.cpus),
            .nr_balance_failed = static_cast<unsigned>(env.nr_balance_failed.value()),
            .migration = kernel_migrate_load,
            .imbalance = 0,
            .group = 0};
}

}  // namespace

BalanceProvider::BalanceProvider(const kernel_functions& functions, const Topology<Word>& topology)
    : functions_(functions) {
    set_machine(functions, topology);
}

void BalanceProvider::see(const LoadView<Word>& view) { set_loads(functions_, view); }

const kernel_balance_decision& BalanceProvider::look(const BalanceEnv<Word>& env) {
    const kernel_balance question = question_of(env);
    functions_.balance(&question, &done_);
    return done_;
}

const kernel_balance_decision& BalanceProvider::busiest_queue(const BalanceEnv<Word>& env, std::size_t group,
                                                              MigrationType migration,
                                                              std::size_t imbalance) {
    kernel_balance question = question_of(env);
    question.group = static_cast<unsigned>(group);
    question.migration = static_cast<int>(migration);
    question.imbalance = static_cast<long>(imbalance);
    functions_.busiest_queue(&question, &done_);
    return done_;
}

bool BalanceProvider::can_migrate_task(const BalanceEnv<Word>& env, const MigrationCandidate<Word>& task,
                                       MigrationType migration, const Word::CpuSet& group, bool active,
                                       Pinned<Word>& pinned) {
    kernel_migration question{.env = question_of(env),
                              .allowed = word_of(task.allowed),
                              .group = word_of(group),
                              .active_balance = active,
                              .running = task.running.is_true(),
                              .sched_idle_policy = task.sched_idle_policy.is_true(),
                              .bound_kthread = task.bound_kthread.is_true(),
                              .ran_lately = task.ran_lately.is_true(),
                              .cookie_matches = task.cookie_matches.is_true()};
    question.env.migration = static_cast<int>(migration);
    kernel_pinned learnt{.all = pinned.all.is_true(),
                         .some = pinned.some.is_true(),
                         .new_dst = number_of(pinned.new_dst)};
    const bool may = functions_.can_migrate_task(&question, &learnt);
    pinned = {Word::truth(learnt.all), Word::truth(learnt.some), cpu_of(learnt.new_dst)};
    return may;
}

}  // namespace schedmc::kernel
