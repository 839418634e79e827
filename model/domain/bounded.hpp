// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "model/expects.hpp"

namespace schedmc {

/// A sequence of at most Capacity values, kept in place: copying one copies only what it holds and allocates
/// nothing. The part of std::vector's interface that per-task and per-LLC state needs.
template <class T, std::size_t Capacity>
class Bounded {
public:
    using value_type = T;

    constexpr Bounded() = default;
    /// `size` copies of `value`. Errors: expects size <= Capacity.
    constexpr explicit Bounded(std::size_t size, const T& value = T{}) { resize(size, value); }
    constexpr Bounded(const Bounded& other) : size_(other.size_) {
        std::copy_n(other.begin(), size_, begin());
    }
    constexpr Bounded& operator=(const Bounded& other) {
        size_ = other.size_;
        std::copy_n(other.begin(), size_, begin());
        return *this;
    }
    constexpr ~Bounded() = default;

    constexpr std::size_t size() const { return size_; }
    constexpr bool empty() const { return size_ == 0; }
    constexpr T& operator[](std::size_t index) { return values_[index]; }
    constexpr const T& operator[](std::size_t index) const { return values_[index]; }
    constexpr T* begin() { return values_.data(); }
    constexpr T* end() { return values_.data() + size_; }
    constexpr const T* begin() const { return values_.data(); }
    constexpr const T* end() const { return values_.data() + size_; }
    /// Errors: expects size <= Capacity.
    constexpr void resize(std::size_t size, const T& value = T{}) {
        expects(size <= Capacity, "a bounded sequence keeps within its capacity");
        for (std::size_t i = size_; i < size; ++i) {
            values_[i] = value;
        }
        size_ = size;
    }

private:
    std::size_t size_ = 0;
    std::array<T, Capacity> values_;
};

}  // namespace schedmc
