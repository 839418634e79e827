// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>

namespace schedmc {

/// The catalogue as a page of Markdown: docs/properties.md, which a test holds against this.
std::string properties_page();

}  // namespace schedmc
