// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/fields.hpp"
#include "solver/every_state.hpp"

#include <algorithm>
#include <limits>

#include "counterexamples/check_state.hpp"
#include "model/input_error.hpp"

namespace schedmc {

namespace {

/// Gives each field the value that its digit numbers; without digits it counts the values.
class FieldDigits {
public:
    FieldDigits(const Model<Wide>& model, const Property<Wide>& property,
                const std::vector<std::uint64_t>* digits, std::vector<std::uint64_t>* counts)
        : model_(model), property_(property), digits_(digits), counts_(counts) {}

    template <class E>
    void choice(const FieldName& name, concrete::Choice<E>& field, std::size_t count) {
        set(name, count, [&](std::uint64_t digit) { field = Wide::choice(static_cast<E>(digit)); });
    }
    void cpu(const FieldName& name, Wide::Cpu& field) {
        const CpuMask& cpus = model_.topology.machine.online;
        set(name, cpus.count(), [&](std::uint64_t digit) {
            std::size_t cpu = cpus.next(0);
            for (; digit > 0; --digit) {
                cpu = cpus.next(cpu + 1);
            }
            field = Wide::cpu(cpu);
        });
    }
    void cpus(const FieldName& name, Wide::CpuSet& field) {
        const std::string_view which = name.field;
        if (which == "unstamped") {
            const CpuMask& present = model_.topology.machine.present;
            const std::size_t cpus = std::min<std::size_t>(present.count(), 63);
            set(name, std::uint64_t{1} << cpus,
                [&](std::uint64_t digit) { field = subset_of(present, digit); });
        } else if (which == "online") {
            set(name, model_.layouts.size(),
                [&](std::uint64_t digit) { field = model_.layouts[digit].topology.online; });
        } else {
            set(name, model_.masks.size(),
                [&](std::uint64_t digit) { field = Wide::cpus(model_.masks[digit]); });
        }
    }
    void blocks(const FieldName& name, Wide::CpuSet& field, const Blocks<Wide>& blocks) {
        const std::size_t bits = std::min<std::size_t>(blocks.sets.size(), 63);
        set(name, std::uint64_t{1} << bits, [&](std::uint64_t digit) {
            field = model_.topology.none;
            for (std::size_t block = 0; block < bits; ++block) {
                if ((digit >> block & 1) != 0) {
                    field = field | blocks.sets[block];
                }
            }
        });
    }
    void number(const FieldName& name, Wide::Number& field, std::size_t least, std::size_t greatest) {
        set(name, greatest - least + 1, [&](std::uint64_t digit) { field = Wide::number(least + digit); });
    }
    void truth(const FieldName& name, Wide::Truth& field) {
        set(name, 2, [&](std::uint64_t digit) { field = Wide::truth(digit != 0); });
    }

private:
    /// The members of a set that the bits of a number choose, in order.
    static Wide::CpuSet subset_of(const CpuMask& set, std::uint64_t bits) {
        CpuMask chosen;
        set.for_each([&](std::size_t cpu) {
            if ((bits & 1) != 0) {
                chosen.insert(cpu);
            }
            bits >>= 1;
        });
        return Wide::cpus(chosen);
    }

    template <class Assign>
    void set(const FieldName& name, std::uint64_t count, Assign&& assign) {
        if (!property_.reads(name) || count == 0) {
            return;
        }
        if (counts_ != nullptr) {
            counts_->push_back(count);
        } else {
            assign((*digits_)[next_++]);
        }
    }

    const Model<Wide>& model_;
    const Property<Wide>& property_;
    const std::vector<std::uint64_t>* digits_;
    std::vector<std::uint64_t>* counts_;
    std::size_t next_ = 0;
};

}  // namespace

EveryState::EveryState(const Model<Wide>& one, const Model<Wide>& other, const Property<Wide>& property)
    : one_(one), other_(other), property_(property), events_(all_events(one)), start_(initial_state(one)),
      words_(std::max<std::size_t>(1, (packed_bits(one, start_) + 63) / 64)) {
    std::erase_if(events_, [&](const Event& event) { return !property_.speaks_of(event); });
    State any = start_;
    visit_fields(one_, any, FieldDigits(one_, property_, nullptr, &counts_));
}

std::uint64_t EveryState::assignments() const {
    std::uint64_t product = events_.empty() ? 0 : 1;
    for (const std::uint64_t count : counts_) {
        if (product > std::numeric_limits<std::uint64_t>::max() / count) {
            return std::numeric_limits<std::uint64_t>::max();
        }
        product *= count;
    }
    return product;
}

std::size_t EveryState::awake_tasks(const State& state) const {
    return static_cast<std::size_t>(std::count_if(state.tasks.begin(), state.tasks.end(),
                                                  [](const auto& task) { return !is_away(task).is_true(); }));
}

bool EveryState::is_canonical(const State& state) const {
    for (std::size_t t = 0; t < state.tasks.size(); ++t) {
        const TaskState<Wide>& task = state.tasks[t];
        if (is_away(task).is_true() && (task.cpu != start_.tasks[t].cpu).is_true()) {
            return false;
        }
    }
    return true;
}

bool EveryState::is_well_formed(const State& state) const {
    try {
        check_state(one_, state, "");
    } catch (const InputError&) {
        return false;
    }
    return true;
}

void EveryState::assign(const std::vector<std::uint64_t>& digits, State& state) const {
    visit_fields(one_, state, FieldDigits(one_, property_, &digits, nullptr));
}

bool EveryState::next(std::vector<std::uint64_t>& digits) const {
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (++digits[i] < counts_[i]) {
            return true;
        }
        digits[i] = 0;
    }
    return false;
}

}  // namespace schedmc
