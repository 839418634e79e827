// SPDX-License-Identifier: GPL-2.0-or-later
#include "files/sysfs_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "files/decimal.hpp"
#include "files/printable.hpp"
#include "files/text_lines.hpp"
#include "model/input_error.hpp"

namespace schedmc {

namespace {

constexpr std::string_view root = "/sys/devices/system/";

/// What is read below cpu/cpuN/ and node/nodeN/.
constexpr std::array used_of_cpu{"topology/", "cache/", "online", "cpu_capacity"};
constexpr std::array used_of_node{"cpulist", "cpumap", "distance"};

bool starts_with_any(std::string_view text, const auto& words) {
    return std::any_of(words.begin(), words.end(), [&](const char* word) { return text.starts_with(word); });
}

/// True for the files that a machine is made of.
bool is_used(std::string_view path) {
    const auto parts = parts_of(path, '/');
    if (parts.size() == 2) {
        return parts[1] == "online" || parts[1] == "present" || (parts[0] == "cpu" && parts[1] == "isolated");
    }
    const std::string_view rest = path.substr(parts[0].size() + parts[1].size() + 2);
    return parts[0] == "cpu"
               ? !digits_behind(parts[1], "cpu").empty() && starts_with_any(rest, used_of_cpu)
               : !digits_behind(parts[1], "node").empty() && starts_with_any(rest, used_of_node);
}

}  // namespace

std::string_view digits_behind(std::string_view text, std::string_view word) {
    if (!text.starts_with(word)) {
        return {};
    }
    text.remove_prefix(word.size());
    return text.find_first_not_of("0123456789") == std::string_view::npos ? text : std::string_view{};
}

SysfsLines::SysfsLines(const std::string& text, std::string place) : place_(std::move(place)) {
    for (const TextLine& line : text_lines(text, place_)) {
        const std::size_t colon = line.text.find(':');
        std::string_view path = line.text.substr(0, colon);
        const bool absolute = path.starts_with(root);
        path.remove_prefix(absolute ? root.size() : 0);
        const bool known = path.starts_with("cpu/") || path.starts_with("node/");
        if (line.text.front() == '#' || (absolute && !known && colon != std::string_view::npos)) {
            continue;
        }
        const std::string here = fmt::format("{}:{}", place_, line.number);
        if (colon == std::string_view::npos || !known) {
            throw InputError(here, fmt::format("'{}' is no line of a dump of sysfs", printable(line.text)),
                             "write cpu/cpu0/topology/core_id: 0");
        }
        if (!is_used(path)) {
            continue;
        }
        const std::string_view number = digits_behind(parts_of(path, '/')[1], "cpu");
        if (!number.empty() && !decimal_in(number, 0, max_cpus - 1)) {
            throw InputError(here, fmt::format("cpu {} is out of range", printable(number)),
                             fmt::format("CPU numbers are below {}", max_cpus));
        }
        const std::size_t begin = std::min(line.text.find_first_not_of(" \t", colon + 1), line.text.size());
        const SysfsValue value{std::string(line.text.substr(begin)), line.number};
        const auto [known_value, fresh] = values_.emplace(path, value);
        if (!fresh && known_value->second.text != value.text) {
            throw InputError(
                here,
                fmt::format("{} has another value in line {}", printable(path), known_value->second.line),
                "a dump is of one machine at one time");
        }
    }
}

const SysfsValue* SysfsLines::find(const std::string& path) const {
    const auto found = values_.find(path);
    return found == values_.end() ? nullptr : &found->second;
}

std::string SysfsLines::place_of(const SysfsValue& value) const {
    return fmt::format("{}:{}", place_, value.line);
}

CpuMask SysfsLines::list(const SysfsValue& value) const {
    return parse_cpu_list(value.text, place_of(value));
}

CpuMask SysfsLines::map(const SysfsValue& value) const {
    const auto malformed = [&] {
        return InputError(place_of(value), fmt::format("'{}' is not a map of CPUs", printable(value.text)),
                          "write 00000000,0000000f: words of 8 hexadecimal digits");
    };
    CpuMask cpus;
    auto words = parts_of(value.text, ',');
    std::reverse(words.begin(), words.end());
    for (std::size_t word = 0; word < words.size(); ++word) {
        constexpr std::size_t digits = 8;
        constexpr std::size_t bits_a_digit = 4;
        const std::string_view text = words[word];
        const bool whole = text.size() == digits || (word + 1 == words.size() && !text.empty());
        if (!whole || text.size() > digits) {
            throw malformed();
        }
        for (std::size_t digit = 0; digit < text.size(); ++digit) {
            const std::size_t bits = std::string_view("0123456789abcdef").find(text[text.size() - 1 - digit]);
            if (bits == std::string_view::npos) {
                throw malformed();
            }
            for (std::size_t bit = 0; bit < bits_a_digit; ++bit) {
                const std::size_t cpu = (word * digits + digit) * bits_a_digit + bit;
                if ((bits >> bit & 1U) != 0 && cpu >= max_cpus) {
                    throw InputError(place_of(value), fmt::format("cpu {} is out of range", cpu),
                                     fmt::format("CPU numbers are below {}", max_cpus));
                }
                if ((bits >> bit & 1U) != 0) {
                    cpus.insert(cpu);
                }
            }
        }
    }
    return cpus;
}

}  // namespace schedmc
