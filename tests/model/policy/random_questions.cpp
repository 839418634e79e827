// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/model/policy/random_questions.hpp"

#include <algorithm>
#include <utility>

#include "tests/model/machine/made_machine.hpp"

namespace schedmc::loops {

namespace {

// Swaps CPUs at random, then gives blocks their dense numbers again.
void shuffle_numbers(Draws& draws, Machine& machine) {
    for (std::size_t cpu = machine.cpu_count(); cpu-- > 1;) {
        std::swap(machine.places[cpu], machine.places[draws.below(cpu + 1)]);
    }
}

void interleave_siblings(Machine& machine, std::size_t smt) {
    const std::vector<Place> adjacent = machine.places;
    const std::size_t cores = adjacent.size() / smt;
    for (std::size_t cpu = 0; cpu < adjacent.size(); ++cpu) {
        machine.places[cpu] = adjacent[cpu % cores * smt + cpu / cores];
    }
}

void take_away(Draws& draws, Machine& machine) {
    const std::size_t cpus = machine.cpu_count();
    const auto drop_some = [&](CpuMask& mask, bool add) {
        for (std::size_t left = 1 + draws.below(cpus / 4 + 1); left > 0; --left) {
            const std::size_t cpu = draws.below(cpus);
            add ? mask.insert(cpu) : mask.erase(cpu);
        }
    };
    if (draws.once_in(4)) {
        drop_some(machine.present, false);
    }
    machine.online = machine.present;
    if (draws.once_in(3)) {
        drop_some(machine.online, false);
    }
    if (draws.once_in(2)) {
        drop_some(machine.isolated, true);
    }
    machine.online = machine.online & machine.present;
    machine.isolated = machine.isolated & machine.present;
    if (machine.housekeeping().empty()) {
        machine.present.insert(0);
        machine.online.insert(0);
        machine.isolated.erase(0);
    }
}

int draw_from(Draws& draws, const CpuMask& cpus) {
    std::size_t position = draws.below(cpus.count());
    std::size_t cpu = cpus.next(0);
    for (; position > 0; --position) {
        cpu = cpus.next(cpu + 1);
    }
    return static_cast<int>(cpu);
}

// Often the same CPU, a sibling or one of the LLC.
int draw_near(Draws& draws, const LoopMachine& machine, const CpuMask& online, int cpu) {
    const std::size_t kind = draws.below(6);
    if (kind == 0) {
        return cpu;
    }
    CpuMask near;
    online.for_each([&](std::size_t other) {
        const bool sibling = kind == 1 && machine.siblings[at(cpu)].size() > 1 &&
                             machine.siblings[other] == machine.siblings[at(cpu)];
        if (sibling || (kind > 1 && kind < 5 && machine.llc_id[other] == machine.llc_id[at(cpu)])) {
            near.insert(other);
        }
    });
    return draw_from(draws, near.empty() ? online : near);
}

Flags draw_subset(Draws& draws, int cpus, std::size_t one_in) {
    Flags flags(at(cpus), 0);
    for (char& flag : flags) {
        flag = draws.once_in(one_in) ? 1 : 0;
    }
    return flags;
}

Flags draw_mask(Draws& draws, const LoopMachine& machine, const Machine& described, int prev) {
    Flags mask(at(machine.cpus), 0);
    const std::size_t kind = draws.below(8);
    const std::size_t one_in = std::size_t{1} << draws.below(4);
    for (std::size_t cpu = 0; cpu < mask.size(); ++cpu) {
        const bool in_llc = machine.llc_id[cpu] == machine.llc_id[at(prev)];
        const bool wanted = kind < 2 || (kind == 2 && in_llc) || (kind == 3 && !in_llc) ||
                            (kind == 4 && !described.online.contains(cpu)) ||
                            (kind > 4 && draws.once_in(one_in));
        mask[cpu] = wanted && described.present.contains(cpu) ? 1 : 0;
    }
    if (draws.once_in(16)) {
        mask.assign(mask.size(), 0);
    }
    if (draws.once_in(8) || std::find(mask.begin(), mask.end(), 1) == mask.end()) {
        mask[at(draw_from(draws, described.present))] = 1;
    }
    return mask;
}

}  // namespace

std::uint64_t Draws::next() {
    state_ += 0x9E3779B97F4A7C15ULL;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9ULL;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBULL;
    return mixed ^ (mixed >> 31);
}

std::size_t Draws::below(std::size_t count) {
    expects(count > 0, "a number is drawn from a range that has one");
    return static_cast<std::size_t>(next() % count);
}

Machine draw_machine(Draws& draws, std::size_t cpus_max) {
    MadeShape shape;
    do {
        shape = {.nodes = 1 + draws.below(3) / 2 * (1 + draws.below(3)),
                 .llcs = 1 + draws.below(4),
                 .clusters = 1 + draws.below(5) / 2,
                 .cores = 1 + draws.below(6),
                 .smt = 1 + draws.below(5) % 4};
    } while (shape.nodes * shape.llcs * shape.clusters * shape.cores * shape.smt > cpus_max);
    while (shape.nodes * shape.llcs * shape.clusters * shape.cores * 2 * shape.smt <= cpus_max &&
           draws.once_in(2)) {
        shape.cores *= 2;
    }
    Machine machine = made_machine(shape);
    switch (draws.below(3)) {
        case 0:
            break;
        case 1:
            interleave_siblings(machine, shape.smt);
            break;
        default:
            shuffle_numbers(draws, machine);
    }
    if (draws.once_in(5)) {
        for (std::uint16_t& capacity : machine.capacity) {
            capacity = static_cast<std::uint16_t>(1024 >> draws.below(3));
        }
    }
    take_away(draws, machine);
    for (std::uint16_t Place::*index :
         {&Place::core, &Place::cluster, &Place::llc, &Place::package, &Place::node}) {
        number_blocks(machine, index);
    }
    const std::size_t nodes = blocks_of(machine, &Place::node).size();
    machine.distance.assign(nodes, std::vector<std::uint16_t>(nodes, 10));
    const std::size_t hop = draws.once_in(2) ? 0 : 10;
    for (std::size_t a = 0; a < nodes; ++a) {
        for (std::size_t b = 0; b < nodes; ++b) {
            const std::size_t hops = a > b ? a - b : b - a;
            machine.distance[a][b] = static_cast<std::uint16_t>(a == b     ? 10
                                                                : hop == 0 ? 20
                                                                           : 10 + hop * hops);
        }
    }
    check_machine(machine, "a drawn machine");
    return machine;
}

Policy draw_policy(Draws& draws) {
    Policy policy;
    const Revision& revision = revisions()[draws.below(revisions().size())];
    policy.name = std::string(revision.name);
    policy.revision = policy.name;
    policy.rules = revision.rules;
    if (draws.once_in(2)) {
        return policy;
    }
    policy.name += " with rules drawn";
    for (bool Rules::*rule :
         {&Rules::recent_test_reads_prev, &Rules::cluster_aware, &Rules::smt_scan_tries_prev,
          &Rules::smt_scan_stays_in_llc, &Rules::core_fallback_stays_in_scan, &Rules::sis_prop,
          &Rules::sis_util, &Rules::sis_ignore_util_if_idle_core, &Rules::empty_scan_keeps_hint,
          &Rules::sched_idle_wakee_seeks_idle, &Rules::capacity_scan_prefers_boost_miss,
          &Rules::capacity_scan_tries_target_last, &Rules::current_cpu_wakeups,
          &Rules::wake_list_asks_affinity}) {
        policy.rules.*rule = draws.once_in(2);
    }
    // SIS_PROP reads the waker's LLC, so a kernel that has it asks whether there is one.
    policy.rules.waker_llc =
        static_cast<WakerLlc>(policy.rules.sis_prop ? 1 + draws.below(2) : draws.below(3));
    policy.rules.wake_list = static_cast<WakeListRule>(draws.below(2));
    policy.rules.sis_cache = static_cast<SisCache>(draws.below(4));
    return policy;
}

LoopRunqueues draw_runqueues(Draws& draws, const LoopMachine& machine, const Machine& described) {
    const std::size_t cpus = at(machine.cpus);
    LoopRunqueues rq{.idle = Flags(cpus),
                     .sched_idle = Flags(cpus),
                     .nr_running = std::vector<int>(cpus),
                     .hot = Flags(cpus),
                     .active = Flags(cpus),
                     .online = Flags(cpus),
                     .has_idle_cores = Flags(cpus),
                     .nr_idle_scan = std::vector<int>(cpus),
                     .prop_budget = std::vector<int>(cpus, 4)};
    const std::size_t idle_of_8 = draws.below(9);
    const std::size_t sched_idle_of_8 = draws.below(9) / 2;
    const std::size_t hot_of_8 = draws.below(9);
    const bool some_inactive = draws.once_in(10);
    const std::size_t scan_kind = draws.below(4);
    described.online.for_each([&](std::size_t cpu) {
        rq.online[cpu] = 1;
        rq.active[cpu] = some_inactive && draws.once_in(4) ? 0 : 1;
        const bool empty = draws.below(8) < idle_of_8;
        rq.nr_running[cpu] = empty ? 0 : draws.once_in(3) ? 2 : 1;
        rq.idle[cpu] = empty && !draws.once_in(20) ? 1 : 0;
        rq.sched_idle[cpu] = !empty && draws.below(8) < sched_idle_of_8 ? 1 : 0;
    });
    rq.active[described.housekeeping().next(0)] = 1;
    for (std::size_t cpu = 0; cpu < cpus; ++cpu) {
        std::size_t weight = 0;
        for (const char member : machine.llc_span[cpu]) {
            weight += member != 0 ? 1 : 0;
        }
        rq.hot[cpu] = draws.below(8) < hot_of_8 ? 1 : 0;
        rq.has_idle_cores[cpu] = machine.smt_active && draws.once_in(2) ? 1 : 0;
        const std::size_t values[] = {weight, draws.below(weight + 1),
                                      draws.below(std::min<std::size_t>(weight, 3) + 1),
                                      draws.once_in(2) ? 0 : weight};
        rq.nr_idle_scan[cpu] = static_cast<int>(values[scan_kind]);
        rq.prop_budget[cpu] = static_cast<int>(4 + draws.below(weight + 1) / 2);
    }
    return rq;
}

LoopWakeup draw_wakeup(Draws& draws, const LoopMachine& machine, const Machine& described) {
    LoopWakeup wakeup;
    wakeup.this_cpu = draw_from(draws, described.online);
    wakeup.prev = draw_near(draws, machine, described.online, wakeup.this_cpu);
    wakeup.recent = draw_near(draws, machine, described.online, wakeup.prev);
    wakeup.in_interrupt = draws.once_in(2);
    wakeup.sync = draws.once_in(3);
    wakeup.on_current_cpu = draws.once_in(12);
    wakeup.pull = static_cast<Pull>(draws.below(3));
    wakeup.current_is_bound_kthread = draws.once_in(4);
    wakeup.sched_idle_policy = draws.once_in(3);
    wakeup.bound_kthread = draws.once_in(6);
    wakeup.allowed = draw_mask(draws, machine, described, wakeup.prev);
    wakeup.fits = draw_subset(draws, machine.cpus, 1 + draws.below(4));
    wakeup.misses_boost = draw_subset(draws, machine.cpus, 1 + draws.below(4));
    wakeup.cookie_matches =
        draws.once_in(2) ? Flags(at(machine.cpus), 1) : draw_subset(draws, machine.cpus, 1 + draws.below(4));
    return wakeup;
}

}  // namespace schedmc::loops
