// SPDX-License-Identifier: GPL-2.0-or-later
#include "solver/prove/free_values.hpp"

#include <algorithm>
#include <cctype>

#include "solver/prove/symbolic/bit_terms.hpp"

namespace schedmc::prove {

using symbolic::universe;
namespace bit_terms = symbolic::bit_terms;

const char* FreeValues::fresh(const std::string& name) {
    const bool is_plain = !name.empty() && std::isdigit(static_cast<unsigned char>(name.front())) == 0 &&
                          std::all_of(name.begin(), name.end(),
                                      [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
    expects(is_plain, "a variable's name is of letters, digits and underscores");
    const auto [kept, is_new] = names_.insert(name);
    expects(is_new, "a variable's name is used once");
    return kept->c_str();
}

Symbolic::Truth FreeValues::truth(const std::string& name) {
    return Symbolic::Truth(universe().context.bool_const(fresh(name)));
}

Symbolic::Number FreeValues::number(const std::string& name, std::uint32_t least, std::uint32_t greatest) {
    expects(least <= greatest, "a range holds a number");
    if (least == greatest) {
        return Symbolic::Number(least);
    }
    const unsigned width = Symbolic::Number::width_of(greatest);
    const z3::expr variable = universe().context.bv_const(fresh(name), width);
    const Symbolic::Number value(variable, greatest);
    if (least != 0) {
        assume(Symbolic::Truth(z3::uge(variable, Symbolic::Number(least).term(width))));
    }
    assume(Symbolic::Truth(z3::ule(variable, Symbolic::Number(greatest).term(width))));
    return value;
}

z3::expr FreeValues::masked(const char* name, const CpuMask& within) {
    const unsigned width = universe().cpus;
    const z3::expr variable = universe().context.bv_const(name, width);
    return within == CpuMask::first(width) ? variable
                                           : variable & bit_terms::numeral(universe().context, within, width);
}

Symbolic::Cpu FreeValues::cpu(const std::string& name, const CpuMask& among) {
    expects(!among.empty(), "a free CPU has a CPU to be");
    if (among.count() == 1) {
        return Symbolic::Cpu(among.next(0));
    }
    const z3::expr one_hot = masked(fresh(name), among);
    assume(Symbolic::Truth(!bit_terms::is_zero(one_hot)));
    assume(Symbolic::Truth(bit_terms::is_zero(bit_terms::without_lowest(one_hot))));
    return {one_hot, among, Symbolic::Truth(true)};
}

Symbolic::Cpu FreeValues::narrowed(const Symbolic::Cpu& cpu, const CpuMask& among) {
    const Symbolic::CpuSet place = Symbolic::CpuSet::only(cpu) & Symbolic::CpuSet(among);
    assume(contains(Symbolic::CpuSet(among), cpu));
    return {place.term(), place.within(), Symbolic::Truth(true)};
}

Symbolic::CpuSet FreeValues::cpus(const std::string& name, const CpuMask& within) {
    return within.empty() ? Symbolic::CpuSet() : Symbolic::CpuSet(masked(fresh(name), within), within);
}

Symbolic::CpuSet FreeValues::blocks(const std::string& name, const Blocks<Symbolic>& blocks) {
    Symbolic::CpuSet result;
    for (std::size_t block = 0; block < blocks.sets.size(); ++block) {
        const Symbolic::Truth chosen = truth(name + "_" + std::to_string(block));
        result = result | select(chosen, blocks.sets[block], Symbolic::CpuSet());
    }
    return result;
}

}  // namespace schedmc::prove
