// SPDX-License-Identifier: GPL-2.0-or-later
#include "files/recording.hpp"

#include <charconv>

#include "files/printable.hpp"
#include "model/input_error.hpp"

namespace schedmc {

namespace {

// "CPU:3 [LOST 25 EVENTS]" of ftrace, "CPU:3 [25 EVENTS DROPPED]" of trace-cmd.
std::optional<std::size_t> lost_on(std::string_view line) {
    if (!line.starts_with("CPU:") || line.find("EVENTS") == std::string_view::npos) {
        return std::nullopt;
    }
    std::size_t cpu = 0;
    const auto [end, error] = std::from_chars(line.data() + 4, line.data() + line.size(), cpu);
    return error == std::errc() ? std::optional(cpu) : std::nullopt;
}

bool says_nothing(std::string_view line) {
    const std::size_t first = line.find_first_not_of(" \t");
    return first == std::string_view::npos || line[first] == '#' || line.starts_with("cpus=") ||
           line.starts_with("version = ");
}

}  // namespace

Recording::Recording(const std::string& path)
    : path_(printable(path, 200)), lines_(path, path_), header_(path_) {
    first_ = read();
    header_ended_ = true;
    if (!first_.has_value()) {
        throw InputError(path_, "no line of it is an event of ftrace",
                         "give the text of trace, `trace-cmd report` or `perf script`");
    }
}

std::optional<Recording::Item> Recording::next() {
    if (first_.has_value()) {
        const auto item = first_;
        first_.reset();
        return item;
    }
    return read();
}

std::optional<Recording::Item> Recording::read() {
    std::string_view line;
    while (lines_.next(line)) {
        if (const auto event = parse_ftrace_line(line)) {
            return Item{.line = lines_.line_number(), .event = event};
        }
        if (const auto cpu = lost_on(line)) {
            return Item{.line = lines_.line_number(), .lost_on = cpu};
        }
        if (line.starts_with("### ") && !header_ended_) {
            header_.take(line, lines_.line_number());
        } else if (!says_nothing(line)) {
            ++skipped_;
            first_skipped_ = first_skipped_ == 0 ? lines_.line_number() : first_skipped_;
        }
    }
    return std::nullopt;
}

}  // namespace schedmc
