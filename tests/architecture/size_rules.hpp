// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "tests/architecture/source_text.hpp"

namespace architecture {

/// Lines that a source may have. What grows beyond has found a second subject.
inline constexpr std::size_t file_lines_max = 400;
/// Lines that a function may have, from the line of its opening brace to that of its closing one: a screen.
inline constexpr std::size_t function_lines_max = 70;
/// Characters that a line may have; .clang-format aims at 110.
inline constexpr std::size_t line_width_max = 120;

/// The file, if it is a source longer than file_lines_max.
Complaints long_files(const SourceFile& file);

/// The lines of a source wider than line_width_max, UTF-8 sequences counted as one.
Complaints wide_lines(const SourceFile& file);

/// The functions of a source longer than function_lines_max, by their braces. Lambdas count to the function
/// around them; tables of data are none.
Complaints long_functions(const SourceFile& file);

}  // namespace architecture
