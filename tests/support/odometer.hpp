// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace schedmc {

/// What a sweep varies, digit by digit: counts through all combinations of values of given sizes.
class Odometer {
public:
    /// [digit] -> how many values it has, at least one.
    explicit Odometer(std::vector<std::size_t> sizes) : sizes_(std::move(sizes)), digits_(sizes_.size(), 0) {}
    std::size_t operator[](std::size_t place) const { return digits_[place]; }
    /// The next combination; false after the last, and then at the first again.
    bool advance() {
        for (std::size_t place = 0; place < digits_.size(); ++place) {
            if (++digits_[place] < sizes_[place]) {
                return true;
            }
            digits_[place] = 0;
        }
        return false;
    }

private:
    std::vector<std::size_t> sizes_;
    std::vector<std::size_t> digits_;
};

}  // namespace schedmc
