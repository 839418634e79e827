// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

namespace schedmc {

/// The program's version; the build checks that it is the project's.
inline constexpr const char* version = "0.1.0";

}  // namespace schedmc
