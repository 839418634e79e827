// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/solver/prove/drawn_operands.hpp"

#include <rapidcheck.h>

namespace schedmc::domain_operations {

namespace {

std::optional<std::size_t> draw_cpu(std::size_t cpus) {
    return below(5) == 0 ? std::nullopt : std::optional(below(cpus));
}

}  // namespace

std::size_t below(std::size_t end) { return *rc::gen::resize(100, rc::gen::inRange<std::size_t>(0, end)); }

CpuMask draw_set(std::size_t cpus) {
    CpuMask set;
    const std::size_t kind = below(6);
    const std::size_t centre = below(cpus);
    for (std::size_t cpu = 0; cpu < cpus; ++cpu) {
        const std::size_t away = cpu > centre ? cpu - centre : centre - cpu;
        const bool member = kind == 1   ? away == 0
                            : kind == 2 ? true
                            : kind == 3 ? below(8) == 0
                            : kind == 4 ? below(8) != 0
                            : kind == 5 ? away < 4 && below(2) == 0
                                        : false;
        if (member) {
            set.insert(cpu);
        }
    }
    return set;
}

Operands draw_operands(std::size_t cpus_max) {
    Operands o;
    o.cpus = 1 + below(cpus_max);
    o.a = draw_set(o.cpus);
    o.b = draw_set(o.cpus);
    o.c = draw_set(o.cpus);
    o.m = draw_cpu(o.cpus);
    o.k = draw_cpu(o.cpus);
    o.x = static_cast<std::uint32_t>(below(17));
    o.y = static_cast<std::uint32_t>(below(17));
    o.p = below(2) == 0;
    o.q = below(2) == 0;
    o.colour = static_cast<Colour>(below(4));
    o.other = static_cast<Colour>(below(4));
    o.distance = below(o.cpus + 1);
    // Siblings side by side or far apart, and CPUs without a block.
    const bool apart = below(2) == 0;
    const std::size_t stride = 1 + below(apart ? o.cpus : 4);
    std::vector<CpuMask> blocks(o.cpus);
    for (std::size_t cpu = 0; cpu < o.cpus; ++cpu) {
        if (below(8) != 0) {
            blocks[apart ? cpu % stride : cpu / stride].insert(cpu);
        }
    }
    for (const CpuMask& block : blocks) {
        if (!block.empty()) {
            o.blocks.push_back(block);
        }
    }
    const std::vector<CpuMask> few = {draw_set(o.cpus), draw_set(o.cpus), draw_set(o.cpus)};
    for (std::size_t cpu = 0; cpu < o.cpus; ++cpu) {
        o.sets.push_back(few[below(3)]);
        o.numbers.push_back(static_cast<std::uint32_t>(below(9)));
    }
    return o;
}

}  // namespace schedmc::domain_operations
