// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <optional>
#include <string>

#include "model/machine/machine.hpp"

namespace schedmc {

/// A machine without its name as a few lines of numbers, to pass between processes of one program. No file format.
std::string encode_machine(const Machine& machine);

/// The machine of such a text, or nothing when the text is not one. Every number is range-checked: the sender may
/// have been damaged; check_machine() is left to the caller.
std::optional<Machine> decode_machine(const std::string& text);

}  // namespace schedmc
