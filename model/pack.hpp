// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <bit>
#include <cstdint>
#include <span>

#include "model/fields.hpp"

/// States as few bits: the fields that can change, each as wide as the machine makes it. For concrete domains.
namespace schedmc {

namespace packing {

/// Writes numbers of given widths one after the other into zeroed words.
class BitWriter {
public:
    explicit BitWriter(std::span<std::uint64_t> words) : words_(words) {}
    /// Errors: expects that the value fits its width and the words.
    void put(std::uint64_t value, unsigned width) {
        if (width == 0) {
            return;
        }
        expects(width == 64 || value >> width == 0, "a packed value fits its width");
        expects(at_ + width <= 64 * words_.size(), "a packed state fits its words");
        words_[at_ / 64] |= value << (at_ % 64);
        if (at_ % 64 + width > 64) {
            words_[at_ / 64 + 1] |= value >> (64 - at_ % 64);
        }
        at_ += width;
    }

private:
    std::span<std::uint64_t> words_;
    std::size_t at_ = 0;
};

/// Reads what BitWriter wrote.
class BitReader {
public:
    explicit BitReader(std::span<const std::uint64_t> words) : words_(words) {}
    std::uint64_t get(unsigned width) {
        if (width == 0) {
            return 0;
        }
        std::uint64_t value = words_[at_ / 64] >> (at_ % 64);
        if (at_ % 64 + width > 64) {
            value |= words_[at_ / 64 + 1] << (64 - at_ % 64);
        }
        at_ += width;
        return width == 64 ? value : value & ((std::uint64_t{1} << width) - 1);
    }

private:
    std::span<const std::uint64_t> words_;
    std::size_t at_ = 0;
};

/// The visitors of packing: Width counts, Writer and Reader move bits. Io is the only difference between them.
template <class D, class Io>
class FieldCoder {
public:
    FieldCoder(const Model<D>& model, Io io) : model_(model), io_(io) {}

    template <class Choice>
    void choice(const FieldName&, Choice& field, std::size_t count) {
        using E = std::remove_cvref_t<decltype(field.value())>;
        io_.code(
            bits_for(count - 1), [&] { return static_cast<std::uint64_t>(field.value()); },
            [&](std::uint64_t v) { assign(field, D::choice(static_cast<E>(v))); });
    }
    template <class Cpu>
    void cpu(const FieldName&, Cpu& field) {
        io_.code(
            bits_for(model_.topology.machine.cpu_count() - 1), [&] { return std::uint64_t{field.number()}; },
            [&](std::uint64_t v) { assign(field, D::cpu(static_cast<std::size_t>(v))); });
    }
    template <class Set>
    void cpus(const FieldName&, Set& field) {
        CpuMask members = CpuMask::from(field.bits());
        for (std::size_t at = 0; at < model_.topology.machine.cpu_count(); at += 64) {
            const auto width =
                static_cast<unsigned>(std::min<std::size_t>(64, model_.topology.machine.cpu_count() - at));
            io_.code(
                width, [&] { return members.word(at / 64); },
                [&](std::uint64_t v) { members.set_word(at / 64, v); });
        }
        assign(field, D::cpus(members));
    }
    template <class Set>
    void blocks(const FieldName&, Set& field, const Blocks<D>& blocks) {
        Set result = field;
        for (const auto& block : blocks.sets) {
            io_.code(
                1, [&] { return std::uint64_t{(block == (field & block)).is_true()}; },
                [&](std::uint64_t v) { add_or_remove(result, block, v != 0); });
        }
        assign(field, result);
    }
    template <class Number>
    void number(const FieldName&, Number& field, std::size_t least, std::size_t greatest) {
        io_.code(
            bits_for(greatest - least), [&] { return std::uint64_t{field.value()} - least; },
            [&](std::uint64_t v) { assign(field, D::number(static_cast<std::size_t>(v) + least)); });
    }
    template <class Truth>
    void truth(const FieldName&, Truth& field) {
        io_.code(
            1, [&] { return std::uint64_t{field.is_true()}; },
            [&](std::uint64_t v) { assign(field, D::truth(v != 0)); });
    }
    Io& io() { return io_; }

private:
    static unsigned bits_for(std::size_t greatest) { return static_cast<unsigned>(std::bit_width(greatest)); }
    template <class Field>
    static void assign(Field& field, const std::remove_const_t<Field>& value) {
        if constexpr (!std::is_const_v<Field>) {
            field = value;
        }
    }
    template <class Set, class Block>
    static void add_or_remove(Set& set, const Block& block, bool add) {
        if constexpr (!std::is_const_v<Set>) {
            set = add ? set | block : set - block;
        }
    }

    const Model<D>& model_;
    Io io_;
};

struct CountWidth {
    std::size_t bits = 0;
    template <class Get, class Put>
    void code(unsigned width, Get&&, Put&&) {
        bits += width;
    }
};
struct Write {
    BitWriter writer;
    template <class Get, class Put>
    void code(unsigned width, Get&& get, Put&&) {
        writer.put(get(), width);
    }
};
struct Read {
    BitReader reader;
    template <class Get, class Put>
    void code(unsigned width, Get&&, Put&& put) {
        put(reader.get(width));
    }
};

}  // namespace packing

/// How many bits a packed state of the model takes. `any` is any state of it.
template <class D>
std::size_t packed_bits(const Model<D>& model, const State<D>& any) {
    packing::FieldCoder<D, packing::CountWidth> coder(model, {});
    visit_fields(model, any, coder);
    return coder.io().bits;
}

/// Packs a state; different states give different words. Errors: expects that `words` are enough.
template <class D>
void pack(const Model<D>& model, const State<D>& state, std::span<std::uint64_t> words) {
    std::fill(words.begin(), words.end(), std::uint64_t{0});
    packing::FieldCoder<D, packing::Write> coder(model, {packing::BitWriter(words)});
    visit_fields(model, state, coder);
}

/// Reads a packed state into `state`, whose unchanging fields must already be those of the model.
template <class D>
void unpack(const Model<D>& model, std::span<const std::uint64_t> words, State<D>& state) {
    packing::FieldCoder<D, packing::Read> coder(model, {packing::BitReader(words)});
    visit_fields(model, state, coder);
}

}  // namespace schedmc
