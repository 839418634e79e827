// SPDX-License-Identifier: GPL-2.0-or-later
//
// Goal: forks and execs read as terms are placed as with machine words, and the properties of forks are decided for
// every queue, average, stamp, mask and cookie at once. Method: one question of free values on four CPUs; values drawn
// at random are tied to it and the solver's placement is compared with the executed one; then each property is proved,
// or a counterexample of it exists, as the revision is expected to have it.
#include <gtest/gtest.h>

#include <random>

#include "model/policy/select_task_rq_fork_exec.hpp"
#include "properties/fork.hpp"
#include "solver/prove/free_values.hpp"
#include "solver/prove/solved_values.hpp"
#include "tests/support/machines.hpp"

namespace schedmc::prove {
namespace {

constexpr std::size_t cpu_count = 4;

Machine two_nodes() {
    Machine machine = simple_machine(2, 1, 2);
    for (const std::size_t cpu : {2U, 3U}) {
        machine.places[cpu].node = machine.places[cpu].package = 1;
    }
    machine.distance = {{10, 20}, {20, 10}};
    return machine;
}

/// Visits everything that a placement reads: set(name, value), cpu, truth, number(name, value, greatest).
template <class D, class Visitor>
void visit_question(LoadView<D>& view, ForkExec<D>& question, Visitor&& visitor) {
    visitor.set("idle", view.idle);
    visitor.set("sched_idle", view.sched_idle);
    visitor.set("runs_idle", view.runs_idle);
    visitor.set("pending", view.pending);
    visitor.set("has_idle_state", view.has_idle_state);
    const auto numbers = [&](const std::string& name, typename LoadView<D>::Numbers& values,
                             std::uint32_t greatest) {
        values.resize(cpu_count);
        for (std::size_t cpu = 0; cpu < cpu_count; ++cpu) {
            visitor.number(name + std::to_string(cpu), values[cpu], greatest);
        }
    };
    numbers("nr", view.nr_running, 3);
    numbers("load", view.load, 3072);
    numbers("util", view.util, 1024);
    numbers("runnable", view.runnable, 3072);
    numbers("latency", view.exit_latency, 2);
    numbers("stamp", view.idle_stamp, 4);
    visitor.cpu("this_cpu", question.this_cpu);
    visitor.set("allowed", question.allowed);
    visitor.set("cookie_matches", question.cookie_matches);
    visitor.set("preferred_node", question.preferred_node);
    visitor.truth("sched_idle_policy", question.sched_idle_policy);
    visitor.truth("full_mask_count", question.full_mask_count);
}

/// Makes every value free.
struct Freed {
    FreeValues& free;
    void set(const std::string& name, Symbolic::CpuSet& value) {
        value = free.cpus(name, CpuMask::first(cpu_count));
    }
    void number(const std::string& name, Symbolic::Number& value, std::uint32_t greatest) {
        value = free.number(name, 0, greatest);
    }
    void cpu(const std::string& name, Symbolic::Cpu& value) {
        value = free.cpu(name, CpuMask::first(cpu_count));
    }
    void truth(const std::string& name, Symbolic::Truth& value) { value = free.truth(name); }
};

/// Draws every value.
struct Drawn {
    std::mt19937& numbers;
    std::uint32_t below(std::uint32_t count) { return static_cast<std::uint32_t>(numbers() % count); }
    void set(const std::string&, Word::CpuSet& value) {
        CpuMask mask;
        for (std::size_t cpu = 0; cpu < cpu_count; ++cpu) {
            if (below(2) == 0) {
                mask.insert(cpu);
            }
        }
        value = Word::cpus(mask);
    }
    void number(const std::string&, Word::Number& value, std::uint32_t greatest) {
        value = Word::number(below(3) == 0 ? below(2) * greatest : below(greatest + 1));
    }
    void cpu(const std::string&, Word::Cpu& value) { value = Word::cpu(below(cpu_count)); }
    void truth(const std::string&, Word::Truth& value) { value = Word::truth(below(2) == 0); }
};

/// The values, in the order of the visit.
template <class D>
struct Collected {
    std::vector<typename D::CpuSet> sets;
    std::vector<typename D::Number> numbers;
    std::vector<typename D::Cpu> cpus;
    std::vector<typename D::Truth> truths;
    void set(const std::string&, typename D::CpuSet& value) { sets.push_back(value); }
    void number(const std::string&, typename D::Number& value, std::uint32_t) { numbers.push_back(value); }
    void cpu(const std::string&, typename D::Cpu& value) { cpus.push_back(value); }
    void truth(const std::string&, typename D::Truth& value) { truths.push_back(value); }
};

/// The same values, one as a term and one as a word.
Symbolic::Truth are_same(const Collected<Symbolic>& terms, const Collected<Word>& words) {
    auto same = Symbolic::truth(true);
    for (std::size_t i = 0; i < words.sets.size(); ++i) {
        same = same & (terms.sets[i] == Symbolic::cpus(words.sets[i].bits()));
    }
    for (std::size_t i = 0; i < words.numbers.size(); ++i) {
        same = same & (terms.numbers[i] == Symbolic::number(words.numbers[i].value()));
    }
    for (std::size_t i = 0; i < words.cpus.size(); ++i) {
        same = same & (terms.cpus[i] == Symbolic::cpu(words.cpus[i].number()));
    }
    for (std::size_t i = 0; i < words.truths.size(); ++i) {
        same = same & (terms.truths[i] == Symbolic::truth(words.truths[i].is_true()));
    }
    return same;
}

/// What no visit gives: the CPUs and what follows.
template <class D>
void complete(const Topology<D>& topology, LoadView<D>& view, ForkExec<D>& question) {
    view.active = view.online = topology.online;
    question.prev = question.this_cpu;
    question.fits = topology.online;
    question.bound_kthread = D::truth(false);
    question.own_load = question.own_util = question.own_runnable = D::number(0);
}

/// A question of free values with its answer, and a solver that knows what free values are.
struct Asked {
    explicit Asked(const char* policy_name)
        : policy(parse_policy(policy_name, "test")), scope(context, cpu_count),
          topology(two_nodes(), policy.rules.numa_imbalance), solver(context, "QF_BV") {
        visit_question(view, question, Freed{free});
        complete(topology, view, question);
        free.assume(!is_empty(question.allowed));
        decision = select_task_rq(topology, policy, view, question);
        solver.push();
        solver.add(free.assumptions().term());
    }

    template <class P>
    z3::check_result violation() {
        const ForkScene<Symbolic> scene{topology, policy, view, question, decision};
        const Claim<Symbolic> claim = P::judge(scene);
        solver.push();
        solver.add((claim.relevant & !claim.holds).term());
        const z3::check_result result = solver.check();
        solver.pop();
        return result;
    }

    Policy policy;
    z3::context context;
    symbolic::SymbolicScope scope;
    Topology<Symbolic> topology;
    z3::solver solver;
    FreeValues free;
    LoadView<Symbolic> view;
    ForkExec<Symbolic> question;
    ForkExecDecision<Symbolic> decision;
};

TEST(ForkAgreement, TermsPlaceAsWordsDo) {
    for (const char* name : {"v5.19", "v6.12", "v7.1"}) {
        Asked asked(name);
        Collected<Symbolic> terms;
        visit_question(asked.view, asked.question, terms);
        const Topology<Word> topology(two_nodes(), asked.policy.rules.numa_imbalance);
        std::mt19937 numbers(1);
        for (int draw = 0; draw < 60; ++draw) {
            LoadView<Word> view;
            ForkExec<Word> question;
            visit_question(view, question, Drawn{numbers});
            if (is_empty(question.allowed).is_true()) {
                continue;
            }
            complete(topology, view, question);
            const auto expected = select_task_rq(topology, asked.policy, view, question);
            Collected<Word> words;
            visit_question(view, question, words);
            asked.solver.push();
            asked.solver.add(are_same(terms, words).term());
            ASSERT_EQ(asked.solver.check(), z3::sat);
            const SolvedValues solved(asked.solver.get_model());
            asked.solver.pop();
            ASSERT_EQ(solved.cpu(asked.decision.cpu), expected.cpu.number()) << name << " draw " << draw;
            ASSERT_EQ(solved.choice(asked.decision.rule), expected.rule.value());
            for (std::size_t i = 0; i < expected.levels.size(); ++i) {
                const LevelStep<Word>& word = expected.levels[i];
                ASSERT_EQ(solved.truth(asked.decision.levels[i].visited), word.visited.is_true());
                if (word.visited.is_true()) {
                    ASSERT_EQ(solved.choice(asked.decision.levels[i].groups.rule), word.groups.rule.value());
                }
            }
        }
    }
}

TEST(ForkProof, GroupsAreSkippedForTheirCookieFromV61On) {
    EXPECT_EQ(Asked("v5.19").violation<ForkGroupCookie>(), z3::sat);
    EXPECT_EQ(Asked("v6.1").violation<ForkGroupCookie>(), z3::unsat);
}

TEST(ForkProof, StatsCountAllowedCpusFromV619On) {
    EXPECT_EQ(Asked("v6.12").violation<ForkStatsAllowed>(), z3::sat);
    EXPECT_EQ(Asked("v6.19").violation<ForkStatsAllowed>(), z3::unsat);
}

}  // namespace
}  // namespace schedmc::prove
