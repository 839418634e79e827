// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <vector>

#include "model/policy/find_idlest_group.hpp"
#include "model/policy/find_idlest_group_cpu.hpp"

namespace schedmc {

/// f(n) for the n among the candidates that `cpu` is, or a value-initialised result where it is none of them.
///
/// What the machine fixes for each CPU, such as its domains, is thereby asked with a CPU of the state.
/// Cost: one call of f where the CPU is known, else one for each candidate.
template <class D, class Result, class F>
Result for_the_cpu(const CpuMask& candidates, const typename D::Cpu& cpu, F&& f) {
    Result result{};
    candidates.for_each([&](std::size_t number) {
        result = select(
            cpu == D::cpu(number), [&]() -> Result { return f(number); }, [&]() -> Result { return result; });
    });
    return result;
}

/// Where the way down ended, and the domains on it.
template <class D>
struct Descent {
    typename D::Cpu cpu;
    LevelSteps<D> levels;
};

/// One of two ways down.
template <class D>
Descent<D> select_fields(const typename D::Truth& condition, const Descent<D>& a, const Descent<D>& b) {
    return {select(condition, a.cpu, b.cpu), select_steps<D>(condition, a.levels, b.levels)};
}

/// The way down from a domain to a CPU: in each domain a group, in the group a CPU, and on from the domains of that CPU
/// that are smaller.
///
/// Source: kernel/sched/fair.c, find_idlest_cpu(), v5.19 .. v6.8; sched_balance_find_dst_cpu(), v6.12 .. v7.1.
template <class D>
class WayDown {
public:
    /// All arguments must outlive the object; `flag` is SD_BALANCE_FORK or SD_BALANCE_EXEC.
    WayDown(const Topology<D>& topology, const Policy& policy, const LoadView<D>& view,
            const ForkExec<D>& question, unsigned flag)
        : topology_(topology), policy_(policy), view_(view), question_(question), flag_(flag) {}

    /// The way from `cpu` through its lowest `domains` domains, as the pass number `depth`.
    ///
    /// Cost: find_idlest_group()'s at each domain on the way. Errors: none.
    Descent<D> from(std::size_t cpu, std::size_t domains, std::size_t depth) const {
        const std::vector<SchedDomain>& chain = topology_.domains.of_cpu[cpu];
        while (domains > 0 && (chain[domains - 1].flags & flag_) == 0) {
            --domains;
        }
        if (domains == 0) {
            Descent<D> end{D::cpu(cpu), {}};
            end.levels.resize(std::min(depth, capacity));
            return end;
        }
        const SchedDomain& domain = chain[domains - 1];
        const LevelStep<D> step = pass(domain, cpu);
        const auto moves = (step.picked.rule != GroupCpuRule::not_reached) & (step.picked.cpu != D::cpu(cpu));
        Descent<D> result = select(
            moves,
            [&] {
                return for_the_cpu<D, Descent<D>>(domain.span, step.picked.cpu, [&](std::size_t next) {
                    return from(next, domains_below(next, domain.span.count()), depth + 1);
                });
            },
            [&] { return from(cpu, domains - 1, depth + 1); });
        if (depth < capacity) {
            result.levels[depth] = step;
        }
        return result;
    }

private:
    static constexpr std::size_t capacity = 12;

    LevelStep<D> pass(const SchedDomain& domain, std::size_t cpu) const {
        const auto groups = find_idlest_group(topology_, policy_, view_, question_, domain, cpu);
        const auto searched = !is_empty(groups.chosen);
        const GroupCpu<D> picked = select(
            searched,
            [&] {
                return find_idlest_group_cpu(topology_, policy_, view_, question_, domain.span, groups.chosen,
                                             cpu);
            },
            [&] {
                return GroupCpu<D>{D::choice(GroupCpuRule::not_reached), typename D::Cpu(), topology_.none};
            });
        return {.visited = D::truth(true),
                .near = D::cpu(cpu),
                .span = D::cpus(domain.span),
                .numa = D::truth((domain.flags & sd_flag::numa) != 0),
                .groups = groups,
                .picked = picked};
    }

    // How many of a CPU's domains lie below a weight, up to the highest with the flag.
    std::size_t domains_below(std::size_t cpu, std::size_t weight) const {
        std::size_t kept = 0;
        std::size_t position = 0;
        for (const SchedDomain& domain : topology_.domains.of_cpu[cpu]) {
            if (weight <= domain.span.count()) {
                break;
            }
            ++position;
            kept = (domain.flags & flag_) != 0 ? position : kept;
        }
        return kept;
    }

    const Topology<D>& topology_;
    const Policy& policy_;
    const LoadView<D>& view_;
    const ForkExec<D>& question_;
    unsigned flag_;
};

/// The class's answer by the slow path from this_cpu's domain number `domains`, counted from 1: prev where the task may
/// not run in the domain at all.
///
/// Cost: the way's. Errors: expects that the CPU has so many domains.
/// Source: kernel/sched/fair.c, find_idlest_cpu(), v5.19 .. v6.8; sched_balance_find_dst_cpu(), v6.12 .. v7.1.
template <class D>
ForkExecDecision<D> find_idlest_cpu(const Topology<D>& topology, const Policy& policy,
                                    const LoadView<D>& view, const ForkExec<D>& question, unsigned flag,
                                    std::size_t this_cpu, std::size_t domains) {
    const std::vector<SchedDomain>& chain = topology.domains.of_cpu[this_cpu];
    expects(domains >= 1 && domains <= chain.size(), "the slow path begins at a domain of the CPU");
    const auto answer = [&](ForkExecRule rule, const Descent<D>& way) {
        return ForkExecDecision<D>{way.cpu, D::choice(rule), way.levels, D::truth(false), way.cpu,
                                   no_burst<D>()};
    };
    return select(
        is_empty(D::cpus(chain[domains - 1].span) & question.allowed),
        [&] {
            return answer(ForkExecRule::domain_not_allowed, Descent<D>{question.prev, {}});
        },
        [&] {
            const WayDown<D> way(topology, policy, view, question, flag);
            Descent<D> found = way.from(this_cpu, domains, 0);
            if (policy.has(Defect::way_down_forgets_cpu)) {
                found.cpu = D::cpu(this_cpu);
            }
            return answer(ForkExecRule::slow_path, found);
        });
}

}  // namespace schedmc
