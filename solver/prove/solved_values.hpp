// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <optional>

#include "solver/prove/symbolic.hpp"

namespace schedmc::prove {

/// Reads symbolic values in a solver's model: what each of them is there. A variable that the model leaves open is
/// zero.
class SolvedValues {
public:
    explicit SolvedValues(const z3::model& model) : model_(model) {}

    bool truth(const Symbolic::Truth& value) const;
    std::uint32_t number(const Symbolic::Number& value) const;
    template <class E>
    E choice(const Symbolic::Choice<E>& value) const {
        return static_cast<E>(number(value.number()));
    }
    CpuMask cpus(const Symbolic::CpuSet& value) const;
    /// Nothing for none. Errors: expects that the model keeps the CPU one-hot.
    std::optional<std::size_t> cpu(const Symbolic::Cpu& value) const;

private:
    CpuMask mask(const z3::expr& term) const;
    z3::model model_;
};

}  // namespace schedmc::prove
