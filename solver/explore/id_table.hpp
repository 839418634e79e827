// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <memory>

#include "model/expects.hpp"
#include "solver/explore/state_id.hpp"

namespace schedmc::explore {

/// The ids of the states, found by hash: open addressing with linear probing over 32-bit slots.
///
/// A slot holds id + 1 in as many bits as the table's size needs and a part of the hash, the tag, in the bits
/// that are left over; 0 is an empty slot. The tag only saves looking at a state: equality is decided by the
/// caller, who keeps the states. docs/internals-state-table.md tells why.
class IdTable {
public:
    /// most_ids: ids that will ever be entered; the table does not grow beyond what they need.
    explicit IdTable(std::uint64_t most_ids);

    std::uint64_t size() const { return size_; }
    std::uint64_t bytes() const { return slot_count_ * sizeof(Slot); }

    /// Whether insert() may be called.
    bool has_room() const { return size_ < room_; }

    /// bytes() after grow().
    std::uint64_t bytes_when_grown() const { return next_slot_count() * sizeof(Slot); }

    /// The id entered under `hash` for which same(id) holds, otherwise no_state.
    template <class Same>
    StateId find(std::uint64_t hash, Same&& same) const {
        if (slot_count_ == 0) {
            return no_state;
        }
        const Slot tag = tag_of(hash);
        std::uint64_t at = home_of(hash);
        for (Slot slot = slots_[at]; slot != 0; slot = slots_[at]) {
            if ((slot & ~id_mask_) == tag) {
                const StateId id = (slot & id_mask_) - 1;
                if (same(id)) {
                    return id;
                }
            }
            at = after(at);
        }
        return no_state;
    }

    /// Enters the next id, size(), under `hash`.
    void insert(std::uint64_t hash) {
        expects(has_room(), "the table grew before an id is entered");
        place(hash, static_cast<StateId>(size_));
        ++size_;
    }

    /// A larger table with the same ids. The old slots go before the new ones come, because hash_of(id) tells
    /// all that they held; so both are never in memory at once.
    ///
    /// Errors: false when the system has no memory; then the table is empty for good.
    /// Cost: one hash_of for each id.
    template <class HashOf>
    [[nodiscard]] bool grow(HashOf&& hash_of) {
        const std::uint64_t entered = size_;
        if (!replace_slots(next_slot_count())) {
            return false;
        }
        for (std::uint64_t id = 0; id < entered; ++id) {
            place(hash_of(static_cast<StateId>(id)), static_cast<StateId>(id));
        }
        size_ = entered;
        return true;
    }

private:
    using Slot = std::uint32_t;
    __extension__ using Product = unsigned __int128;

    std::uint64_t next_slot_count() const;
    bool replace_slots(std::uint64_t slot_count);

    // The upper bits of a hash, scaled to the number of slots: no power of two is needed, so the table can
    // grow by half of its size instead of doubling.
    std::uint64_t home_of(std::uint64_t hash) const {
        return static_cast<std::uint64_t>((static_cast<Product>(hash) * slot_count_) >> 64);
    }
    std::uint64_t after(std::uint64_t at) const { return at + 1 == slot_count_ ? 0 : at + 1; }
    Slot tag_of(std::uint64_t hash) const { return static_cast<Slot>(hash) & ~id_mask_; }

    void place(std::uint64_t hash, StateId id) {
        std::uint64_t at = home_of(hash);
        while (slots_[at] != 0) {
            at = after(at);
        }
        slots_[at] = tag_of(hash) | (id + 1);
    }

    std::uint64_t most_ids_;
    std::unique_ptr<Slot[]> slots_;
    std::uint64_t slot_count_ = 0;
    std::uint64_t room_ = 0;
    std::uint64_t size_ = 0;
    Slot id_mask_ = 0;
};

}  // namespace schedmc::explore
