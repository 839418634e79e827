// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/support/toml_examples.hpp"

#include <fstream>

namespace schedmc {

std::vector<std::string> toml_examples(const std::string& page) {
    std::ifstream file(std::string(SCHEDMC_SOURCE_DIR) + "/docs/" + page);
    std::vector<std::string> examples;
    bool inside = false;
    for (std::string line; std::getline(file, line);) {
        if (inside && line != "```") {
            examples.back() += line + "\n";
        } else if (line == "```toml") {
            examples.emplace_back();
        }
        inside = line == "```toml" || (inside && line != "```");
    }
    return examples;
}

}  // namespace schedmc
