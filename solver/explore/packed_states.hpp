// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "solver/explore/state_id.hpp"

namespace schedmc::explore {

/// The packed words and the parent of every state, by id. Append-only; nothing that was written ever moves,
/// so growing costs one more chunk and never a copy. docs/internals-state-table.md tells why.
class PackedStates {
public:
    explicit PackedStates(std::size_t words_per_state);

    std::uint64_t size() const { return size_; }

    /// Bytes that are allocated now.
    std::uint64_t bytes() const { return bytes_; }

    /// Whether append() may be called.
    bool has_room() const { return size_ < room_; }

    /// Bytes that make_room() would allocate on top of bytes(), counting what is held only while it moves.
    std::uint64_t bytes_to_make_room() const;

    /// Makes room for at least one more state. False: the system has no memory, nothing has changed.
    [[nodiscard]] bool make_room();

    /// Keeps a state; its id is the size() before the call.
    ///
    /// packed: words_per_state words. parent: a state kept earlier, or no_state.
    void append(std::span<const std::uint64_t> packed, StateId parent);

    /// The words of a state. Valid until the store is destroyed.
    std::span<const std::uint64_t> packed(StateId id) const {
        const Chunk& chunk = chunks_[id >> chunk_shift_];
        return {chunk.words.get() + (id & chunk_mask()) * words_per_state_, words_per_state_};
    }

    StateId parent(StateId id) const { return chunks_[id >> chunk_shift_].parents[id & chunk_mask()]; }

private:
    struct Chunk {
        std::unique_ptr<std::uint64_t[]> words;  // [state in chunk][word]
        std::unique_ptr<StateId[]> parents;      // [state in chunk]
    };

    std::uint64_t states_per_chunk() const { return std::uint64_t{1} << chunk_shift_; }
    std::uint64_t chunk_mask() const { return states_per_chunk() - 1; }
    std::uint64_t chunk_bytes() const;
    std::size_t next_directory_size() const;

    std::size_t words_per_state_;
    unsigned chunk_shift_;
    std::vector<Chunk> chunks_;
    std::uint64_t size_ = 0;
    std::uint64_t room_ = 0;
    std::uint64_t bytes_ = 0;
};

}  // namespace schedmc::explore
