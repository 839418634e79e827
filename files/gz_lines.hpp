// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace schedmc {

/// The longest line of a text that is read line by line, in bytes.
inline constexpr std::size_t longest_line_bytes = std::size_t{64} << 10;

/// The lines of a text file, plain or compressed by gzip, one after the other. Memory: one line and a buffer, whatever
/// the size of the file.
class GzLines {
public:
    /// Errors: InputError at `place` when the path is no regular file or cannot be opened.
    GzLines(const std::string& path, const std::string& place);
    ~GzLines();
    GzLines(const GzLines&) = delete;
    GzLines& operator=(const GzLines&) = delete;

    /// The next line, without its end, valid until the next call; false after the last one.
    ///
    /// Errors: InputError at place:line for a line longer than longest_line_bytes, for a null byte, and for compressed
    /// data that is damaged or cut off.
    bool next(std::string_view& line);

    /// The number of the line that next() gave, from 1.
    std::uint64_t line_number() const { return line_number_; }

private:
    struct Stream;
    bool fill();
    [[noreturn]] void fail(const std::string& what, const std::string& hint = "") const;

    std::string place_;
    std::unique_ptr<Stream> stream_;
    std::string buffer_;
    std::size_t at_ = 0;
    std::uint64_t line_number_ = 0;
};

}  // namespace schedmc
