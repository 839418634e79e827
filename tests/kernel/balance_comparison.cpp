// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/kernel/balance_comparison.hpp"

#include <fmt/format.h>

#include "model/policy/find_busiest_group.hpp"
#include "model/policy/find_busiest_queue.hpp"
#include "model/policy/need_active_balance.hpp"
#include "model/policy/should_we_balance.hpp"
#include "tests/kernel/set_machine.hpp"

namespace schedmc::kernel {

namespace {

bool same(const Pinned<Word>& a, const Pinned<Word>& b) {
    return a.all.is_true() == b.all.is_true() && a.some.is_true() == b.some.is_true() &&
           (a.new_dst == b.new_dst).is_true();
}

std::string told_pinned(bool may, const Pinned<Word>& pinned) {
    return fmt::format("{}; all pinned {}, some pinned {}, new destination {}", may ? "may" : "may not",
                       pinned.all.is_true(), pinned.some.is_true(), told(pinned.new_dst));
}

std::string told_task(const MigrationQuestion& question) {
    const MigrationCandidate<Word>& task = question.task;
    const auto word = [](const Word::Truth& truth, const char* yes) { return truth.is_true() ? yes : ""; };
    return fmt::format("  task      may run on {}{}{}{}{}{}; group {}{}; kind {}; before: {}\n", told(task.allowed),
                       word(task.running, ", running"), word(task.sched_idle_policy, ", SCHED_IDLE"),
                       word(task.bound_kthread, ", a bound kernel thread"), word(task.ran_lately, ", ran lately"),
                       word(!task.cookie_matches, ", another cookie"), told(question.group),
                       question.active ? ", asked by the stopper" : "", static_cast<int>(question.migration),
                       told_pinned(false, question.pinned));
}

}  // namespace

BalanceComparison::BalanceComparison(const kernel_functions& functions, const Policy& policy,
                                     std::size_t differences_wanted)
    : functions_(functions), policy_(policy), differences_wanted_(differences_wanted) {
    expects(differences_wanted > 0, "a comparison looks for a difference");
}

void BalanceComparison::begin(const Machine& machine) {
    topology_.emplace(machine, policy_.rules.numa_imbalance);
    provider_.emplace(functions_, *topology_);
}

void BalanceComparison::see(const LoadView<Word>& view) {
    view_ = view;
    provider_->see(view);
}

void BalanceComparison::look(const BalanceEnv<Word>& env) {
    const kernel_balance_decision& kernel = provider_->look(env);
    ModelBalance model{.leads = should_we_balance(*topology_, policy_, view_, env),
                       .top = env.level + 1 == topology_->domains.of_cpu[env.cpu].size(),
                       .group = find_busiest_group(*topology_, policy_, view_, env),
                       .queue = {},
                       .active = Word::truth(false)};
    model.queue = find_busiest_queue(*topology_, policy_, view_, env, model.group);
    if (model.queue.has_number()) {
        model.active =
            need_active_balance(*topology_, policy_, view_, env, model.group.migration, model.queue);
    }
    const std::string_view what = first_difference(kernel, model);
    count(kernel, !what.empty());
    if (!what.empty()) {
        note("load_balance", what, told_env(*topology_, env) + told_balance(kernel, model));
    }
}

void BalanceComparison::busiest_queue(const BalanceEnv<Word>& env, std::size_t group, MigrationType migration,
                                      std::size_t imbalance) {
    const kernel_balance_decision& kernel = provider_->busiest_queue(env, group, migration, imbalance);
    BusiestGroup<Word> found{};
    found.busiest = Word::cpus(topology_->domains.of_cpu[env.cpu][env.level].groups[group].span);
    found.migration = Word::choice(migration);
    found.imbalance = Word::number(imbalance);
    const Word::Cpu queue = find_busiest_queue(*topology_, policy_, view_, env, found);
    const bool active =
        queue.has_number() &&
        need_active_balance(*topology_, policy_, view_, env, found.migration, queue).is_true();
    const bool differs = (queue != cpu_of(kernel.queue)).is_true() || active != kernel.active;
    add(find_queue, 1, differs);
    add(active_balance, kernel.queue != kernel_no_cpu ? 1 : 0, differs);
    if (differs) {
        note("find_busiest_queue", "the queue, or whether its running task is pushed",
             told_env(*topology_, env) +
                 fmt::format("  asked     {} of kind {} from {}\n  kernel    {}, push {}\n  model     {}, push {}\n",
                             imbalance, static_cast<int>(migration), told(found.busiest),
                             told(cpu_of(kernel.queue)), kernel.active, told(queue), active));
    }
}

void BalanceComparison::can_migrate_task(const MigrationQuestion& question) {
    Pinned<Word> by_kernel = question.pinned;
    Pinned<Word> by_model = question.pinned;
    const bool kernel = provider_->can_migrate_task(question.env, question.task, question.migration, question.group,
                                                    question.active, by_kernel);
    const SchedDomain& domain = topology_->domains.of_cpu[question.env.cpu][question.env.level];
    const bool model =
        schedmc::can_migrate_task(policy_, domain, question.env, question.task, Word::choice(question.migration),
                                  question.group, question.active, by_model)
            .is_true();
    const bool differs = kernel != model || !same(by_kernel, by_model);
    add(migrate, 1, differs);
    if (differs) {
        note("can_migrate_task", kernel != model ? "the answer" : "what is known of pinned tasks",
             told_env(*topology_, question.env) + told_task(question) +
                 fmt::format("  kernel    {}\n  model     {}\n", told_pinned(kernel, by_kernel),
                             told_pinned(model, by_model)));
    }
}

void BalanceComparison::add(std::size_t place, int times, bool differs) {
    counts_[place].states += static_cast<std::uint64_t>(times);
    counts_[place].differences += differs && times > 0 ? 1 : 0;
}

void BalanceComparison::count(const kernel_balance_decision& kernel, bool differs) {
    add(leader, 1, differs);
    add(find_group, 1, differs);
    add(find_queue, kernel.searched ? 1 : 0, differs);
    add(active_balance, kernel.queue != kernel_no_cpu ? 1 : 0, differs);
    add(group_stats, kernel.stats_count, differs);
    add(pick_busiest, kernel.pick_count, differs);
    add(amount, kernel.calculated ? 1 : 0, differs);
    add(siblings, kernel.sibling_count, differs);
    add(numa_allowance, kernel.allowance_count, differs);
    for (int type = 0; type < kernel_other_type; ++type) {
        const bool met = kernel.local.type == type || (kernel.busiest.span != 0 && kernel.busiest.type == type);
        add(static_cast<std::size_t>(first_type + type), met ? 1 : 0, differs);
    }
}

void BalanceComparison::note(std::string_view function, std::string_view what, const std::string& text) {
    if (!is_over()) {
        told_.push_back(fmt::format("DIFFERENCE  {}(): {}     {} ({})\n{}{}", function, what, policy_.name,
                                    functions_.version, told_loads(*topology_, view_), text));
    }
}

std::string BalanceComparison::find_name(const char* older, const char* newer) const {
    return functions_.finds_dst ? std::string("sched_balance_find_src_") + newer
                                : std::string("find_busiest_") + older;
}

std::map<std::string, Tally> BalanceComparison::tallies() const {
    const std::string not_there;
    const bool smt = functions_.smt_balance;
    const std::string names[] = {"should_we_balance",
                                 find_name("group", "group"),
                                 find_name("queue", "rq"),
                                 "need_active_balance",
                                 "update_sg_lb_stats",
                                 "update_sd_pick_busiest",
                                 "calculate_imbalance",
                                 smt ? "sibling_imbalance" : not_there,
                                 "adjust_numa_imbalance",
                                 "can_migrate_task",
                                 "group_has_spare",
                                 "group_fully_busy",
                                 "group_misfit_task",
                                 smt ? "group_smt_balance" : not_there,
                                 "group_imbalanced",
                                 "group_overloaded"};
    static_assert(std::size(names) == counted);
    std::map<std::string, Tally> result;
    for (std::size_t i = 0; i < counted; ++i) {
        if (!names[i].empty()) {
            result[names[i]] = counts_[i];
        }
    }
    return result;
}

}  // namespace schedmc::kernel
