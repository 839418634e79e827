// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <type_traits>
#include <vector>

#include "solver/prove/symbolic/set.hpp"

namespace schedmc::symbolic {

/// One value of a table, and the indices at which it stands.
template <class Value, class Tag>
struct Entry {
    Value value;
    typename KindOf<Tag>::Members indices;
};

/// A table of constant sets is a relation between numbers. Read by diagonals it is a few distances, with the indices
/// that have a member so far away: the siblings of two threads a core make three diagonals, and as many different
/// rows as there are cores.
template <class Tag>
class Diagonals {
public:
    /// Cost: the number of pairs in the relation.
    explicit Diagonals(const std::vector<Entry<Set<Tag>, Tag>>& rows);
    std::size_t count() const { return up_.size() + down_.size(); }
    /// The set at the index.
    Set<Tag> at(const Element<Tag>& index) const;

private:
    // [distance] -> the indices with a member that much above, or below.
    std::map<std::size_t, typename KindOf<Tag>::Members> up_;
    std::map<std::size_t, typename KindOf<Tag>::Members> down_;
};

extern template class Diagonals<CpuTag>;
extern template class Diagonals<TaskTag>;

/// The different values of a table at the indices `asked`.
///
/// Cost: indices x different values.
template <class Tag, class Value>
std::vector<Entry<Value, Tag>> entries_of(const std::vector<Value>& values,
                                          const typename KindOf<Tag>::Members& asked) {
    std::vector<Entry<Value, Tag>> entries;
    asked.for_each([&](std::size_t index) {
        for (auto& entry : entries) {
            if (is_same(entry.value, values[index])) {
                entry.indices.insert(index);
                return;
            }
        }
        entries.push_back({values[index], KindOf<Tag>::Members::single(index)});
    });
    return entries;
}

/// The value of the entry that the index is in, or a value-initialised one.
template <class Value, class Tag>
Value pick(const std::vector<Entry<Value, Tag>>& entries, const Element<Tag>& index) {
    Value result{};
    for (const auto& entry : entries) {
        const Truth here = contains(Set<Tag>(entry.indices), index);
        if constexpr (requires { result | result; } && !std::is_same_v<Value, Truth>) {
            result = result | select(here, entry.value, Value{});
        } else {
            result = select(here, entry.value, result);
        }
    }
    return result;
}

/// values[index], or a value-initialised T for none.
///
/// Cost: a select for each different value; a table of constant sets is read by rows or by diagonals, whichever are
/// fewer. Errors: expects that the index stays within the values.
template <class Value, class Tag>
Value at(const std::vector<Value>& values, const Element<Tag>& index) {
    if (index.is_constant()) {
        return index.within().empty() ? Value{} : values[index.number()];
    }
    expects(index.within().is_subset_of(KindOf<Tag>::Members::first(values.size())),
            "an index is below the size");
    const auto entries = entries_of<Tag>(values, index.within());
    if constexpr (std::is_same_v<Value, Set<Tag>>) {
        const bool are_constants = std::all_of(entries.begin(), entries.end(),
                                               [](const auto& entry) { return entry.value.is_constant(); });
        if (are_constants) {
            const Diagonals<Tag> diagonals(entries);
            if (diagonals.count() < entries.size()) {
                return diagonals.at(index);
            }
        }
    }
    return pick(entries, index);
}

/// values[index] := value; nothing for none.
///
/// Cost: a select for each place that the index can be.
template <class Value, class Tag>
void update(std::vector<Value>& values, const Element<Tag>& index, const std::type_identity_t<Value>& value) {
    expects(index.within().is_subset_of(KindOf<Tag>::Members::first(values.size())),
            "an index is below the size");
    index.within().for_each([&](std::size_t place) {
        values[place] = select(index == Element<Tag>(place), value, values[place]);
    });
}

/// values[the block of cpu], or a value-initialised T where it has none. `blocks` is any Blocks<D>.
///
/// Cost: a select for each different value.
template <class Blocks, class Value, class Tag>
Value at_block(const Blocks& blocks, const std::vector<Value>& values, const Element<Tag>& cpu) {
    std::vector<Value> by_cpu;
    for (const auto block : blocks.index) {
        by_cpu.push_back(block == Blocks::none ? Value{} : values[block]);
    }
    return at(by_cpu, cpu);
}

}  // namespace schedmc::symbolic
