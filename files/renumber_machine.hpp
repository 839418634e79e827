// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>

#include "model/machine/machine.hpp"

namespace schedmc {

/// How CPU numbers go over the threads of cores.
enum class Numbering {
    /// As the source of the machine has them.
    as_given,
    /// Siblings follow each other: thread k of the j-th core of t threads is j * t + k.
    adjacent,
    /// First threads first: thread k of core j among n cores is k * n + j.
    interleaved,
};

/// The numbering of that name: adjacent or interleaved.
///
/// Errors: InputError at `place`.
Numbering numbering_named(const std::string& name, const std::string& place);

/// The same machine with its CPUs renumbered from 0 on without holes: places, capacities, online and isolated CPUs and
/// distances move along. Cores are taken node by node, package by package, LLC by LLC, cluster by cluster (packages
/// first where they hold several nodes), each in order of its lowest CPU; the threads of a core in their order. Where
/// cores differ in threads, k-th threads follow all (k-1)-th ones.
///
/// Cost: sorts the CPUs.
Machine renumbered(const Machine& machine, Numbering numbering);

}  // namespace schedmc
