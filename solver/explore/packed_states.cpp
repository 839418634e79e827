// SPDX-License-Identifier: GPL-2.0-or-later
#include "solver/explore/packed_states.hpp"

#include <algorithm>
#include <bit>
#include <new>
#include <utility>

#include "model/expects.hpp"

namespace schedmc::explore {

namespace {

// Large enough that chunks are few, small enough that a search of a few states stays small.
constexpr std::size_t words_per_chunk = 8192;
constexpr std::size_t smallest_directory = 16;

unsigned shift_for(std::size_t words_per_state) {
    const std::size_t states = words_per_chunk / std::max<std::size_t>(words_per_state, 1);
    return static_cast<unsigned>(std::bit_width(std::max<std::size_t>(states, 1)) - 1);
}

}  // namespace

PackedStates::PackedStates(std::size_t words_per_state)
    : words_per_state_(words_per_state), chunk_shift_(shift_for(words_per_state)) {}

std::uint64_t PackedStates::chunk_bytes() const {
    return states_per_chunk() * (words_per_state_ * sizeof(std::uint64_t) + sizeof(StateId));
}

std::size_t PackedStates::next_directory_size() const {
    return std::max(smallest_directory, chunks_.capacity() * 2);
}

std::uint64_t PackedStates::bytes_to_make_room() const {
    if (has_room()) {
        return 0;
    }
    const bool directory_is_full = chunks_.size() == chunks_.capacity();
    return chunk_bytes() + (directory_is_full ? next_directory_size() * sizeof(Chunk) : 0);
}

bool PackedStates::make_room() {
    if (has_room()) {
        return true;
    }
    if (chunks_.size() == chunks_.capacity()) {
        const std::size_t before = chunks_.capacity();
        try {
            chunks_.reserve(next_directory_size());
        } catch (const std::bad_alloc&) {
            return false;
        }
        bytes_ += (chunks_.capacity() - before) * sizeof(Chunk);
    }
    Chunk chunk;
    chunk.words.reset(new (std::nothrow) std::uint64_t[states_per_chunk() * words_per_state_]);
    chunk.parents.reset(new (std::nothrow) StateId[states_per_chunk()]);
    if (chunk.words == nullptr || chunk.parents == nullptr) {
        return false;
    }
    chunks_.push_back(std::move(chunk));
    bytes_ += chunk_bytes();
    room_ += states_per_chunk();
    return true;
}

void PackedStates::append(std::span<const std::uint64_t> packed, StateId parent) {
    expects(has_room(), "room was made before a state is appended");
    expects(packed.size() == words_per_state_, "a packed state has the system's number of words");
    expects(parent == no_state || parent < size_, "a parent is kept before its child");
    Chunk& chunk = chunks_.back();
    const std::uint64_t place = size_ & chunk_mask();
    std::copy(packed.begin(), packed.end(), chunk.words.get() + place * words_per_state_);
    chunk.parents[place] = parent;
    ++size_;
}

}  // namespace schedmc::explore
