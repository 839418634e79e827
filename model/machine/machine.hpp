// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "model/domain/bits.hpp"

namespace schedmc {

/// The most CPUs a machine may have.
inline constexpr std::size_t max_cpus = 1024;

/// A set of CPUs of a machine, outside the value domains.
using CpuMask = Bits<max_cpus / 64>;

/// What a CPU shares, as indices: two CPUs with the same `core` are SMT siblings, with the same `llc` they share
/// their last-level cache, and so on. Indices of one kind are dense, in order of each block's lowest CPU.
struct Place {
    std::uint16_t core = 0;
    /// CPUs that share a cache or tag below the LLC; a machine without such a level gives each core a cluster.
    std::uint16_t cluster = 0;
    std::uint16_t llc = 0;
    std::uint16_t package = 0;
    std::uint16_t node = 0;
    friend bool operator==(const Place&, const Place&) = default;
};

/// A machine: its CPUs and what they share. Plain data; CPU numbers are the kernel's and may have holes.
struct Machine {
    /// What the user called it: a preset, a file's name or a synthetic string; used in reports only.
    std::string name;
    /// [cpu] -> its place; entries of absent CPUs mean nothing.
    std::vector<Place> places;
    /// CPUs that exist.
    CpuMask present;
    /// CPUs that are online, and active unless an event says otherwise; a subset of present.
    CpuMask online;
    /// CPUs kept out of the scheduling domains (isolcpus=domain); a subset of present.
    CpuMask isolated;
    /// [cpu] -> capacity, 1024 for the biggest.
    std::vector<std::uint16_t> capacity;
    /// [node][node] -> distance, 10 for the node itself.
    std::vector<std::vector<std::uint16_t>> distance;

    /// One more than the highest CPU number.
    std::size_t cpu_count() const { return places.size(); }
    /// CPUs that take part in the scheduling domains: online and not isolated.
    CpuMask housekeeping() const { return online - isolated; }
    friend bool operator==(const Machine&, const Machine&) = default;
};

/// The blocks of present CPUs that agree in one index of their place, in order of their lowest CPU, so that the
/// index is the position.
///
/// Cost: one pass over the CPUs.
std::vector<CpuMask> blocks_of(const Machine& machine, std::uint16_t Place::*index);

/// Gives the blocks of one index dense numbers in order of their lowest CPU, for readers that have only names.
void number_blocks(Machine& machine, std::uint16_t Place::*index);

/// Throws unless the machine can be scheduled on: one to max_cpus CPUs present, one online and not isolated,
/// sibling sets inside clusters inside LLCs inside packages or nodes, a square distance matrix with 10 on the
/// diagonal, capacities 1..1024.
///
/// Errors: InputError at `place`.
void check_machine(const Machine& machine, const std::string& place);

/// The CPUs of a list as the kernel writes it: "0-3,8,10-12". The empty text is the empty set.
///
/// Errors: InputError at `place` for malformed text, reversed ranges, or a CPU of max_cpus and above.
CpuMask parse_cpu_list(const std::string& text, const std::string& place);

/// A list as the kernel writes it, ranges joined: "0-3,8".
std::string cpu_list(const CpuMask& cpus);

}  // namespace schedmc
