// SPDX-License-Identifier: GPL-2.0-or-later
#include "files/machine_options.hpp"

#include <fmt/format.h>

#include <optional>

#include "files/decimal.hpp"
#include "files/printable.hpp"
#include "files/read_distances.hpp"
#include "files/read_text.hpp"
#include "model/input_error.hpp"

namespace schedmc {

namespace {

constexpr std::size_t max_distances_bytes = std::size_t{4} << 20;

/// The CPUs of a list, all of which exist.
CpuMask existing_cpus(const Machine& machine, const std::string& list, const std::string& option) {
    const CpuMask cpus = parse_cpu_list(list, option);
    const CpuMask absent = cpus - machine.present;
    if (!absent.empty()) {
        throw InputError(option, fmt::format("cpu {} does not exist", absent.next(0)),
                         fmt::format("this machine has cpus {}", cpu_list(machine.present)));
    }
    return cpus;
}

void set_capacity(Machine& machine, const std::string& text) {
    const std::string option = "--capacity";
    const std::size_t equals = text.find('=');
    const std::string list = text.substr(0, equals);
    if (equals == std::string::npos || list.empty()) {
        throw InputError(option,
                         fmt::format("'{}' does not say which CPUs have which capacity", printable(text)),
                         "write 4-7=512");
    }
    const CpuMask cpus = existing_cpus(machine, list, option);
    const std::optional<std::uint16_t> capacity = decimal_in(text.substr(equals + 1), 1, 1024);
    if (!capacity) {
        throw InputError(option, fmt::format("'{}' is not a capacity", printable(text.substr(equals + 1))),
                         "capacities are 1 to 1024");
    }
    cpus.for_each([&](std::size_t cpu) { machine.capacity[cpu] = *capacity; });
}

}  // namespace

void apply_options(Machine& machine, const MachineOptions& options) {
    machine = renumbered(machine, options.numbering);
    if (options.distances) {
        const std::string option = "--distances " + *options.distances;
        machine.distance =
            read_distances(read_text(*options.distances, max_distances_bytes, option), machine, option);
    }
    for (const std::string& capacity : options.capacities) {
        set_capacity(machine, capacity);
    }
    if (options.offline) {
        machine.online -= existing_cpus(machine, *options.offline, "--offline");
        if (machine.online.empty()) {
            throw InputError("--offline", "every CPU is offline", "leave at least one CPU online");
        }
    }
    if (options.isolate) {
        machine.isolated |= existing_cpus(machine, *options.isolate, "--isolate");
        if (machine.housekeeping().empty()) {
            throw InputError("--isolate", "every online CPU is isolated",
                             "leave at least one CPU in the domains");
        }
    }
}

}  // namespace schedmc
