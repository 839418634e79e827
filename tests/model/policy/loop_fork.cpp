// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/model/policy/loop_fork.hpp"

#include <climits>
#include <cstdlib>
#include <optional>

namespace schedmc::loops {

namespace {

struct Figures {
    long long load = 0, util = 0, runnable = 0, nr = 0, idle = 0, capacity = 0, weight = 0, greatest = 0,
              avg = 0;
    GroupType type = GroupType::has_spare;
};

struct Search {
    const Machine& machine;
    const SchedDomains& domains;
    const Rules& rules;
    const LoopLoads& loads;
    const LoopForkExec& question;
    LoopForkDecision decision{};

    bool allowed(std::size_t cpu) const { return question.allowed[cpu] != 0; }
    bool mine(std::size_t cpu) const { return question.exec && at(question.prev) == cpu; }

    bool core_suits(std::size_t cpu) const {
        if (question.cookie_matches[cpu] != 0) {
            return true;
        }
        for (std::size_t other = 0; other < machine.cpu_count(); ++other) {
            const bool sibling = machine.online.contains(other) && machine.online.contains(cpu) &&
                                 machine.places[other].core == machine.places[cpu].core;
            if (sibling && loads.idle[other] == 0) {
                return false;
            }
        }
        return machine.online.contains(cpu);
    }

    bool group_suits(const SchedGroup& group, std::size_t asks) const {
        bool suits = false;
        group.span.for_each([&](std::size_t cpu) {
            if (allowed(cpu)) {
                suits = suits || core_suits(rules.group_cookie_reads_waker ? asks : cpu);
            }
        });
        return suits;
    }

    Figures figures_of(const SchedDomain& domain, const SchedGroup& group) const {
        Figures sum;
        bool fits_one = false;
        group.span.for_each([&](std::size_t cpu) {
            sum.capacity += machine.capacity[cpu];
            sum.greatest = std::max<long long>(sum.greatest, machine.capacity[cpu]);
            ++sum.weight;
            if (rules.group_stats_count_allowed && !allowed(cpu)) {
                return;
            }
            const long long one = mine(cpu) ? 1 : 0;
            const long long left = std::max(loads.nr_running[cpu] - one, 0LL);
            sum.nr += left;
            sum.load += std::max(loads.load[cpu] - one * question.own_load, 0LL);
            sum.util += std::max(loads.util[cpu] - one * question.own_util, 0LL);
            sum.runnable += std::max(loads.runnable[cpu] - one * question.own_runnable, 0LL);
            if (left == 0 && (loads.runs_idle[cpu] != 0 || mine(cpu)) && loads.pending[cpu] == 0) {
                ++sum.idle;
            }
            fits_one = fits_one || question.fits[cpu] != 0;
        });
        const long long pct = domain.imbalance_pct;
        const bool over = sum.nr > sum.weight &&
                          (sum.capacity * 100 < sum.util * pct || sum.capacity * pct < sum.runnable * 100);
        const bool room = sum.nr < sum.weight ||
                          (!(sum.capacity * pct < sum.runnable * 100) && sum.capacity * 100 > sum.util * pct);
        const bool marked = !loads.imbalanced.empty() && loads.imbalanced[group.record] != 0;
        const bool misfit = (domain.flags & sd_flag::asym_cpucapacity) != 0 && !fits_one;
        sum.type = over     ? GroupType::overloaded
                   : marked ? GroupType::imbalanced
                   : misfit ? GroupType::misfit_task
                   : room   ? GroupType::has_spare
                            : GroupType::fully_busy;
        if (sum.type == GroupType::overloaded || sum.type == GroupType::fully_busy) {
            sum.avg = sum.load * 1024 / sum.capacity;
        }
        return sum;
    }

    static bool idler(const Figures& group, const Figures& best) {
        if (group.type != best.type) {
            return group.type < best.type;
        }
        switch (group.type) {
            case GroupType::has_spare:
                return group.idle != best.idle ? group.idle > best.idle : group.util < best.util;
            case GroupType::misfit_task:
                return group.greatest > best.greatest;
            case GroupType::fully_busy:
            case GroupType::overloaded:
                return group.avg < best.avg;
            case GroupType::smt_balance:
            case GroupType::imbalanced:
                break;
        }
        return false;
    }

    GroupRule reason(const SchedDomain& domain, std::size_t asks, const SchedGroup* local,
                     const Figures& here, const SchedGroup* other, const Figures& there) const {
        const bool numa = (domain.flags & sd_flag::numa) != 0;
        if (other == nullptr) {
            return GroupRule::no_other_group;
        }
        if (local == nullptr) {
            return GroupRule::local_group_unusable;
        }
        if (here.type != there.type) {
            return here.type < there.type ? GroupRule::local_type_lower : GroupRule::local_type_higher;
        }
        if (here.type == GroupType::imbalanced) {
            return GroupRule::both_imbalanced;
        }
        const long long pct = domain.imbalance_pct;
        if (here.type == GroupType::overloaded || here.type == GroupType::fully_busy) {
            const long long allowance = 1024 * (pct - 100) / 100;
            if (numa && there.avg + allowance >= here.avg) {
                return GroupRule::numa_load_allowance;
            }
            if (there.avg >= here.avg + allowance) {
                return GroupRule::load_allowance;
            }
            return 100 * here.avg <= pct * there.avg ? GroupRule::load_within_percentage
                                                     : GroupRule::other_load_lower;
        }
        if (here.type == GroupType::misfit_task) {
            return here.greatest >= there.greatest ? GroupRule::local_capacity_suffices
                                                   : GroupRule::other_capacity_greater;
        }
        if (numa) {
            const int preferred = question.preferred_node;
            if (preferred != nobody && machine.places[asks].node == preferred) {
                return GroupRule::on_preferred_node;
            }
            if (preferred != nobody && machine.places[other->span.next(0)].node == preferred) {
                return GroupRule::other_node_preferred;
            }
            if (tolerates(domain, *local, here, there)) {
                return GroupRule::numa_allowance;
            }
        }
        return here.idle >= there.idle ? GroupRule::local_idle_not_fewer : GroupRule::other_has_more_idle;
    }

    bool tolerates(const SchedDomain& domain, const SchedGroup& local, const Figures& here,
                   const Figures& there) const {
        long long in_mask = 0;
        long long usable = 0;
        for (std::size_t cpu = 0; cpu < machine.cpu_count(); ++cpu) {
            in_mask += allowed(cpu) ? 1 : 0;
            usable += allowed(cpu) && local.span.contains(cpu) ? 1 : 0;
        }
        const bool born_with = question.full_mask_count;
        const bool as_many_as_online =
            !born_with && in_mask == static_cast<long long>(machine.online.count());
        const NumaAffinity rule = rules.numa_imbalance_affinity;
        const bool clamps = rule == NumaAffinity::always || (rule == NumaAffinity::merged && !born_with) ||
                            (rule == NumaAffinity::online_cpus && !as_many_as_online);
        long long limit = domain.imb_numa_nr;
        if (clamps) {
            limit = std::min(limit, usable);
        }
        return here.nr + 1 <= limit &&
               (rules.numa_allowance_ignores_gap || std::llabs(here.idle - there.idle) <= 2);
    }

    const SchedGroup* group_for(const SchedDomain& domain, std::size_t asks) {
        const SchedGroup* local = nullptr;
        const SchedGroup* best = nullptr;
        Figures here, there;
        for (const SchedGroup& group : domain.groups) {
            bool has_allowed = false;
            group.span.for_each([&](std::size_t cpu) { has_allowed = has_allowed || allowed(cpu); });
            if (!has_allowed || !group_suits(group, asks)) {
                continue;
            }
            const Figures figures = figures_of(domain, group);
            if (group.span.contains(asks)) {
                local = &group;
                here = figures;
            } else if (best == nullptr || idler(figures, there)) {
                best = &group;
                there = figures;
            }
        }
        decision.reasons.push_back(reason(domain, asks, local, here, best, there));
        switch (decision.reasons.back()) {
            case GroupRule::local_group_unusable:
            case GroupRule::local_type_higher:
            case GroupRule::other_load_lower:
            case GroupRule::other_capacity_greater:
            case GroupRule::other_node_preferred:
            case GroupRule::other_has_more_idle:
                return best;
            default:
                return nullptr;
        }
    }

    int cpu_in(const SchedGroup& group, std::size_t asks) {
        const auto pick = [&](GroupCpuRule rule, int cpu) {
            decision.picks.push_back(rule);
            return cpu;
        };
        if (group.span.count() == 1) {
            return pick(GroupCpuRule::only_cpu_of_group, static_cast<int>(group.span.next(0)));
        }
        int idle = nobody;
        int busy = nobody;
        long long latency = LLONG_MAX;
        long long stamp = 0;
        long long load = LLONG_MAX;
        for (std::size_t cpu = 0; cpu < machine.cpu_count(); ++cpu) {
            if (!group.span.contains(cpu) || !allowed(cpu) || !core_suits(cpu)) {
                continue;
            }
            if (loads.sched_idle[cpu] != 0 &&
                !(rules.sched_idle_wakee_seeks_idle && question.sched_idle_policy)) {
                return pick(GroupCpuRule::sched_idle_cpu, static_cast<int>(cpu));
            }
            if (loads.idle[cpu] != 0) {
                const long long own = loads.exit_latency[cpu];
                const bool has_state = own != 0;
                const bool newer = loads.idle_stamp[cpu] > stamp;
                if ((has_state && own < latency) || ((!has_state || own == latency) && newer)) {
                    latency = has_state ? own : latency;
                    stamp = loads.idle_stamp[cpu];
                    idle = static_cast<int>(cpu);
                }
            } else if (idle == nobody && loads.load[cpu] < load) {
                load = loads.load[cpu];
                busy = static_cast<int>(cpu);
            }
        }
        if (idle != nobody) {
            return pick(GroupCpuRule::idle_cpu, idle);
        }
        return busy != nobody ? pick(GroupCpuRule::least_loaded_cpu, busy)
                              : pick(GroupCpuRule::nothing_seen, static_cast<int>(asks));
    }

    int answer() {
        const unsigned flag = question.exec ? sd_flag::balance_exec : sd_flag::balance_fork;
        const SchedDomain* domain = nullptr;
        for (const SchedDomain& each : domains.of_cpu[at(question.this_cpu)]) {
            if ((each.flags & flag) == 0) {
                break;
            }
            domain = &each;
        }
        if (domain == nullptr) {
            return question.prev;
        }
        bool any = false;
        domain->span.for_each([&](std::size_t cpu) { any = any || allowed(cpu); });
        return any ? descend(domain, at(question.this_cpu), flag) : question.prev;
    }

    int descend(const SchedDomain* domain, std::size_t cpu, unsigned flag) {
        while (domain != nullptr) {
            const SchedDomain* child = domain == domains.of_cpu[cpu].data() ? nullptr : domain - 1;
            const SchedGroup* group = (domain->flags & flag) == 0 ? nullptr : group_for(*domain, cpu);
            const int next = group == nullptr ? static_cast<int>(cpu) : cpu_in(*group, cpu);
            if (next == static_cast<int>(cpu)) {
                domain = child;
                continue;
            }
            cpu = at(next);
            const std::size_t weight = domain->span.count();
            domain = nullptr;
            for (const SchedDomain& each : domains.of_cpu[cpu]) {
                if (weight <= each.span.count()) {
                    break;
                }
                if ((each.flags & flag) != 0) {
                    domain = &each;
                }
            }
        }
        return static_cast<int>(cpu);
    }

    bool usable(std::size_t cpu) const {
        return allowed(cpu) && (question.bound_kthread ? loads.online[cpu] : loads.active[cpu]) != 0;
    }

    int fallback() const {
        const auto node = machine.places[at(question.prev)].node;
        for (int pass = 0; pass < 3; ++pass) {
            for (std::size_t cpu = 0; cpu < machine.cpu_count(); ++cpu) {
                const bool up = (question.bound_kthread ? loads.online[cpu] : loads.active[cpu]) != 0;
                if (pass == 2 ? up : usable(cpu) && (pass == 1 || machine.places[cpu].node == node)) {
                    return static_cast<int>(cpu);
                }
            }
        }
        return nobody;
    }

    void run() {
        int only = nobody;
        int count = 0;
        for (std::size_t cpu = machine.cpu_count(); cpu-- > 0;) {
            only = allowed(cpu) ? static_cast<int>(cpu) : only;
            count += allowed(cpu) ? 1 : 0;
        }
        decision.answer = question.exec || count > 1 ? answer() : only;
        const auto number = at(decision.answer);
        if (question.exec) {
            const bool moves = usable(number) && loads.active[number] != 0;
            decision.repaired = !moves && decision.answer != question.prev;
            decision.cpu = moves ? decision.answer : question.prev;
            return;
        }
        decision.repaired = !usable(number);
        decision.cpu = decision.repaired ? fallback() : decision.answer;
    }
};

}  // namespace

LoopForkDecision loop_fork_exec(const Machine& machine, const SchedDomains& domains, const Rules& rules,
                                const LoopLoads& loads, const LoopForkExec& question) {
    Search search{machine, domains, rules, loads, question};
    search.run();
    return search.decision;
}

}  // namespace schedmc::loops
