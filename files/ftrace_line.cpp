// SPDX-License-Identifier: GPL-2.0-or-later
#include "files/ftrace_line.hpp"

#include <algorithm>
#include <charconv>

namespace schedmc {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

template <class Number>
std::optional<Number> number_of(std::string_view text, int base = 10) {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (error != std::errc() || end != text.data() + text.size()) {
        return std::nullopt;
    }
    return value;
}

// The word at the start, which is cut off together with the blanks around it.
std::string_view take_word(std::string_view& text) {
    text = trimmed(text);
    const std::string_view word = text.substr(0, text.find_first_of(" \t"));
    text = trimmed(text.substr(word.size()));
    return word;
}

// "6.716947:": seconds since boot.
bool is_timestamp(std::string_view word) {
    if (!word.ends_with(':')) {
        return false;
    }
    word.remove_suffix(1);
    return !word.empty() && is_digit(word.front()) &&
           std::all_of(word.begin(), word.end(), [](char c) { return is_digit(c) || c == '.'; });
}

// "init-1", "init-1 (  464)", "perf   125", "perf 125/126": the last number but the thread group's.
std::int32_t pid_of(std::string_view task) {
    task = trimmed(task);
    if (task.ends_with(')')) {
        const std::size_t open = task.rfind('(');
        task = open == std::string_view::npos ? task : trimmed(task.substr(0, open));
    }
    const std::size_t before = task.find_last_not_of("0123456789");
    const std::string_view digits = before == std::string_view::npos ? task : task.substr(before + 1);
    return number_of<std::int32_t>(digits).value_or(-1);
}

// What stands behind the CPU: [flags] timestamp: [group:]event: body.
bool parse_rest(std::string_view rest, FtraceLine& line) {
    std::string_view word = take_word(rest);
    if (!is_timestamp(word)) {
        line.flags = word;
        word = take_word(rest);
        if (line.flags.size() > 8 || !is_timestamp(word)) {
            return false;
        }
    }
    // The name ends at its colon; perf writes its group before it.
    std::string_view name = take_word(rest);
    if (name.size() < 2 || !name.ends_with(':')) {
        return false;
    }
    name.remove_suffix(1);
    const std::size_t group_end = name.rfind(':');
    line.event = group_end == std::string_view::npos ? name : name.substr(group_end + 1);
    line.body = rest;
    return !line.event.empty();
}

}  // namespace

bool FtraceLine::in_interrupt() const {
    constexpr std::string_view interrupts = "hHszZ";
    return flags.size() > 2 && interrupts.find(flags[2]) != std::string_view::npos;
}

std::optional<FtraceLine> parse_ftrace_line(std::string_view text) {
    // Names of tasks may have brackets too, so that the first pair is only the first to try.
    for (std::size_t open = text.find('['); open != std::string_view::npos; open = text.find('[', open + 1)) {
        const std::size_t close = text.find(']', open);
        if (close == std::string_view::npos) {
            return std::nullopt;
        }
        FtraceLine line;
        const auto cpu = number_of<std::uint16_t>(text.substr(open + 1, close - open - 1));
        if (cpu.has_value() && parse_rest(text.substr(close + 1), line)) {
            line.cpu = *cpu;
            line.pid = pid_of(text.substr(0, open));
            return line;
        }
    }
    return std::nullopt;
}

std::optional<std::string_view> field_text(std::string_view body, std::string_view key) {
    std::size_t from = std::string_view::npos;
    while (true) {
        const std::size_t at = body.rfind(key, from);
        if (at == std::string_view::npos) {
            return std::nullopt;
        }
        const bool starts = at == 0 || body[at - 1] == ' ';
        const std::size_t end = at + key.size();
        if (starts && end < body.size() && body[end] == '=') {
            const std::string_view value = body.substr(end + 1);
            return value.substr(0, value.find(' '));
        }
        if (at == 0) {
            return std::nullopt;
        }
        from = at - 1;
    }
}

std::optional<std::int64_t> field_number(std::string_view body, std::string_view key) {
    const auto text = field_text(body, key);
    if (!text.has_value()) {
        return std::nullopt;
    }
    if (text->starts_with("0x")) {
        const auto bits = number_of<std::uint64_t>(text->substr(2), 16);
        return bits.has_value() ? std::optional(static_cast<std::int64_t>(*bits)) : std::nullopt;
    }
    return number_of<std::int64_t>(*text);
}

}  // namespace schedmc
