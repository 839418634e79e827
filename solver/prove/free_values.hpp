// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <set>
#include <string>

#include "model/domain/blocks.hpp"
#include "solver/prove/symbolic.hpp"

namespace schedmc::prove {

/// Makes values that can be anything their kind allows: fresh solver variables, with what makes them well-formed
/// collected as an assumption.
///
/// Names are of letters, digits and underscores, and each is used once, so that obligations can be written to files
/// that other solvers read. Errors: expects both, and a current universe.
class FreeValues {
public:
    Symbolic::Truth truth(const std::string& name);
    /// A number from `least` to `greatest`.
    Symbolic::Number number(const std::string& name, std::uint32_t least, std::uint32_t greatest);
    /// One of the first `count` enumerators.
    template <class E>
    Symbolic::Choice<E> choice(const std::string& name, std::size_t count) {
        return Symbolic::Choice<E>(number(name, 0, static_cast<std::uint32_t>(count - 1)));
    }
    /// One of `among`, which is not empty.
    Symbolic::Cpu cpu(const std::string& name, const CpuMask& among);
    /// A subset of `within`.
    Symbolic::CpuSet cpus(const std::string& name, const CpuMask& within);
    /// A union of blocks.
    Symbolic::CpuSet blocks(const std::string& name, const Blocks<Symbolic>& blocks);

    /// The same CPU, assumed to be one of `among`, which it can be.
    Symbolic::Cpu narrowed(const Symbolic::Cpu& cpu, const CpuMask& among);

    /// Adds what has to hold of several values together.
    void assume(const Symbolic::Truth& condition) { assumptions_ = assumptions_ & condition; }
    /// What holds of all values made so far.
    const Symbolic::Truth& assumptions() const { return assumptions_; }

private:
    const char* fresh(const std::string& name);
    // A set-valued variable, and of it only what lies in `within`: masked, so that terms over it stay small.
    static z3::expr masked(const char* name, const CpuMask& within);

    std::set<std::string> names_;
    Symbolic::Truth assumptions_{true};
};

}  // namespace schedmc::prove
