// SPDX-License-Identifier: GPL-2.0-or-later
#include "properties/page.hpp"

#include "model/policy/policy.hpp"
#include "properties/catalogue.hpp"

namespace schedmc {

namespace {

std::string sentence(std::string_view text) {
    std::string written(text);
    if (!written.empty() && written[0] >= 'a' && written[0] <= 'z') {
        written[0] = static_cast<char>(written[0] - 'a' + 'A');
    }
    return written + ".";
}

std::string defect_line(const PropertyInfo& info) {
    for (const DefectInfo& defect : defects()) {
        if (defect.name == info.defect) {
            return "`" + std::string(defect.name) + "`: " + std::string(defect.does) + ".";
        }
    }
    return "none: it claims nothing that could be broken.";
}

std::string entry(const PropertyInfo& info) {
    std::string text = "## `" + std::string(info.id) + "`\n\n";
    text += "*" + std::string(name_of(info.kind)) + ", of a " + std::string(name_of(info.scope)) + "* · ";
    text += sentence(info.statement) + "\n\n";
    text += "- **Why it matters:** " + std::string(info.why) + ".\n";
    text += "- **Source:** " + std::string(info.source) + ".\n";
    if (!info.vacuous.empty()) {
        text += "- **Vacuous when** " + std::string(info.vacuous) + ".\n";
    }
    text += "- **Expected:** " + std::string(info.expected) + ".\n";
    text += "- **Planted defect:** " + defect_line(info) + "\n\n";
    return text;
}

}  // namespace

std::string properties_page() {
    std::string page =
        "# Properties\n\n"
        "Generated from the catalogue in properties/; a test keeps it current (UPDATE_GOLDEN=1 ctest "
        "rewrites it).\n\n"
        "An *always* property holds in every reachable state or decision; a *sometimes* property is reached "
        "by one; a\n"
        "*bounded* property is a quantity whose greatest value is found; a *within n* property holds at the "
        "end of round n\n"
        "and of every later one, once the environment rests, where a round lets every CPU tick once with all "
        "domains due and\n"
        "handle what follows, in any order: the least n is found. A name that ends before a dot means "
        "a whole\n"
        "family: `--property wakeup.no-stacking`. Each *always* property P has a *sometimes* sibling "
        "`reach:P`, which\n"
        "says that the situation P speaks of occurs. LLC(target) is the span of the target's sd_llc; a CPU "
        "is *busy*\n"
        "to a wakee unless it is idle, or runs SCHED_IDLE tasks only and the rules accept that.\n\n";
    for (const PropertyInfo& info : property_infos()) {
        if (info.id.substr(0, 6) != "reach:") {
            page += entry(info);
        }
    }
    page.pop_back();
    return page;
}

}  // namespace schedmc
