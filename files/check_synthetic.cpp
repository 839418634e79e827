// SPDX-License-Identifier: GPL-2.0-or-later
#include "files/check_synthetic.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "files/printable.hpp"
#include "model/input_error.hpp"
#include "model/machine/machine.hpp"

namespace schedmc {

namespace {

constexpr std::size_t max_description_bytes = 16384;
constexpr const char* example = "write for instance \"pack:2 l3:2 core:2 pu:2\"";

/// The value of decimal digits, or max_cpus + 1 for all that is more than max_cpus.
std::size_t value_of(std::string_view digits) {
    std::size_t value = 0;
    for (const char digit : digits) {
        value = std::min(10 * value + static_cast<std::size_t>(digit - '0'), max_cpus + 1);
    }
    return value;
}

/// The count of a level such as "core:4".
std::size_t count_of(std::string_view level, const std::string& place) {
    const std::string_view digits = level.substr(level.find(':') + 1);
    const bool decimal = !digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos;
    if (!decimal || digits.front() == '0') {
        throw InputError(place, fmt::format("the level '{}' has no count", printable(level)), example);
    }
    return value_of(digits);
}

/// Refuses numbers in a list of indexes that would make hwloc's sets huge.
void check_indexes(std::string_view group, const std::string& place) {
    constexpr std::string_view key = "indexes=";
    constexpr std::string_view digits = "0123456789";
    std::size_t at = group.find(key);
    const std::size_t end = group.find_first_of(" )", at);
    while ((at = group.find_first_of(digits, at)) < end) {
        const std::size_t after = std::min(group.find_first_not_of(digits, at), group.size());
        if (value_of(group.substr(at, after - at)) > max_cpus) {
            throw InputError(place,
                             fmt::format("index {} is out of range", printable(group.substr(at, after - at))),
                             fmt::format("numbers are below {}", max_cpus));
        }
        at = after;
    }
}

/// The position after a group in brackets that opens at `at`.
std::size_t after_group(const std::string& text, std::size_t at, const std::string& place) {
    const char close = text[at] == '(' ? ')' : ']';
    const std::size_t end = text.find(close, at);
    if (end == std::string::npos) {
        throw InputError(place, fmt::format("'{}' is not closed", printable(text.substr(at, 40))), example);
    }
    check_indexes(std::string_view(text).substr(at, end + 1 - at), place);
    return end + 1;
}

}  // namespace

std::size_t check_synthetic(const std::string& description, const std::string& place) {
    if (description.size() > max_description_bytes) {
        throw InputError(place, "the description is too long",
                         fmt::format("at most {} characters are read", max_description_bytes));
    }
    std::size_t cpus = 1;
    std::size_t at = 0;
    while ((at = description.find_first_not_of(" \n", at)) != std::string::npos) {
        if (description[at] == '(' || description[at] == '[') {
            at = after_group(description, at, place);
            continue;
        }
        const std::size_t end = std::min(description.find_first_of(" \n([", at), description.size());
        cpus = std::min(cpus * count_of(std::string_view(description).substr(at, end - at), place),
                        max_cpus + 1);
        at = end;
    }
    if (cpus > max_cpus) {
        throw InputError(place, fmt::format("the machine has more than {} CPUs", max_cpus),
                         "they are the product of all counts");
    }
    return cpus;
}

}  // namespace schedmc
