// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "model/domain/bits.hpp"

namespace schedmc {

/// Disjoint blocks of CPUs (cores, LLC domains ...) read into a value domain: fixed by the machine, asked about
/// with values of the state.
template <class D>
struct Blocks {
    static constexpr std::uint16_t none = 0xFFFF;

    /// [block] -> its CPUs.
    std::vector<typename D::CpuSet> sets;
    /// [cpu] -> the number of its block, or none.
    std::vector<std::uint16_t> index;
    /// [cpu] -> the CPUs of its block, the empty set where it has none.
    std::vector<typename D::CpuSet> of_cpu;
    /// Blocks of one shape, for whole() and touched(): the lowest CPUs of those blocks, and how far above the
    /// lowest the members are. Machines have one to three shapes, so a question about all cores costs as many set
    /// expressions as a core has threads.
    struct Shape {
        typename D::CpuSet lowest;
        std::vector<std::size_t> distances;
    };
    std::vector<Shape> shapes;

    Blocks() = default;
    /// masks are disjoint and not empty.
    template <std::size_t Words>
    Blocks(const std::vector<Bits<Words>>& masks, std::size_t cpu_count)
        : index(cpu_count, none), of_cpu(cpu_count, D::cpus(Bits<Words>())) {
        std::map<std::vector<std::size_t>, Bits<Words>> by_shape;
        for (const Bits<Words>& mask : masks) {
            std::vector<std::size_t> distances;
            mask.for_each([&](std::size_t cpu) {
                expects(index[cpu] == none, "blocks are disjoint");
                index[cpu] = static_cast<std::uint16_t>(sets.size());
                of_cpu[cpu] = D::cpus(mask);
                distances.push_back(cpu - mask.next(0));
            });
            by_shape[distances].insert(mask.next(0));
            sets.push_back(D::cpus(mask));
        }
        for (const auto& [distances, lowest] : by_shape) {
            shapes.push_back({D::cpus(lowest), distances});
        }
    }
};

/// The union of the blocks that lie wholly in `set`. With cores: the wholly idle cores of the idle CPUs.
///
/// Cost: two set expressions a thread of each shape.
template <class D, class CpuSet = typename D::CpuSet>
CpuSet whole(const Blocks<D>& blocks, const CpuSet& set) {
    CpuSet result = set - set;
    for (const typename Blocks<D>::Shape& shape : blocks.shapes) {
        CpuSet lowest = shape.lowest;
        for (const std::size_t distance : shape.distances) {
            lowest = lowest & moved_down(set, distance);
        }
        for (const std::size_t distance : shape.distances) {
            result = result | moved_up(lowest, distance);
        }
    }
    return result;
}

/// The union of the blocks that have a CPU in `set`.
///
/// Cost: two set expressions a thread of each shape.
template <class D, class CpuSet = typename D::CpuSet>
CpuSet touched(const Blocks<D>& blocks, const CpuSet& set) {
    CpuSet result = set - set;
    for (const typename Blocks<D>::Shape& shape : blocks.shapes) {
        CpuSet lowest = set - set;
        for (const std::size_t distance : shape.distances) {
            lowest = lowest | (shape.lowest & moved_down(set, distance));
        }
        for (const std::size_t distance : shape.distances) {
            result = result | moved_up(lowest, distance);
        }
    }
    return result;
}

}  // namespace schedmc
