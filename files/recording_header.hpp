// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "model/machine/machine.hpp"

namespace schedmc {

/// What the lines before the events say of the machine and the kernel: lines that begin with "###", one fact a line.
///
///   ### uname: Linux host 6.12.117 #2 SMP ...
///   ### topo cpu0 smt=0-1 cl=0-1 l2=0-1 l3=0-7 pkgcpus=0-7 ...     a line each CPU; cl, l2, l3 may be missing
///   ### numa node0 cpus=0-7 dist=10                                  a line each node; without any there is one node
///   ### probe ok: p:group/name function ...                          a line each probe that was placed
///
/// Other lines are skipped.
class RecordingHeader {
public:
    /// place: what errors call the file.
    explicit RecordingHeader(std::string place) : place_(std::move(place)) {}

    /// Takes one line of the header. Errors: InputError at place:line for a fact that cannot be read.
    void take(std::string_view line, std::uint64_t number);

    /// `uname -r`, or of a Debian kernel the version it is built from; empty where it is not told.
    const std::string& kernel() const { return kernel_; }
    /// True when a probe of that event was placed.
    bool has_probe(const std::string& event) const { return probes_.contains(event); }
    /// The machine, or nothing when no CPU is told.
    ///
    /// Errors: InputError where CPUs contradict each other.
    std::optional<Machine> machine() const;

private:
    struct Cpu {
        std::uint64_t line = 0;
        /// The CPUs with which it shares a core, a cluster, the LLC, a package.
        CpuMask core;
        CpuMask cluster;
        CpuMask llc;
        CpuMask package;
    };
    struct Node {
        std::uint64_t line = 0;
        CpuMask cpus;
        std::vector<std::uint16_t> distances;
    };

    void take_uname(std::string_view text);
    void take_cpu(std::string_view text, std::uint64_t number);
    void take_node(std::string_view text, std::uint64_t number);
    std::string at(std::uint64_t line) const;
    void place_cpus(Machine& machine, CpuMask Cpu::*shared, std::uint16_t Place::*index) const;
    void place_nodes(Machine& machine) const;

    std::string place_;
    std::string kernel_;
    std::set<std::string> probes_;
    std::map<std::size_t, Cpu> cpus_;
    std::vector<Node> nodes_;
};

}  // namespace schedmc
