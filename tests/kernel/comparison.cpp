// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/kernel/comparison.hpp"

#include <fmt/format.h>

#include "model/policy/select_task_rq.hpp"
#include "model/policy/update_idle_core.hpp"

namespace schedmc::kernel {

namespace {

// In the order of count_callees().
constexpr const char* callees[] = {"select_idle_smt",  "select_idle_capacity", "select_idle_cpu",
                                   "select_idle_core", "__select_idle_cpu",    "select_fallback_rq",
                                   "ttwu_queue_cond",  "test_idle_cores",      "set_idle_cores"};

std::string told_answer(bool answer) { return answer ? "yes" : "no"; }
std::string told_answer(const Word::Cpu& cpu) { return told(cpu); }
std::string told_answer(const Word::CpuSet& set) { return told(set); }

std::string told_waker(const Wakeup<Word>& wakeup) {
    static constexpr const char* pulls[] = {"prev", "the waker's CPU", "that the pair is wide"};
    return fmt::format("waker on {}, prev {}, sync {}, loads say {}", told(wakeup.this_cpu),
                       told(wakeup.prev), told_answer(wakeup.sync.is_true()),
                       pulls[static_cast<std::size_t>(wakeup.pull.value())]);
}

bool same(bool a, bool b) { return a == b; }
bool same(const Word::Cpu& a, const Word::Cpu& b) { return (a == b).is_true(); }
bool same(const Word::CpuSet& a, const Word::CpuSet& b) { return (a == b).is_true(); }

}  // namespace

Comparison::Comparison(const kernel_functions& functions, const Policy& policy,
                       std::size_t differences_wanted)
    : functions_(functions), policy_(policy), differences_wanted_(differences_wanted) {
    expects(differences_wanted > 0, "a comparison looks for a difference");
    for (const Asked asked :
         {Asked::select_idle_sibling, Asked::select_task_rq_fair, Asked::select_task_rq}) {
        decisions_[static_cast<std::size_t>(asked)] = &tally(name_of(asked));
    }
    for (std::size_t callee = 0; callee < std::size(callees); ++callee) {
        callees_[callee] = &tally(callees[callee]);
    }
}

void Comparison::begin(const Machine& machine) {
    topology_.emplace(machine, policy_.rules.numa_imbalance);
    provider_.emplace(functions_, *topology_, policy_.rules);
}

void Comparison::see(const RunqueueView<Word>& view) {
    view_ = view;
    provider_->see(view);
}

void Comparison::select_idle_sibling(const Wakeup<Word>& wakeup, const Cpu& target) {
    decide(Asked::select_idle_sibling, wakeup, provider_->select_idle_sibling(wakeup, target),
           schedmc::select_idle_sibling(*topology_, policy_, view_, wakeup, target));
}

void Comparison::select_task_rq_fair(const Wakeup<Word>& wakeup) {
    decide(Asked::select_task_rq_fair, wakeup, provider_->select_task_rq_fair(wakeup),
           schedmc::select_task_rq_fair(*topology_, policy_, view_, wakeup));
}

void Comparison::select_task_rq(const Wakeup<Word>& wakeup) {
    decide(Asked::select_task_rq, wakeup, provider_->select_task_rq(wakeup),
           schedmc::select_task_rq(*topology_, policy_, view_, wakeup));
}

void Comparison::wake_affine_idle(const Wakeup<Word>& wakeup) {
    simple(
        "wake_affine_idle", [&] { return told_waker(wakeup); }, provider_->wake_affine_idle(wakeup),
        schedmc::wake_affine_idle(*topology_, policy_, view_, wakeup));
}

void Comparison::wake_affine(const Wakeup<Word>& wakeup) {
    simple(
        "wake_affine", [&] { return told_waker(wakeup); }, provider_->wake_affine(wakeup),
        schedmc::wake_affine(*topology_, policy_, view_, wakeup));
}

void Comparison::update_idle_core(const Cpu& cpu) {
    simple(
        "__update_idle_core", [&] { return told(cpu) + " enters its idle task; hints afterwards"; },
        provider_->update_idle_core(cpu), schedmc::update_idle_core(*topology_, policy_, view_, cpu));
}

void Comparison::wake_list(const Wakeup<Word>& wakeup, const Cpu& cpu) {
    simple(
        "ttwu_queue_wakelist", [&] { return fmt::format("{}, for {}", told_waker(wakeup), told(cpu)); },
        provider_->ttwu_queue_wakelist(wakeup, cpu),
        ttwu_queue_cond(*topology_, policy_, view_, wakeup, wakeup.allowed, cpu).is_true());
}

void Comparison::idle_predicates() {
    topology_->machine.online.for_each([&](std::size_t number) {
        const Cpu cpu(number);
        simple(
            "available_idle_cpu", [&] { return told(cpu); }, provider_->available_idle_cpu(cpu),
            contains(view_.idle, cpu).is_true());
        simple(
            "sched_idle_cpu", [&] { return told(cpu); }, provider_->sched_idle_cpu(cpu),
            contains(view_.sched_idle, cpu).is_true());
    });
}

void Comparison::sharing_predicates() {
    const CpuMask& present = topology_->machine.present;
    present.for_each([&](std::size_t a) {
        present.for_each([&](std::size_t b) {
            const auto pair = [&] { return fmt::format("cpu{} and cpu{}", a, b); };
            simple("cpus_share_cache", pair, provider_->cpus_share_cache(Cpu(a), Cpu(b)),
                   shares_cache(*topology_, Cpu(a), Cpu(b)).is_true());
            if (functions_.clusters) {
                simple("cpus_share_resources", pair, provider_->cpus_share_resources(Cpu(a), Cpu(b)),
                       shares_resources(*topology_, Cpu(a), Cpu(b)).is_true());
            }
        });
    });
}

void Comparison::decide(Asked asked, const Wakeup<Word>& wakeup, const KernelDecision& kernel,
                        const WakeupDecision<Word>& model) {
    Tally& tally = *decisions_[static_cast<std::size_t>(asked)];
    ++tally.states;
    const std::string_view what = first_difference(asked, *topology_, policy_, view_, wakeup, kernel, model);
    count_callees(asked, kernel, !what.empty());
    if (!what.empty()) {
        note(tally, name_of(asked), what, told_decisions(*topology_, wakeup, kernel, model));
    }
}

void Comparison::count_callees(Asked asked, const KernelDecision& kernel, bool differs) {
    const bool whole = asked == Asked::select_task_rq;
    const bool called[] = {kernel.searched_siblings,
                           kernel.searched_capacity,
                           kernel.scanned,
                           kernel.saw_hint && !kernel.examined.empty(),
                           !kernel.saw_hint && !kernel.examined.empty(),
                           kernel.repaired,
                           whole,
                           kernel.searched_siblings || kernel.scanned,
                           (kernel.hinted != view_.hinted).is_true()};
    static_assert(std::size(called) == std::size(callees));
    for (std::size_t callee = 0; callee < std::size(callees); ++callee) {
        callees_[callee]->states += called[callee] ? 1 : 0;
        callees_[callee]->differences += called[callee] && differs ? 1 : 0;
    }
}

template <class Question, class Answer>
void Comparison::simple(std::string_view function, const Question& question, const Answer& kernel,
                        const Answer& model) {
    Tally& counts = tally(function);
    ++counts.states;
    if (!same(kernel, model)) {
        note(counts, function, "the answer",
             fmt::format("  asked     {}\n  kernel    {}\n  model     {}\n", question(), told_answer(kernel),
                         told_answer(model)));
    }
}

Tally& Comparison::tally(std::string_view function) { return tallies_[std::string(function)]; }

void Comparison::note(Tally& tally, std::string_view function, std::string_view what,
                      const std::string& text) {
    ++tally.differences;
    if (!is_over()) {
        told_.push_back(fmt::format("DIFFERENCE  {}(): {}     {} ({})\n{}{}", function, what, policy_.name,
                                    functions_.version, told_queues(*topology_, view_), text));
    }
}

}  // namespace schedmc::kernel
