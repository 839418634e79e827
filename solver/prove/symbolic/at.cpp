// SPDX-License-Identifier: GPL-2.0-or-later
#include "solver/prove/symbolic/at.hpp"

namespace schedmc::symbolic {

template <class Tag>
Diagonals<Tag>::Diagonals(const std::vector<Entry<Set<Tag>, Tag>>& rows) {
    for (const auto& row : rows) {
        row.indices.for_each([&](std::size_t index) {
            row.value.within().for_each([&](std::size_t member) {
                if (member >= index) {
                    up_[member - index].insert(index);
                } else {
                    down_[index - member].insert(index);
                }
            });
        });
    }
}

template <class Tag>
Set<Tag> Diagonals<Tag>::at(const Element<Tag>& index) const {
    const Set<Tag> place = Set<Tag>::only(index);
    Set<Tag> result;
    for (const auto& [distance, indices] : up_) {
        result = result | moved_up(place & Set<Tag>(indices), distance);
    }
    for (const auto& [distance, indices] : down_) {
        result = result | moved_down(place & Set<Tag>(indices), distance);
    }
    return result;
}

template class Diagonals<CpuTag>;
template class Diagonals<TaskTag>;

}  // namespace schedmc::symbolic
