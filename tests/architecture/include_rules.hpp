// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "tests/architecture/source_text.hpp"

namespace architecture {

/// Includes against the arrows cli -> files, solver -> counterexamples -> properties -> model, into tests/ or
/// bench/ from outside, and headers other than the standard library's and fmt's below model/ and properties/.
Complaints broken_arrows(const SourceFile& file);

/// Includes of a library outside the folders that are its place.
Complaints misplaced_libraries(const SourceFile& file);

/// Quoted includes that name no file from the root of the project.
Complaints unresolved_includes(const std::vector<SourceFile>& files);

/// Headers that nobody else includes, and test sources that stand in no folder, so that nothing builds them.
Complaints dead_files(const std::vector<SourceFile>& files);

}  // namespace architecture
