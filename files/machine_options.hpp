// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "files/renumber_machine.hpp"
#include "model/machine/machine.hpp"

namespace schedmc {

/// What a user changes about a machine, as typed. Everything after the numbering speaks of the new CPU numbers.
struct MachineOptions {
    /// --numbering
    Numbering numbering = Numbering::as_given;
    /// --distances: a file that read_distances() reads: a matrix, or what `numactl -H` prints.
    std::optional<std::string> distances;
    /// --capacity, repeatable: "4-7=512".
    std::vector<std::string> capacities;
    /// --offline: a list of CPUs that are present and not online.
    std::optional<std::string> offline;
    /// --isolate: a list of CPUs to keep out of the scheduling domains.
    std::optional<std::string> isolate;
};

/// Applies the options in the order of their declaration.
///
/// Errors: InputError at the option's name for malformed lists, CPUs that do not exist, capacities that are not 1 to
/// 1024, a matrix that does not fit the nodes, and no CPU left online or unisolated. Cost: reads one file of at most
/// 4 MiB.
void apply_options(Machine& machine, const MachineOptions& options);

}  // namespace schedmc
