// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "model/domain/bits.hpp"
#include "model/domain/concrete.hpp"

/// The archetype of a value domain: the vocabulary of policies and properties, and nothing else. Nothing here has a
/// definition. What compiles over it compiles over every domain, and looks at no value behind the vocabulary's back;
/// docs/value-domain.md says what each operation means.
namespace schedmc::archetype {

/// Whether a wakee may run here, whether a hint is set.
class Truth {
public:
    Truth();
};
Truth operator!(const Truth&);
Truth operator&(const Truth&, const Truth&);
Truth operator|(const Truth&, const Truth&);
Truth operator==(const Truth&, const Truth&);
Truth operator!=(const Truth&, const Truth&);

/// A budget, a count, a capacity.
class Number {
public:
    Number();
};
Number operator+(const Number&, const Number&);
/// The difference, or zero.
Number monus(const Number&, const Number&);
/// The number times a fraction that the machine or the rules fix, rounded down.
Number scaled(const Number&, std::size_t by, std::size_t over);
Truth operator==(const Number&, const Number&);
Truth operator!=(const Number&, const Number&);
Truth operator<(const Number&, const Number&);
Truth operator<=(const Number&, const Number&);

/// One of an enumeration.
template <class E>
class Choice {
public:
    Choice();
};
template <class E>
Truth operator==(const Choice<E>&, const Choice<E>&);
template <class E>
Truth operator==(const Choice<E>&, std::type_identity_t<E>);
template <class E>
Truth operator!=(const Choice<E>&, std::type_identity_t<E>);

/// A CPU or a task, or none.
template <class Tag>
class Element {
public:
    /// None.
    Element();
};
template <class Tag>
Truth exists(const Element<Tag>&);
template <class Tag>
Truth operator==(const Element<Tag>&, const Element<Tag>&);
template <class Tag>
Truth operator!=(const Element<Tag>&, const Element<Tag>&);
/// The first, or the second where the first is none.
template <class Tag>
Element<Tag> or_else(const Element<Tag>&, const Element<Tag>&);

/// A set of CPUs or of tasks.
template <class Tag>
class Set {
public:
    /// The empty set.
    Set();
    /// The set of one, or the empty set for none.
    static Set only(const Element<Tag>&);
};
template <class Tag>
Set<Tag> operator&(const Set<Tag>&, const Set<Tag>&);
template <class Tag>
Set<Tag> operator|(const Set<Tag>&, const Set<Tag>&);
template <class Tag>
Set<Tag> operator-(const Set<Tag>&, const Set<Tag>&);
template <class Tag>
Truth operator==(const Set<Tag>&, const Set<Tag>&);
template <class Tag>
Truth operator!=(const Set<Tag>&, const Set<Tag>&);
template <class Tag>
Truth is_empty(const Set<Tag>&);
template <class Tag>
Truth is_subset(const Set<Tag>&, const Set<Tag>&);
template <class Tag>
Truth contains(const Set<Tag>&, const Element<Tag>&);
template <class Tag>
Number count(const Set<Tag>&);
template <class Tag>
Element<Tag> first_of(const Set<Tag>&);
template <class Tag>
Element<Tag> first_after(const Set<Tag>&, const Element<Tag>&);
template <class Tag>
Set<Tag> first_n_after(const Set<Tag>&, const Element<Tag>&, const Number&);
template <class Tag>
Set<Tag> until(const Set<Tag>&, const Element<Tag>& from, const Element<Tag>& last);
template <class Tag>
Set<Tag> moved_up(const Set<Tag>&, std::size_t distance);
template <class Tag>
Set<Tag> moved_down(const Set<Tag>&, std::size_t distance);

/// A sequence that the scenario or the machine gives its size; of tasks, of LLCs, of CPUs.
template <class T>
class Array {
public:
    using value_type = T;
    Array();
    std::size_t size() const;
    bool empty() const;
    T& operator[](std::size_t);
    const T& operator[](std::size_t) const;
    T* begin();
    T* end();
    const T* begin() const;
    const T* end() const;
    void resize(std::size_t, const T& = T());
};

/// The vocabulary's own types, of which select() takes two values.
template <class T>
struct IsValue : std::false_type {};
template <>
struct IsValue<Truth> : std::true_type {};
template <>
struct IsValue<Number> : std::true_type {};
template <class E>
struct IsValue<Choice<E>> : std::true_type {};
template <class Tag>
struct IsValue<Element<Tag>> : std::true_type {};
template <class Tag>
struct IsValue<Set<Tag>> : std::true_type {};

/// What two branches may return: one of these, or a type of several values that brings its select_fields().
template <class T>
concept Joinable = IsValue<T>::value || requires(const Truth& condition, const T& value) {
    { select_fields(condition, value, value) } -> std::same_as<T>;
};

template <class T>
requires(IsValue<T>::value) T select(const Truth&, const T& then, const T& otherwise);
template <std::invocable Then, std::invocable Else>
requires(Joinable<std::invoke_result_t<Then>>&&
             std::same_as<std::invoke_result_t<Then>, std::invoke_result_t<Else>>)
    std::invoke_result_t<Then> select(const Truth& condition, Then&& then, Else&& otherwise) {
    // Defined, unlike the rest: a function that takes a local lambda cannot be left to another translation unit.
    static_cast<void>(std::forward<Else>(otherwise)());
    static_cast<void>(condition);
    return std::forward<Then>(then)();
}

template <class Values, class Tag>
typename Values::value_type at(const Values&, const Element<Tag>&);
template <class Values, class Tag>
void update(Values&, const Element<Tag>&, const typename Values::value_type&);
template <class Blocks, class Values, class Tag>
typename Values::value_type at_block(const Blocks&, const Values&, const Element<Tag>&);

}  // namespace schedmc::archetype

namespace schedmc {

/// The domain of which only declarations exist.
struct Archetype {
    using Truth = archetype::Truth;
    using Number = archetype::Number;
    using Cpu = archetype::Element<CpuTag>;
    using Task = archetype::Element<TaskTag>;
    using CpuSet = archetype::Set<CpuTag>;
    using TaskSet = archetype::Set<TaskTag>;
    template <class E>
    using Choice = archetype::Choice<E>;
    template <class T>
    using Array = archetype::Array<T>;

    static const std::size_t cpu_capacity;
    static const std::size_t task_capacity;

    static Truth truth(bool);
    static Number number(std::size_t);
    template <class E>
    static Choice<E> choice(E);
    static Cpu cpu(std::size_t);
    static Task task(std::size_t);
    template <std::size_t Words>
    static CpuSet cpus(const Bits<Words>&);
    template <std::size_t Words>
    static TaskSet tasks(const Bits<Words>&);
};

}  // namespace schedmc
