// SPDX-License-Identifier: GPL-2.0-or-later
#include "solver/prove/symbolic/universe.hpp"

#include <algorithm>

namespace schedmc::symbolic {

namespace {
thread_local const Universe* current = nullptr;
}

// A bit-vector has at least one bit, also where there are no tasks.
SymbolicScope::SymbolicScope(z3::context& context, std::size_t cpus, std::size_t tasks)
    : own_{context, static_cast<unsigned>(std::max<std::size_t>(cpus, 1)),
           static_cast<unsigned>(std::max<std::size_t>(tasks, 1))},
      outer_(current) {
    expects(cpus <= max_cpus && tasks <= max_tasks,
            "a universe keeps within the limits of machines and scenarios");
    current = &own_;
}

SymbolicScope::~SymbolicScope() { current = outer_; }

const Universe& universe() {
    expects(current != nullptr, "a symbolic term is made inside a SymbolicScope");
    return *current;
}

}  // namespace schedmc::symbolic
