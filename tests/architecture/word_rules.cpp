// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/architecture/word_rules.hpp"

#include <algorithm>
#include <cctype>

namespace architecture {

namespace {

// Something that is used nowhere but below `places`, and why.
struct Banned {
    std::string name;
    std::string reason;
    std::vector<std::string> places = {};
};

const std::string repeatable = "a run repeats byte for byte";
const std::string bounded = "it knows no bounds";
const std::string always_checked = "expects() is on in every build";

const std::vector<Banned> calls = {
    {"rand", repeatable},
    {"srand", repeatable},
    {"drand48", repeatable},
    {"time", repeatable},
    {"clock", repeatable},
    {"gettimeofday", repeatable},
    {"localtime", repeatable},
    {"strcpy", bounded},
    {"strcat", bounded},
    {"sprintf", bounded},
    {"gets", bounded},
    {"alloca", bounded},
    {"atoi", "it takes anything for a number"},
    {"system", "it asks a shell"},
    {"assert", always_checked},
    {"getenv", "the environment is input", {"cli/", "files/", "tests/"}},
};

const std::vector<Banned> names = {
    {"random_device", repeatable},
    {"system_clock", repeatable},
    {"high_resolution_clock", repeatable},
    {"cout", "text is made with fmt and printed in cli/", {"tests/", "bench/"}},
    {"cerr", "text is made with fmt and printed in cli/", {"tests/", "bench/"}},
};

const std::vector<Banned> headers = {
    {"iostream", "fmt prints"},
    {"cassert", always_checked},
    {"assert.h", always_checked},
};

// Split where they would be found in this very file. Written in small letters; text is compared so.
const std::vector<std::string> words = {
    "../"
    "shared",
    "/wo"
    "rk/",
    "libraries"
    ".md",
    "writing"
    ".md",
    "w11"
    "-c",
    "b8"
    "-c",
    "s11"
    "-c",
};

// Words that may be part of longer ones.
const std::vector<std::string> whole_words = {
    "ses"
    "sion",
    "ses"
    "sions"};

bool applies(const Banned& banned, const SourceFile& file) {
    return std::none_of(banned.places.begin(), banned.places.end(),
                        [&](const auto& place) { return file.path.starts_with(place); });
}

// A member of that name is somebody else's, but std::name is the one meant.
bool is_member(std::string_view line, std::size_t at) {
    const std::string_view before = line.substr(0, at);
    return before.ends_with(".") || before.ends_with("->") ||
           (before.ends_with("::") && !before.ends_with("std::"));
}

bool is_called(std::string_view line, std::string_view name) {
    for (std::size_t at = find_name(line, name); at != std::string_view::npos;
         at = find_name(line, name, at + 1)) {
        const std::size_t next = line.find_first_not_of(' ', at + name.size());
        if (next != std::string_view::npos && line[next] == '(' && !is_member(line, at)) {
            return true;
        }
    }
    return false;
}

std::string in_small_letters(std::string_view text) {
    std::string small(text);
    std::transform(small.begin(), small.end(), small.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return small;
}

bool needs_licence(const SourceFile& file) {
    return is_source(file.path) || file.path.ends_with(".cmake") || file.path.ends_with(".cmake.in") ||
           file.path.ends_with("CMakeLists.txt") || file.text.starts_with("#!");
}

}  // namespace

Complaints missing_licence(const SourceFile& file) {
    if (!needs_licence(file)) {
        return {};
    }
    const auto lines = lines_of(file.text);
    for (std::size_t i = 0; i < std::min<std::size_t>(lines.size(), 2); ++i) {
        if (lines[i].ends_with("SPDX-License-Identifier: GPL-2.0-or-later")) {
            return {};
        }
    }
    return {complaint(file, 1, "begins without its SPDX-License-Identifier")};
}

Complaints banned_names(const SourceFile& file) {
    Complaints complaints;
    if (!is_source(file.path)) {
        return complaints;
    }
    const auto note = [&](std::size_t line, const Banned& banned) {
        complaints.push_back(complaint(file, line, banned.name + " is not used: " + banned.reason));
    };
    for (const Include& include : includes_of(file)) {
        for (const Banned& header : headers) {
            if (include.path == header.name) {
                note(include.line, header);
            }
        }
    }
    const std::string code = code_of(file.text);
    std::size_t number = 0;
    for (const std::string_view line : lines_of(code)) {
        ++number;
        for (const Banned& call : calls) {
            if (applies(call, file) && is_called(line, call.name)) {
                note(number, call);
            }
        }
        for (const Banned& name : names) {
            if (applies(name, file) && find_name(line, name.name) != std::string_view::npos) {
                note(number, name);
            }
        }
    }
    return complaints;
}

Complaints banned_words(const SourceFile& file) {
    Complaints complaints;
    std::size_t number = 0;
    for (const std::string_view line : lines_of(file.text)) {
        ++number;
        const std::string small = in_small_letters(line);
        for (const std::string& word : words) {
            if (small.find(word) != std::string::npos) {
                complaints.push_back(complaint(file, number, "`" + word + "` means nothing here"));
            }
        }
        for (const std::string& word : whole_words) {
            if (find_name(small, word) != std::string::npos) {
                complaints.push_back(complaint(file, number, "`" + word + "` means nothing here"));
            }
        }
    }
    return complaints;
}

}  // namespace architecture
