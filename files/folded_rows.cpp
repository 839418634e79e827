// SPDX-License-Identifier: GPL-2.0-or-later
#include "files/folded_rows.hpp"

#include <fmt/format.h>

namespace schedmc {

namespace {

/// Brackets around a CPU that is not an ordinary one.
std::pair<std::string, std::string> marks(const Machine& machine, std::size_t cpu) {
    const bool offline = !machine.online.contains(cpu);
    const bool isolated = machine.isolated.contains(cpu);
    return {std::string(offline ? "[" : "") + (isolated ? "(" : ""),
            std::string(isolated ? ")" : "") + (offline ? "]" : "")};
}

}  // namespace

std::optional<std::size_t> step_between(const Machine& machine, const CoreCpus& a, const CoreCpus& b) {
    if (a.size() != b.size() || b.front() <= a.front()) {
        return std::nullopt;
    }
    const std::size_t step = b.front() - a.front();
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (b[i] != a[i] + step || marks(machine, a[i]) != marks(machine, b[i]) ||
            machine.capacity[a[i]] != machine.capacity[b[i]]) {
            return std::nullopt;
        }
    }
    return step;
}

std::string core_text(const Machine& machine, const CoreCpus& core) {
    const auto consecutive = [&](std::size_t i) -> std::optional<std::size_t> {
        const bool next =
            core[i + 1] == core[i] + 1 && marks(machine, core[i]) == marks(machine, core[i + 1]);
        return next ? std::optional(std::size_t{1}) : std::nullopt;
    };
    std::string text;
    for (const auto& [first, last] : runs(core.size(), 3, consecutive)) {
        const auto [open, close] = marks(machine, core[first]);
        text += fmt::format("{}{}{}", text.empty() ? "" : "+", open, core[first]);
        text += last > first ? fmt::format("-{}{}", core[last], close) : close;
    }
    return text;
}

std::vector<std::string> core_texts(const Machine& machine, const std::vector<CoreCpus>& cores) {
    std::vector<std::string> texts;
    const auto step = [&](std::size_t i) { return step_between(machine, cores[i], cores[i + 1]); };
    for (const auto& [first, last] : runs(cores.size(), 5, step)) {
        texts.push_back(core_text(machine, cores[first]));
        if (last > first) {
            texts.push_back(core_text(machine, cores[first + 1]));
            texts.emplace_back("..");
            texts.push_back(core_text(machine, cores[last]));
        }
    }
    return texts;
}

}  // namespace schedmc
