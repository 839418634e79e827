// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "tests/architecture/source_text.hpp"

namespace architecture {

/// The file, if it is a source, a script or a CMake file whose first two lines do not name its licence.
Complaints missing_licence(const SourceFile& file);

/// Calls, names and headers that the project does without, and those that have their place elsewhere.
Complaints banned_names(const SourceFile& file);

/// Words that lead outside the project: a reader finds nothing behind them.
Complaints banned_words(const SourceFile& file);

}  // namespace architecture
