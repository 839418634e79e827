// SPDX-License-Identifier: GPL-2.0-or-later
#include "solver/explore/state_store.hpp"

#include <algorithm>
#include <limits>

#include "model/expects.hpp"
#include "solver/explore/state_hash.hpp"

namespace schedmc::explore {

namespace {

std::uint64_t or_unlimited(std::uint64_t limit) {
    return limit == 0 ? std::numeric_limits<std::uint64_t>::max() : limit;
}

// Packed states are a few words; a call of memcmp for them would be a tenth of a search.
bool same_words(std::span<const std::uint64_t> left, std::span<const std::uint64_t> right) {
    for (std::size_t i = 0; i < left.size(); ++i) {
        if (left[i] != right[i]) {
            return false;
        }
    }
    return true;
}

}  // namespace

StateStore::StateStore(std::size_t words_per_state, const Limits& limits)
    : words_per_state_(words_per_state), most_states_(std::min(or_unlimited(limits.states), state_id_count)),
      most_bytes_(or_unlimited(limits.memory_bytes)), states_(words_per_state), table_(most_states_) {}

bool StateStore::affords(std::uint64_t more_bytes) const {
    return bytes() <= most_bytes_ && more_bytes <= most_bytes_ - bytes();
}

bool StateStore::make_room() {
    if (!states_.has_room() && !(affords(states_.bytes_to_make_room()) && states_.make_room())) {
        return false;
    }
    if (!table_.has_room()) {
        if (!affords(table_.bytes_when_grown() - table_.bytes())) {
            return false;
        }
        lost_ = !table_.grow([this](StateId id) { return hash_state(states_.packed(id)); });
    }
    return !lost_;
}

void StateStore::read(StateId id, std::span<std::uint64_t> out) const {
    expects(id < states_.size(), "a state is in the store before it is read");
    std::ranges::copy(states_.packed(id), out.begin());
}

StateStore::Inserted StateStore::insert(std::span<const std::uint64_t> packed, StateId parent) {
    expects(packed.size() == words_per_state_, "a packed state has the system's number of words");
    const std::uint64_t hash = hash_state(packed);
    const StateId known =
        table_.find(hash, [&](StateId id) { return same_words(states_.packed(id), packed); });
    if (known != no_state) {
        return {Insertion::known, known};
    }
    if (states_.size() >= most_states_) {
        return {Insertion::states_exhausted, no_state};
    }
    if (lost_ || !make_room()) {
        return {Insertion::memory_exhausted, no_state};
    }
    const auto id = static_cast<StateId>(states_.size());
    states_.append(packed, parent);
    table_.insert(hash);
    return {Insertion::added, id};
}

}  // namespace schedmc::explore
