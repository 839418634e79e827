// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>
#include <vector>

#include "model/machine/machine.hpp"

namespace schedmc {

/// A machine that is known by name.
struct Preset {
    std::string name;
    /// One line: its shape, and behind "assumed:" what no public description of the machine settles.
    std::string description;
    Machine machine;
};

/// The machines on which changes of the placement policy were measured and argued, in the order of lists and help:
/// every CPU online, none isolated, capacities 1024, distances 10 and 20.
///
/// Cost: builds them all, some 10 microseconds.
std::vector<Preset> presets();

}  // namespace schedmc
