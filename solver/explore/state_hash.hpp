// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <span>

namespace schedmc::explore {

/// A number that depends on every bit of `word`; one-to-one, so that two one-word states never share a hash.
///
/// Each step is invertible: a xor with the word's own upper bits, a product with an odd constant. The
/// constants are the binary fractions of the golden ratio and of the square root of two, made odd.
constexpr std::uint64_t scatter(std::uint64_t word) {
    word ^= word >> 32;
    word *= 0x9e3779b97f4a7c15u;
    word ^= word >> 29;
    word *= 0x6a09e667f3bcc909u;
    word ^= word >> 32;
    return word;
}

/// The hash of a packed state. The same on every machine and in every run.
constexpr std::uint64_t hash_state(std::span<const std::uint64_t> packed) {
    std::uint64_t hash = 0;
    for (const std::uint64_t word : packed) {
        hash = scatter(hash ^ word) + 0x9e3779b97f4a7c15u;
    }
    return hash;
}

}  // namespace schedmc::explore
