// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>

#include "tests/model/policy/loop_balance.hpp"

/// The groups of a domain as the loop reading of load balancing compares them.
namespace schedmc::loops {

using Unsigned = std::uint64_t;

/// What is known of one group.
struct BalanceFigures {
    Unsigned load = 0, util = 0, runnable = 0, capacity = 0, weight = 0, avg = 0, misfit = 0;
    std::uint32_t nr = 0, movable = 0, idle = 0;
    bool smt_balance = false;
    GroupType type = GroupType::has_spare;
};

/// capacity_greater().
inline bool greater(Unsigned a, Unsigned b) { return a * 1024 > b * 1078; }

/// The local group and the busiest other one.
struct LoopGroups {
    const Machine& machine;
    const SchedDomains& domains;
    const Rules& rules;
    const LoopLoads& loads;
    const LoopLook& look;
    const SchedDomain& domain;
    BalanceFigures local{}, busiest{};
    const SchedGroup* local_group = nullptr;
    const SchedGroup* busiest_group = nullptr;
    Unsigned average = 0;
    bool prefer_sibling = false;
    LoopFound found{};

    /// Walks the ring, and fills in what is above.
    void compare();

    bool flag(unsigned bit) const { return (domain.flags & bit) != 0; }
    bool idle_env() const { return look.idle != IdleKind::not_idle; }
    bool counted(std::size_t cpu) const { return look.cpus[cpu] != 0; }
    /// The CPU's tasks that may be moved.
    std::uint32_t movable(std::size_t cpu) const;
    /// is_core_idle(): all siblings but the CPU are idle.
    bool siblings_idle(std::size_t cpu) const;

private:
    BalanceFigures figures_of(const SchedGroup& group, bool is_local);
    void classify(BalanceFigures& sum, bool marked) const;
    bool fewer_idle(const BalanceFigures& group) const;
    bool busier_alike(const SchedGroup& candidate, const BalanceFigures& group) const;
    bool picked(const SchedGroup& candidate, const BalanceFigures& group) const;
};

/// The group's flags say that it is one of SMT siblings.
inline bool has_smt_flag(const SchedGroup& group) { return (group.flags & sd_flag::share_cpucapacity) != 0; }

}  // namespace schedmc::loops
