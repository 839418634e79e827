// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/machine/machine.hpp"

namespace schedmc {

/// The present CPUs of one core, in increasing order.
using CoreCpus = std::vector<std::size_t>;

/// The step by which each CPU of `b` lies after its counterpart in `a`, if it is one step for all and the CPUs are
/// equally online and isolated and of equal capacity.
std::optional<std::size_t> step_between(const Machine& machine, const CoreCpus& a, const CoreCpus& b);

/// Where things that go on by one step begin and end: [first, last] positions of maximal runs, of which those of at
/// least `shortest` members are worth folding; the others are single. In order, covering 0 .. count-1.
/// step(i): the step from thing i to thing i+1, if they are alike.
template <class Step>
std::vector<std::pair<std::size_t, std::size_t>> runs(std::size_t count, std::size_t shortest, Step&& step) {
    std::vector<std::pair<std::size_t, std::size_t>> result;
    std::size_t first = 0;
    while (first < count) {
        std::size_t last = first;
        std::optional<std::size_t> common;
        while (last + 1 < count) {
            const std::optional<std::size_t> next = step(last);
            if (!next || (common && *common != *next)) {
                break;
            }
            common = next;
            ++last;
        }
        if (last - first + 1 < shortest) {
            last = first;
        }
        result.emplace_back(first, last);
        first = last + 1;
    }
    return result;
}

/// A core in words: "0+48", "0-7"; offline CPUs in square brackets, isolated ones in round ones.
std::string core_text(const Machine& machine, const CoreCpus& core);

/// Cores in words, those that go on by one step folded: "0+48", "1+49", "..", "23+71".
std::vector<std::string> core_texts(const Machine& machine, const std::vector<CoreCpus>& cores);

}  // namespace schedmc
