// SPDX-License-Identifier: GPL-2.0-or-later
#include "files/printable.hpp"

namespace schedmc {

std::string printable(std::string_view text, std::size_t longest) {
    std::string result(text.substr(0, longest));
    for (char& c : result) {
        c = c < ' ' || c > '~' ? '?' : c;
    }
    return result;
}

}  // namespace schedmc
