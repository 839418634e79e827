// SPDX-License-Identifier: GPL-2.0-or-later
#include "properties/catalogue.hpp"

#include <deque>

#include "model/input_error.hpp"

namespace schedmc {

std::string_view name_of(Kind kind) {
    switch (kind) {
        case Kind::always:
            return "always";
        case Kind::sometimes:
            return "sometimes";
        case Kind::bounded:
            return "bounded";
        case Kind::same:
            return "same";
        case Kind::within:
            return "within n";
    }
    contract_broken("a property is of one of the known kinds", __FILE__, __LINE__);
}

std::string_view name_of(Scope scope) {
    return scope == Scope::decision ? "decision"
           : scope == Scope::state  ? "state"
           : scope == Scope::step   ? "step"
                                    : "pass";
}

namespace {

/// Owns the texts of the generated siblings.
std::string_view keep(std::string text) {
    static std::deque<std::string> kept;
    return kept.emplace_back(std::move(text));
}

PropertyInfo sibling_of(const PropertyInfo& info) {
    return {.id = keep("reach:" + std::string(info.id)),
            .kind = Kind::sometimes,
            .scope = info.scope,
            .statement = keep("the situation that " + std::string(info.id) + " speaks of occurs"),
            .why = "guards that property's verdict against being vacuous",
            .source = info.source,
            .vacuous = "",
            .expected = "reached wherever that property is not vacuous",
            .defect = ""};
}

template <class... P>
std::vector<PropertyInfo> describe(std::tuple<P...>*) {
    std::vector<PropertyInfo> infos = {P::info...};
    const std::size_t written = infos.size();
    for (std::size_t i = 0; i < written; ++i) {
        if (infos[i].kind == Kind::always) {
            infos.push_back(sibling_of(infos[i]));
        }
    }
    return infos;
}

// Keeps the last star only: what an earlier one matched never needs to change.
bool glob_matches(std::string_view pattern, std::string_view text) {
    std::size_t p = 0;
    std::size_t t = 0;
    std::size_t star = std::string_view::npos;
    std::size_t resume = 0;
    while (t < text.size()) {
        if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
            ++p;
            ++t;
        } else if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            resume = t;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            t = ++resume;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

bool names(const std::string& pattern, std::string_view id) {
    const bool wants_sibling = pattern.substr(0, 6) == "reach:";
    if (wants_sibling != (id.substr(0, 6) == "reach:")) {
        return false;
    }
    const bool family =
        id.size() > pattern.size() && id.substr(0, pattern.size()) == pattern && id[pattern.size()] == '.';
    return id == pattern || family ||
           (pattern.find_first_of("*?") != std::string::npos && glob_matches(pattern, id));
}

}  // namespace

const std::vector<PropertyInfo>& property_infos() {
    static const std::vector<PropertyInfo> infos = describe(static_cast<WrittenProperties*>(nullptr));
    return infos;
}

std::vector<const PropertyInfo*> match_properties(const std::string& pattern, const std::string& place) {
    if (pattern.size() > 200) {
        throw InputError(place, "a property's name of " + std::to_string(pattern.size()) + " characters");
    }
    std::vector<const PropertyInfo*> matches;
    std::vector<std::string> ids;
    for (const PropertyInfo& info : property_infos()) {
        if (names(pattern, info.id)) {
            matches.push_back(&info);
        }
        if (info.id.substr(0, 6) != "reach:") {
            ids.emplace_back(info.id);
        }
    }
    if (matches.empty()) {
        const std::string best = nearest(pattern, ids);
        throw InputError(place, "unknown property '" + pattern + "'",
                         best.empty() ? "schedmc list properties shows them" : "did you mean " + best + "?");
    }
    return matches;
}

}  // namespace schedmc
