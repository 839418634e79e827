// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "files/ftrace_line.hpp"
#include "files/gz_lines.hpp"
#include "files/recording_header.hpp"

namespace schedmc {

/// A recording: ftrace text, plain or compressed by gzip, read event by event.
///
/// Memory: a line, a buffer, and the header.
class Recording {
public:
    /// Opens the file and reads its header: the lines up to the first that is an event.
    ///
    /// Errors: as GzLines and RecordingHeader; InputError also when no line of the file is an event.
    explicit Recording(const std::string& path);

    const RecordingHeader& header() const { return header_; }

    /// What the next line of interest says: an event, or that events of a CPU were lost.
    struct Item {
        std::uint64_t line = 0;
        std::optional<FtraceLine> event{};
        std::optional<std::size_t> lost_on{};
    };

    /// The next item, valid until the next call; nothing at the end. Errors: as GzLines.
    std::optional<Item> next();

    /// Lines so far, and those among them that are neither events nor comments nor empty.
    std::uint64_t lines() const { return lines_.line_number(); }
    std::uint64_t skipped() const { return skipped_; }
    /// The number of the first line that was skipped; 0 for none.
    std::uint64_t first_skipped() const { return first_skipped_; }

private:
    std::optional<Item> read();

    std::string path_;
    GzLines lines_;
    RecordingHeader header_;
    bool header_ended_ = false;
    std::optional<Item> first_{};
    std::uint64_t skipped_ = 0;
    std::uint64_t first_skipped_ = 0;
};

}  // namespace schedmc
