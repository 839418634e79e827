// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <z3++.h>

#include <cstddef>

#include "model/domain/concrete.hpp"
#include "model/machine/machine.hpp"
#include "model/scenario.hpp"

namespace schedmc::symbolic {

/// Where terms are made: a solver's context, and how many CPUs and tasks there are, which is how wide their sets are.
struct Universe {
    z3::context& context;
    unsigned cpus;
    unsigned tasks;
};

/// Makes a universe the current one of this thread while it lives. Scopes nest.
///
/// Constants belong to no universe: a topology may be read into the domain once, before or outside of any scope.
/// What makes a term out of constants, such as select(), needs one.
class SymbolicScope {
public:
    /// `cpus` is the machine's cpu_count(). Errors: expects that both fit the limits of machines and scenarios.
    SymbolicScope(z3::context& context, std::size_t cpus, std::size_t tasks = 0);
    ~SymbolicScope();
    SymbolicScope(const SymbolicScope&) = delete;
    SymbolicScope& operator=(const SymbolicScope&) = delete;

private:
    Universe own_;
    const Universe* outer_;
};

/// The current universe. Errors: expects that there is one.
const Universe& universe();

/// What the two kinds of sets are made of: the bits of a constant, the width of a term.
template <class Tag>
struct KindOf;
template <>
struct KindOf<CpuTag> {
    using Members = Bits<max_cpus / 64>;
    static unsigned width() { return universe().cpus; }
};
template <>
struct KindOf<TaskTag> {
    using Members = Bits<max_tasks / 64>;
    static unsigned width() { return universe().tasks; }
};

}  // namespace schedmc::symbolic
