// SPDX-License-Identifier: GPL-2.0-or-later
#include "solver/explore/id_table.hpp"

#include <algorithm>
#include <bit>
#include <new>

namespace schedmc::explore {

namespace {

constexpr std::uint64_t first_slot_count = 1024;

// At most four slots of five are taken. Probing stays short, because tags spare the look at a state.
constexpr std::uint64_t room_in(std::uint64_t slot_count) { return slot_count / 5 * 4; }
constexpr std::uint64_t slots_for(std::uint64_t ids) { return (ids / 4 + 1) * 5; }

}  // namespace

IdTable::IdTable(std::uint64_t most_ids) : most_ids_(most_ids) {
    expects(most_ids <= state_id_count, "an id fits into a slot");
}

std::uint64_t IdTable::next_slot_count() const {
    const std::uint64_t grown = std::max(first_slot_count, slot_count_ + slot_count_ / 2);
    return std::min(grown, slots_for(most_ids_));
}

bool IdTable::replace_slots(std::uint64_t slot_count) {
    slots_.reset();
    slot_count_ = 0;
    room_ = 0;
    size_ = 0;
    slots_.reset(new (std::nothrow) Slot[slot_count]());
    if (slots_ == nullptr) {
        return false;
    }
    slot_count_ = slot_count;
    room_ = room_in(slot_count);
    const auto id_bits = static_cast<unsigned>(std::bit_width(std::min(room_, most_ids_)));
    id_mask_ = static_cast<Slot>((std::uint64_t{1} << id_bits) - 1);
    return true;
}

}  // namespace schedmc::explore
