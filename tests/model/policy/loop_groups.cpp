// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/model/policy/loop_groups.hpp"

#include <algorithm>

namespace schedmc::loops {

std::uint32_t LoopGroups::movable(std::size_t cpu) const {
    const long long off = rules.balance_counts_awake ? look.delayed[cpu] : 0;
    return static_cast<std::uint32_t>(loads.nr_running[cpu] - off);
}

bool LoopGroups::siblings_idle(std::size_t cpu) const {
    for (std::size_t other = 0; other < machine.cpu_count(); ++other) {
        if (other != cpu && machine.online.contains(other) &&
            machine.places[other].core == machine.places[cpu].core && loads.idle[other] == 0) {
            return false;
        }
    }
    return true;
}

BalanceFigures LoopGroups::figures_of(const SchedGroup& group, bool is_local) {
    BalanceFigures sum;
    group.span.for_each([&](std::size_t cpu) {
        sum.capacity += machine.capacity[cpu];
        ++sum.weight;
        if (!counted(cpu)) {
            return;
        }
        sum.load += static_cast<Unsigned>(loads.load[cpu]);
        sum.util += static_cast<Unsigned>(loads.util[cpu]);
        sum.runnable += static_cast<Unsigned>(loads.runnable[cpu]);
        sum.nr += static_cast<std::uint32_t>(loads.nr_running[cpu]);
        sum.movable += movable(cpu);
        found.overloaded = found.overloaded || loads.nr_running[cpu] > 1;
        if (loads.nr_running[cpu] == 0 && loads.idle[cpu] != 0) {
            ++sum.idle;
            return;
        }
        if (!is_local && flag(sd_flag::asym_cpucapacity)) {
            sum.misfit = std::max(sum.misfit, static_cast<Unsigned>(look.misfit[cpu]));
            found.overloaded = found.overloaded || look.misfit[cpu] > 0;
        }
    });
    sum.smt_balance = rules.smt_balance && !is_local && idle_env() && has_smt_flag(group) && sum.movable > 1;
    classify(sum, !loads.imbalanced.empty() && loads.imbalanced[group.record] != 0);
    return sum;
}

void LoopGroups::classify(BalanceFigures& sum, bool marked) const {
    const Unsigned pct = domain.imbalance_pct;
    const bool waits = sum.capacity * pct < sum.runnable * 100;
    if (sum.nr > sum.weight && (waits || sum.capacity * 100 < sum.util * pct)) {
        sum.type = GroupType::overloaded;
        sum.avg = sum.load * 1024 / sum.capacity;
    } else if (marked) {
        sum.type = GroupType::imbalanced;
    } else if (sum.smt_balance) {
        sum.type = GroupType::smt_balance;
    } else if (sum.misfit != 0) {
        sum.type = GroupType::misfit_task;
    } else if (sum.nr < sum.weight || (!waits && sum.capacity * 100 > sum.util * pct)) {
        sum.type = GroupType::has_spare;
    } else {
        sum.type = GroupType::fully_busy;
    }
}

bool LoopGroups::fewer_idle(const BalanceFigures& group) const {
    return busiest_group == nullptr || group.idle < busiest.idle ||
           (group.idle == busiest.idle && group.nr > busiest.nr);
}

bool LoopGroups::busier_alike(const SchedGroup& candidate, const BalanceFigures& group) const {
    switch (group.type) {
        case GroupType::overloaded:
            return group.avg > busiest.avg;
        case GroupType::imbalanced:
            return false;
        case GroupType::misfit_task:
            return rules.first_misfit_stays ? group.misfit > busiest.misfit : group.misfit >= busiest.misfit;
        case GroupType::smt_balance:
            return group.idle != 0 || busiest.idle != 0 ? fewer_idle(group) : !has_smt_flag(*busiest_group);
        case GroupType::fully_busy:
            return rules.smt_balance && !has_smt_flag(*busiest_group);
        case GroupType::has_spare:
            if (rules.smt_balance && busiest_group != nullptr &&
                has_smt_flag(*busiest_group) != has_smt_flag(candidate)) {
                return !(has_smt_flag(candidate) && group.movable <= 1);
            }
            return fewer_idle(group);
    }
    return false;
}

bool LoopGroups::picked(const SchedGroup& candidate, const BalanceFigures& group) const {
    if (group.movable == 0) {
        return false;
    }
    Unsigned least = 1024;
    Unsigned greatest = 0;
    candidate.span.for_each([&](std::size_t cpu) {
        least = std::min<Unsigned>(least, machine.capacity[cpu]);
        greatest = std::max<Unsigned>(greatest, machine.capacity[cpu]);
    });
    const bool asymmetric = flag(sd_flag::asym_cpucapacity);
    const Unsigned ours = machine.capacity[look.dst];
    const bool core_idle = !domains.smt_active || siblings_idle(look.dst);
    if (asymmetric && group.type == GroupType::misfit_task &&
        ((rules.capacity_asked_first && !core_idle) || !greater(ours, greatest) ||
         local.type != GroupType::has_spare)) {
        return false;
    }
    const bool too_small = asymmetric && group.type <= GroupType::fully_busy && greater(least, ours);
    if (rules.capacity_asked_first && too_small) {
        return false;
    }
    if (group.type != busiest.type) {
        return group.type > busiest.type;
    }
    return busier_alike(candidate, group) && !too_small;
}

void LoopGroups::compare() {
    Unsigned total_load = 0;
    Unsigned total_capacity = 0;
    for (std::size_t place = 0; place < domain.groups.size(); ++place) {
        const SchedGroup& group = domain.groups[place];
        const bool is_local = group.span.contains(look.dst);
        const BalanceFigures figures = figures_of(group, is_local);
        if (is_local) {
            local = figures;
            local_group = &group;
            found.local = static_cast<int>(place);
        } else if (picked(group, figures)) {
            busiest = figures;
            busiest_group = &group;
            found.candidate = static_cast<int>(place);
        }
        total_load += figures.load;
        total_capacity += figures.capacity;
    }
    average = total_load * 1024 / total_capacity;
    if (rules.prefers_siblings_of_busiest) {
        prefer_sibling =
            busiest_group != nullptr && (busiest_group->flags & sd_flag::prefer_sibling) != 0;
    } else if (look.level > 0) {
        prefer_sibling = (domains.of_cpu[look.cpu][look.level - 1].flags & sd_flag::prefer_sibling) != 0;
    }
}

}  // namespace schedmc::loops
