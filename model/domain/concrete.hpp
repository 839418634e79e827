// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "model/domain/bits.hpp"
#include "model/domain/bounded.hpp"
#include "model/expects.hpp"

/// The concrete value domain: a value is one or a few machine words. The explorer, the walks, replay and shrinking
/// compute in it. docs/value-domain.md tells what every domain must offer.
namespace schedmc {

namespace concrete {

/// A truth value. It does not convert to bool, so that a policy cannot branch on state: it must select().
class Truth {
public:
    constexpr Truth() = default;
    constexpr explicit Truth(bool value) : value_(value) {}
    /// The bool behind it, for engines and renderers; policies and properties must not call it.
    constexpr bool is_true() const { return value_; }

    friend constexpr Truth operator!(Truth a) { return Truth(!a.value_); }
    friend constexpr Truth operator&(Truth a, Truth b) { return Truth(a.value_ && b.value_); }
    friend constexpr Truth operator|(Truth a, Truth b) { return Truth(a.value_ || b.value_); }
    friend constexpr Truth operator==(Truth a, Truth b) { return Truth(a.value_ == b.value_); }
    friend constexpr Truth operator!=(Truth a, Truth b) { return Truth(a.value_ != b.value_); }

private:
    bool value_ = false;
};

/// A natural number below 2^32. Sums must stay below that; differences end at zero.
class Number {
public:
    constexpr Number() = default;
    constexpr explicit Number(std::uint32_t value) : value_(value) {}
    /// The machine number behind it.
    constexpr std::uint32_t value() const { return value_; }

    friend constexpr Number operator+(Number a, Number b) {
        expects(a.value_ <= UINT32_MAX - b.value_, "a sum of the model stays below 2^32");
        return Number(a.value_ + b.value_);
    }
    friend constexpr Truth operator==(Number a, Number b) { return Truth(a.value_ == b.value_); }
    friend constexpr Truth operator!=(Number a, Number b) { return Truth(a.value_ != b.value_); }
    friend constexpr Truth operator<(Number a, Number b) { return Truth(a.value_ < b.value_); }
    friend constexpr Truth operator<=(Number a, Number b) { return Truth(a.value_ <= b.value_); }
    /// a - b, or zero when b is the greater.
    friend constexpr Number monus(Number a, Number b) {
        return Number(a.value_ > b.value_ ? a.value_ - b.value_ : 0);
    }
    /// a * by / over rounded down, or the greatest number where that is more.
    /// Errors: expects by below 2^32 and over above 0.
    friend constexpr Number scaled(Number a, std::size_t by, std::size_t over) {
        expects(by <= UINT32_MAX && over != 0, "a number is scaled by a fraction of numbers");
        const std::uint64_t result = std::uint64_t{a.value_} * by / over;
        return Number(static_cast<std::uint32_t>(result < UINT32_MAX ? result : UINT32_MAX));
    }

private:
    std::uint32_t value_ = 0;
};

/// One of the few values of an enumeration, as a value of the domain.
template <class E>
class Choice {
public:
    constexpr Choice() = default;
    constexpr explicit Choice(E value) : value_(value) {}
    /// The enumerator behind it.
    constexpr E value() const { return value_; }
    friend constexpr Truth operator==(Choice a, Choice b) { return Truth(a.value_ == b.value_); }
    friend constexpr Truth operator==(Choice a, E b) { return Truth(a.value_ == b); }
    friend constexpr Truth operator!=(Choice a, E b) { return Truth(a.value_ != b); }

private:
    E value_{};
};

/// A CPU or a task by number, or none. Tag keeps the kinds apart.
template <class Tag>
class Element {
public:
    /// None.
    constexpr Element() = default;
    constexpr explicit Element(std::size_t number) : number_(static_cast<std::uint16_t>(number)) {
        expects(number < 0xFFFF, "an element's number is below 65535");
    }
    /// The number. Errors: expects that there is one.
    constexpr std::size_t number() const {
        expects(number_ != 0xFFFF, "an element that is read exists");
        return number_;
    }
    /// True when this is not none; for engines and renderers, as is_true().
    constexpr bool has_number() const { return number_ != 0xFFFF; }

    friend constexpr Truth exists(Element a) { return Truth(a.has_number()); }
    friend constexpr Truth operator==(Element a, Element b) { return Truth(a.number_ == b.number_); }
    friend constexpr Truth operator!=(Element a, Element b) { return Truth(a.number_ != b.number_); }
    /// a, or b when a is none.
    friend constexpr Element or_else(Element a, Element b) { return a.has_number() ? a : b; }

private:
    std::uint16_t number_ = 0xFFFF;
};

/// A set of CPUs or of tasks.
template <class Tag, std::size_t Words>
class Set {
public:
    using Member = Element<Tag>;

    /// The empty set.
    constexpr Set() = default;
    constexpr explicit Set(const Bits<Words>& bits) : bits_(bits) {}
    /// The bits behind it, for engines and renderers.
    constexpr const Bits<Words>& bits() const { return bits_; }

    friend constexpr Set operator&(const Set& a, const Set& b) { return Set(a.bits_ & b.bits_); }
    friend constexpr Set operator|(const Set& a, const Set& b) { return Set(a.bits_ | b.bits_); }
    /// The members of a that are not in b.
    friend constexpr Set operator-(const Set& a, const Set& b) { return Set(a.bits_ - b.bits_); }
    friend constexpr Truth operator==(const Set& a, const Set& b) { return Truth(a.bits_ == b.bits_); }
    friend constexpr Truth operator!=(const Set& a, const Set& b) { return Truth(!(a.bits_ == b.bits_)); }

    friend constexpr Truth is_empty(const Set& a) { return Truth(a.bits_.empty()); }
    friend constexpr Truth is_subset(const Set& a, const Set& b) {
        return Truth(a.bits_.is_subset_of(b.bits_));
    }
    friend constexpr Truth contains(const Set& a, Member m) {
        return Truth(m.has_number() && a.bits_.contains(m.number()));
    }
    friend constexpr Number count(const Set& a) {
        return Number(static_cast<std::uint32_t>(a.bits_.count()));
    }

    /// {m}, or the empty set for none.
    static constexpr Set only(Member m) {
        return m.has_number() ? Set(Bits<Words>::single(m.number())) : Set();
    }

    /// The member with the least number, or none.
    friend constexpr Member first_of(const Set& a) { return a.from(0); }
    /// The first member met when counting up from the number after m and wrapping; m itself comes last. From none,
    /// counting starts at zero.
    friend constexpr Member first_after(const Set& a, Member m) {
        const Member above = m.has_number() ? a.from(m.number() + 1) : Member();
        return or_else(above, a.from(0));
    }
    /// The first n members in the order of first_after(); all of them when there are fewer.
    friend constexpr Set first_n_after(const Set& a, Member m, Number n) {
        if (a.bits_.count() <= n.value()) {
            return a;
        }
        Set taken;
        Member at = m;
        for (std::uint32_t i = 0; i < n.value(); ++i) {
            at = first_after(a, at);
            taken.bits_.insert(at.number());
        }
        return taken;
    }
    /// The members of a that are met in the order of first_after(a, from) up to `last`, itself included; all of a
    /// when last is none or not in a.
    friend constexpr Set until(const Set& a, Member from, Member last) {
        if (!contains(a, last).is_true() || !from.has_number()) {
            return contains(a, last).is_true() ? Set(a.bits_ & Bits<Words>::first(last.number() + 1)) : a;
        }
        const Bits<Words> up_to_from = Bits<Words>::first(from.number() + 1);
        const Bits<Words> up_to_last = Bits<Words>::first(last.number() + 1);
        return from.number() < last.number() ? Set(a.bits_ & (up_to_last - up_to_from))
                                             : Set((a.bits_ - up_to_from) | (a.bits_ & up_to_last));
    }
    /// Every member's number moved by a fixed distance; what leaves the machine's numbers is lost.
    friend constexpr Set moved_up(const Set& a, std::size_t distance) {
        return Set(a.bits_.shifted_up(distance));
    }
    friend constexpr Set moved_down(const Set& a, std::size_t distance) {
        return Set(a.bits_.shifted_down(distance));
    }

private:
    constexpr Member from(std::size_t number) const {
        const std::size_t next = number < Bits<Words>::capacity ? bits_.next(number) : Bits<Words>::capacity;
        return next < Bits<Words>::capacity ? Member(next) : Member();
    }
    Bits<Words> bits_;
};

/// `then` when the condition holds, else `otherwise`: what a policy uses where the kernel branches.
template <class T>
requires(!std::invocable<T&>) constexpr T select(Truth condition, const T& then, const T& otherwise) {
    return condition.is_true() ? then : otherwise;
}
/// The same for two functions, of which only the one needed is called.
template <std::invocable Then, std::invocable Else>
constexpr auto select(Truth condition, Then&& then, Else&& otherwise) -> decltype(then()) {
    return condition.is_true() ? std::forward<Then>(then)() : std::forward<Else>(otherwise)();
}

/// values[index], or a value-initialised T for none.
template <class Values, class Tag>
constexpr typename Values::value_type at(const Values& values, Element<Tag> index) {
    return index.has_number() ? values[index.number()] : typename Values::value_type{};
}
/// values[index] := value; nothing for none.
template <class Values, class Tag>
constexpr void update(Values& values, Element<Tag> index, const typename Values::value_type& value) {
    if (index.has_number()) {
        values[index.number()] = value;
    }
}

/// values[the block of cpu], or a value-initialised T where it has none. `blocks` is any Blocks<D>.
template <class Blocks, class Values, class Tag>
constexpr typename Values::value_type at_block(const Blocks& blocks, const Values& values, Element<Tag> cpu) {
    const std::uint16_t block = cpu.has_number() ? blocks.index[cpu.number()] : Blocks::none;
    return block != Blocks::none ? values[block] : typename Values::value_type{};
}

}  // namespace concrete

/// Tags of the two kinds of elements.
struct CpuTag;
struct TaskTag;

/// Values as machine words, for machines of up to 64 * CpuWords CPUs and 64 * TaskWords tasks.
///
/// Array is what per-CPU, per-task and per-LLC state is kept in: in place where the capacity is small, so that
/// copying a state allocates nothing.
template <std::size_t CpuWords, std::size_t TaskWords>
struct Concrete {
    using Truth = concrete::Truth;
    using Number = concrete::Number;
    using Cpu = concrete::Element<CpuTag>;
    using Task = concrete::Element<TaskTag>;
    using CpuSet = concrete::Set<CpuTag, CpuWords>;
    using TaskSet = concrete::Set<TaskTag, TaskWords>;
    template <class E>
    using Choice = concrete::Choice<E>;
    template <class T>
    using Array = std::conditional_t<CpuWords == 1 && TaskWords == 1, Bounded<T, 64>, std::vector<T>>;

    /// The domain's limits: every machine and scenario it is given stays within them.
    static constexpr std::size_t cpu_capacity = 64 * CpuWords;
    static constexpr std::size_t task_capacity = 64 * TaskWords;

    static constexpr Truth truth(bool value) { return Truth(value); }
    static constexpr Number number(std::size_t value) { return Number(static_cast<std::uint32_t>(value)); }
    template <class E>
    static constexpr Choice<E> choice(E value) {
        return Choice<E>(value);
    }
    static constexpr Cpu cpu(std::size_t number) { return Cpu(number); }
    static constexpr Task task(std::size_t number) { return Task(number); }
    template <std::size_t Words>
    static constexpr CpuSet cpus(const Bits<Words>& members) {
        return CpuSet(Bits<CpuWords>::from(members));
    }
    template <std::size_t Words>
    static constexpr TaskSet tasks(const Bits<Words>& members) {
        return TaskSet(Bits<TaskWords>::from(members));
    }
};

/// Machines of up to 64 CPUs and 64 tasks: what is explored exhaustively.
using Word = Concrete<1, 1>;
/// Machines of up to 1,024 CPUs and 4,096 tasks.
using Wide = Concrete<16, 64>;

}  // namespace schedmc
