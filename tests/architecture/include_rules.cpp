// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/architecture/include_rules.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace architecture {

namespace {

using Folders = std::vector<std::string>;

// [folder] -> the folders that it may include from besides itself. Folders that are not named here may
// include from all of these.
const std::map<std::string, Folders> arrows = {
    {"model", {}},
    {"properties", {"model"}},
    {"counterexamples", {"model", "properties"}},
    {"solver", {"model", "properties", "counterexamples"}},
    {"files", {"model", "properties", "counterexamples"}},
    {"cli", {"model", "properties", "counterexamples", "solver", "files"}},
};

// [start of a header's name] -> where it may be included.
const std::map<std::string, Folders> library_places = {
    {"z3", {"solver/prove/", "tests/solver/"}},
    {"rapidcheck", {"solver/walk/", "tests/"}},
    {"hwloc", {"files/", "counterexamples/", "tests/"}},
    {"nlohmann/", {"files/", "counterexamples/", "cli/", "tests/"}},
    {"zlib", {"files/", "tests/files/"}},
    {"toml++/", {"files/", "counterexamples/", "tests/"}},
    {"CLI/", {"cli/", "tests/cli/"}},
    {"gtest/", {"tests/"}},
    {"gmock/", {"tests/"}},
    {"benchmark/", {"bench/"}},
};

bool contains(const Folders& folders, const std::string& folder) {
    return std::find(folders.begin(), folders.end(), folder) != folders.end();
}

bool lies_in(const std::string& path, const Folders& places) {
    return std::any_of(places.begin(), places.end(),
                       [&](const auto& place) { return path.starts_with(place); });
}

bool is_of_standard_library(const std::string& header) {
    return header.find_first_of("./") == std::string::npos;
}

}  // namespace

Complaints broken_arrows(const SourceFile& file) {
    Complaints complaints;
    const std::string from = folder_of(file.path);
    const auto allowed = arrows.find(from);
    if (allowed == arrows.end()) {
        return complaints;
    }
    for (const Include& include : includes_of(file)) {
        const std::string to = folder_of(include.path);
        if (include.quoted && to != from && !contains(allowed->second, to)) {
            complaints.push_back(complaint(file, include.line, from + "/ may not include " + include.path));
        }
        if (!include.quoted && (from == "model" || from == "properties") &&
            !is_of_standard_library(include.path) && !include.path.starts_with("fmt/")) {
            complaints.push_back(complaint(file, include.line,
                                           from + "/ knows the standard library only, not " + include.path));
        }
    }
    return complaints;
}

Complaints misplaced_libraries(const SourceFile& file) {
    Complaints complaints;
    for (const Include& include : includes_of(file)) {
        for (const auto& [header, places] : library_places) {
            if (!include.quoted && include.path.starts_with(header) && !lies_in(file.path, places)) {
                complaints.push_back(complaint(file, include.line, include.path + " has no place here"));
            }
        }
    }
    return complaints;
}

Complaints unresolved_includes(const std::vector<SourceFile>& files) {
    std::set<std::string> paths;
    for (const SourceFile& file : files) {
        paths.insert(file.path);
    }
    Complaints complaints;
    for (const SourceFile& file : files) {
        for (const Include& include : includes_of(file)) {
            if (include.quoted && !paths.contains(include.path)) {
                complaints.push_back(
                    complaint(file, include.line,
                              include.path + " is no path from the root; libraries stand in angles"));
            }
        }
    }
    return complaints;
}

Complaints dead_files(const std::vector<SourceFile>& files) {
    std::set<std::string> included;
    for (const SourceFile& file : files) {
        for (const Include& include : includes_of(file)) {
            if (include.path != file.path) {
                included.insert(include.path);
            }
        }
    }
    Complaints complaints;
    for (const SourceFile& file : files) {
        if (is_header(file.path) && !included.contains(file.path)) {
            complaints.push_back(complaint(file, 0, "nobody includes this header"));
        }
        if (file.path.ends_with(".cpp") && folder_of(file.path) == "tests" &&
            file.path.find('/', std::string("tests/").size()) == std::string::npos) {
            complaints.push_back(
                complaint(file, 0, "a test stands in a folder of tests/, or nothing builds it"));
        }
    }
    return complaints;
}

}  // namespace architecture
