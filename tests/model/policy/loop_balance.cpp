// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/model/policy/loop_balance.hpp"

#include <algorithm>
#include <optional>

#include "tests/model/policy/loop_groups.hpp"

namespace schedmc::loops {

namespace {

struct Balance : LoopGroups {
    bool leads() const {
        if (!counted(look.dst)) {
            return false;
        }
        if (look.idle == IdleKind::newly_idle) {
            return rules.newidle_always_balances ||
                   (loads.nr_running[look.dst] == 0 && loads.pending[look.dst] == 0);
        }
        CpuMask mask = domain.groups[0].balance_mask;
        const std::size_t first = mask.next(0);
        std::optional<std::size_t> idle_smt;
        for (std::size_t cpu = 0; cpu < machine.cpu_count(); ++cpu) {
            if (!mask.contains(cpu) || !counted(cpu) || loads.idle[cpu] == 0) {
                continue;
            }
            if (rules.balance_leader != BalanceLeader::first_idle && !flag(sd_flag::share_cpucapacity) &&
                !siblings_idle(cpu)) {
                idle_smt = idle_smt.value_or(cpu);
                continue;
            }
            return cpu == look.dst;
        }
        if (rules.balance_leader == BalanceLeader::idle_core_or_two) {
            return idle_smt == look.dst || first == look.dst;
        }
        return idle_smt.value_or(first) == look.dst;
    }

    std::int64_t cores(const SchedGroup& group) const {
        std::vector<std::uint16_t> seen;
        group.span.for_each([&](std::size_t cpu) { seen.push_back(machine.places[cpu].core); });
        std::sort(seen.begin(), seen.end());
        return std::unique(seen.begin(), seen.end()) - seen.begin();
    }

    std::int64_t siblings() const {
        const std::int64_t theirs = busiest.nr;
        const std::int64_t ours = local.nr;
        if (!rules.sibling_imbalance) {
            return std::max<std::int64_t>(theirs - ours, 0);
        }
        if (!idle_env() || theirs == 0) {
            return 0;
        }
        const std::int64_t their_cores = cores(*busiest_group);
        const std::int64_t our_cores = cores(*local_group);
        if (their_cores == our_cores) {
            return std::max<std::int64_t>(theirs - ours, 0);
        }
        const std::int64_t weighed = std::max<std::int64_t>(our_cores * theirs - their_cores * ours, 0);
        const std::int64_t rounded = (2 * weighed + our_cores + their_cores) / (our_cores + their_cores);
        return rounded <= 1 && ours == 0 && theirs > 1 ? 2 : rounded;
    }

    BusiestRule verdict() const {
        if (busiest_group == nullptr) {
            return BusiestRule::no_busiest;
        }
        if (busiest.type == GroupType::misfit_task) {
            return BusiestRule::misfit;
        }
        if (busiest.type == GroupType::imbalanced) {
            return BusiestRule::imbalanced;
        }
        if (local.type > busiest.type) {
            return BusiestRule::local_type_higher;
        }
        if (local.type == GroupType::overloaded) {
            if (local.avg >= busiest.avg) {
                return BusiestRule::local_load_not_lower;
            }
            if (local.avg >= average) {
                return BusiestRule::local_load_above_average;
            }
            if (100 * busiest.avg <= domain.imbalance_pct * local.avg) {
                return BusiestRule::load_within_percentage;
            }
        }
        if (prefer_sibling && local.type == GroupType::has_spare && siblings() > 1) {
            return BusiestRule::prefer_sibling;
        }
        if (busiest.type != GroupType::overloaded) {
            if (!idle_env()) {
                return BusiestRule::cpu_not_idle;
            }
            if (busiest.type == GroupType::smt_balance && has_smt_flag(*local_group) != has_smt_flag(*busiest_group)) {
                return BusiestRule::smt_helped;
            }
            if (busiest.weight > 1 && local.idle <= busiest.idle + 1) {
                return BusiestRule::idle_not_more;
            }
            if (busiest.movable == 1) {
                return BusiestRule::single_task;
            }
        }
        return BusiestRule::busiest_busier;
    }

    void set(MigrationType type, long long amount) {
        found.type = type;
        found.imbalance = amount;
    }

    long long tolerated_gone(long long amount) const {
        const bool gone = flag(sd_flag::numa) && local.nr + 1 <= domain.imb_numa_nr && amount <= 2;
        return gone ? 0 : amount;
    }

    void fill_spare() {
        if (busiest.type > GroupType::fully_busy && !flag(sd_flag::share_llc)) {
            const Unsigned room = std::max(local.capacity, local.util) - local.util;
            if (room == 0 && idle_env()) {
                set(MigrationType::task, 1);
            } else {
                set(MigrationType::util, static_cast<long long>(room));
            }
            return;
        }
        long long difference;
        if (busiest.weight == 1 || prefer_sibling) {
            difference = siblings();
        } else if (rules.signed_idle_cpus) {
            difference = std::max<long long>(0, static_cast<long long>(local.idle) - busiest.idle);
        } else {
            difference = std::max<long long>(0, std::uint32_t{local.idle - busiest.idle});
        }
        set(MigrationType::task, rules.numa_allowance_after_halving ? tolerated_gone(difference >> 1)
                                                                    : tolerated_gone(difference) >> 1);
    }

    void calculate() {
        switch (busiest.type) {
            case GroupType::misfit_task:
                return set(MigrationType::misfit, 1);
            case GroupType::smt_balance:
            case GroupType::imbalanced:
                return set(MigrationType::task, 1);
            default:
                break;
        }
        if (local.type == GroupType::has_spare) {
            return fill_spare();
        }
        if (local.type < GroupType::overloaded) {
            local.avg = local.load * 1024 / local.capacity;
            if (local.avg >= busiest.avg || (rules.average_asked && local.avg >= average)) {
                return;
            }
        }
        const Unsigned excess = (busiest.avg - average) * busiest.capacity;
        const Unsigned lack = (average - local.avg) * local.capacity;
        set(MigrationType::load, static_cast<long long>(std::min(excess, lack) / 1024));
    }

    void find_queue() {
        Unsigned best_load = 0;
        Unsigned best_capacity = 1;
        Unsigned best_other = 0;
        busiest_group->span.for_each([&](std::size_t cpu) {
            const Unsigned tasks = movable(cpu);
            if (!counted(cpu) || look.excluded[cpu] != 0 || tasks == 0) {
                return;
            }
            const Unsigned capacity = machine.capacity[cpu];
            if (flag(sd_flag::asym_cpucapacity) && !greater(machine.capacity[look.dst], capacity) &&
                tasks == 1) {
                return;
            }
            const auto take_if_more = [&](Unsigned amount) {
                if (amount > best_other) {
                    best_other = amount;
                    found.queue = static_cast<int>(cpu);
                }
            };
            const Unsigned load = static_cast<Unsigned>(loads.load[cpu]);
            Unsigned util = static_cast<Unsigned>(loads.util[cpu]);
            switch (found.type) {
                case MigrationType::load:
                    if (!(tasks == 1 && load > static_cast<Unsigned>(found.imbalance)) &&
                        load * best_capacity > best_load * capacity) {
                        best_load = load;
                        best_capacity = capacity;
                        found.queue = static_cast<int>(cpu);
                    }
                    break;
                case MigrationType::util:
                    if (rules.util_is_boosted) {
                        util = std::min(std::max(util, static_cast<Unsigned>(loads.runnable[cpu])), capacity);
                    }
                    if (tasks > 1) {
                        take_if_more(util);
                    }
                    break;
                case MigrationType::task:
                    take_if_more(tasks);
                    break;
                case MigrationType::misfit:
                    take_if_more(static_cast<Unsigned>(look.misfit[cpu]));
                    break;
            }
        });
    }

    LoopFound find() {
        found.leads = leads();
        compare();
        found.rule = verdict();
        switch (found.rule) {
            case BusiestRule::misfit:
            case BusiestRule::imbalanced:
            case BusiestRule::prefer_sibling:
            case BusiestRule::smt_helped:
            case BusiestRule::busiest_busier:
                calculate();
                break;
            default:
                break;
        }
        found.pulls = found.imbalance != 0;
        if (found.pulls) {
            find_queue();
            found.active = found.type == MigrationType::misfit ||
                           (found.type == MigrationType::task && look.failed > domain.cache_nice_tries + 2);
        }
        return found;
    }
};

}  // namespace

LoopFound loop_balance(const Machine& machine, const SchedDomains& domains, const Rules& rules,
                       const LoopLoads& loads, const LoopLook& look) {
    return Balance{{machine, domains, rules, loads, look, domains.of_cpu[look.cpu][look.level]}}.find();
}

}  // namespace schedmc::loops
