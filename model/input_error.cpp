// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/input_error.hpp"

#include <algorithm>
#include <numeric>

namespace schedmc {

namespace {

std::size_t edit_distance(const std::string& a, const std::string& b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t substitution = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({substitution, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row[b.size()];
}

// An error is to be read at a glance.
constexpr std::size_t longest_list = 170;
// So many letters of a longer word say which is meant.
constexpr std::size_t shortest_beginning = 4;

}  // namespace

std::string nearest(const std::string& word, const std::vector<std::string>& known) {
    const std::string cut = word.substr(0, 64);
    for (const std::string& candidate : known) {
        if (cut.size() >= shortest_beginning && candidate.rfind(cut, 0) == 0) {
            return candidate;
        }
    }
    std::string best;
    std::size_t best_distance = cut.size() / 3 + 2;
    for (const std::string& candidate : known) {
        const std::size_t distance = edit_distance(cut, candidate);
        if (distance < best_distance) {
            best = candidate;
            best_distance = distance;
        }
    }
    return best;
}

std::string suggestion(const std::string& word, const std::vector<std::string>& known) {
    const std::string best = nearest(word, known);
    if (!best.empty()) {
        return "did you mean " + best + "?";
    }
    std::string list = "known:";
    std::size_t shown = 0;
    for (const std::string& candidate : known) {
        if (list.size() + candidate.size() > longest_list) {
            return list + " and " + std::to_string(known.size() - shown) + " more";
        }
        list += (list.back() == ':' ? " " : ", ") + candidate;
        ++shown;
    }
    return list;
}

}  // namespace schedmc
