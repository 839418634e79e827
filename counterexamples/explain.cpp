// SPDX-License-Identifier: GPL-2.0-or-later
#include "counterexamples/explain.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "counterexamples/machine_line.hpp"
#include "counterexamples/narrate.hpp"
#include "counterexamples/situation.hpp"
#include "counterexamples/state_changes.hpp"
#include "counterexamples/text_rows.hpp"

namespace schedmc {

namespace {

constexpr std::size_t detail_indent = 7;

std::string finding_word(Finding finding) {
    switch (finding) {
        case Finding::violated:
            return "VIOLATED";
        case Finding::reached:
            return "REACHED";
        case Finding::value:
            return "GREATEST";
        case Finding::broken_late:
            return "NOT YET";
        case Finding::not_shown:
            return "NOT SHOWN";
    }
    contract_broken("a replay ends in one of the known findings", __FILE__, __LINE__);
}

std::string rounds_text(std::uint64_t rounds) {
    return fmt::format("{} round{}", rounds, rounds == 1 ? "" : "s");
}

std::string coloured(const std::string& word, Finding finding) {
    const char* const colour = finding == Finding::violated    ? "31"
                               : finding == Finding::not_shown ? "33"
                                                               : "32";
    return fmt::format("\x1b[1;{}m{}\x1b[0m", colour, word);
}

/// Parts with dots between them; lines end behind a dot, or inside of a part that is longer than a line.
std::string dotted(const std::string& head, std::vector<std::string> parts, std::size_t hang) {
    std::vector<std::string> pieces;
    for (std::string& part : parts) {
        part += &part == &parts.back() ? "" : " · ";
        if (characters(part) <= text_columns - hang) {
            pieces.push_back(part);
        } else {
            for (const std::string& piece : pieces_of(part, text_columns - hang)) {
                pieces.push_back(piece);
            }
        }
    }
    return filled(head, pieces, hang);
}

/// What was found of what, then where: on the same line if it fits there.
std::string headline(const Replay& replay, const Trace& trace, bool colour) {
    const std::string word = finding_word(replay.finding);
    std::string claim = std::string(replay.property->id);
    claim += replay.finding == Finding::value ? fmt::format(" = {}", replay.value) : "";
    claim += replay.finding == Finding::broken_late ? " after " + rounds_text(replay.value) : "";
    std::vector<std::string> where = {
        machine_line(trace.machine),
        trace.policy + (trace.defect.empty() ? "" : " with defect " + trace.defect),
        fmt::format("{} event{}", trace.events.size(), trace.events.size() == 1 ? "" : "s")};
    if (trace.shortest && !replay.shown_earlier && replay.finding != Finding::not_shown) {
        where.emplace_back("shortest");
    }
    const std::string shown_word = colour ? coloured(word, replay.finding) : word;
    const std::size_t indent = word.size() + 2;
    const std::string one_line = dotted(std::string(indent + claim.size() + 5, ' '), where, 0);
    const bool fits = one_line.find('\n') == one_line.size() - 1 && characters(one_line) <= text_columns + 1;
    return shown_word + "  " + claim +
           (fits ? one_line.substr(indent + claim.size())
                 : "\n" + dotted(std::string(indent, ' '), where, indent));
}

/// The CPUs that the last placement was about.
void add_placement(const Transition<Wide>& transition, Focus& focus) {
    for (const Wide::Cpu& cpu :
         {transition.question.this_cpu, transition.placement.answer, transition.placement.cpu}) {
        if (cpu.has_number()) {
            focus.cpus.insert(cpu.number());
        }
    }
}

/// What the last event is about.
Focus focus_of(const Replay& replay) {
    Focus focus;
    if (!replay.last) {
        return focus;
    }
    const Event& event = replay.last->event;
    if (event.task != nobody) {
        focus.tasks.insert(event.task);
    }
    if (replay.last->transition.places) {
        add_placement(replay.last->transition, focus);
    }
    if (!replay.last->transition.wakes) {
        return focus;
    }
    const Transition<Wide>& transition = replay.last->transition;
    for (const Wide::Cpu& cpu :
         {transition.wakeup.this_cpu, transition.wakeup.prev, transition.wakeup.recent,
          transition.decision.target, transition.decision.answer, transition.decision.cpu}) {
        if (cpu.has_number()) {
            focus.cpus.insert(cpu.number());
        }
    }
    return focus;
}

std::string step_text(const Model<Wide>& model, const ReplayedStep& step) {
    const std::string number = fmt::format("{:>3}. ", step.number);
    std::string text = wrapped(number, event_text(model, step), detail_indent);
    for (const std::string& detail : decision_texts(model, step)) {
        text += wrapped(std::string(detail_indent, ' '), detail, detail_indent + 2);
    }
    return text;
}

std::string whole_story(const Replay& replay, const Trace& trace) {
    std::string text =
        "Start:\n" + rows_text(situation(replay.model, trace.start, focus_of(replay))) + "Steps:\n";
    if (trace.events.empty()) {
        return text + "  none\n\n";
    }
    std::size_t rounds = 0;
    const auto end_rounds = [&](std::size_t events) {
        for (; rounds < trace.round_ends.size() && trace.round_ends[rounds] == events; ++rounds) {
            text += fmt::format("     -- round {} ends --\n", rounds);
        }
    };
    end_rounds(0);
    for_each_step(trace, replay.model, "trace", [&](const ReplayedStep& step) {
        const std::string changes = changes_text(replay.model, step.before, step.transition.after);
        text += step_text(replay.model, step) +
                wrapped(std::string(detail_indent, ' '), "changes: " + changes, detail_indent + 2);
        end_rounds(step.number);
    });
    return text + "\n";
}

std::string conclusion(const Replay& replay) {
    switch (replay.finding) {
        case Finding::violated:
            return wrapped("", "However, " + replay.reason + ": a contradiction.", 2);
        case Finding::reached:
            return wrapped("", fmt::format("So {}.", replay.property->statement), 2);
        case Finding::value:
            return wrapped("", "Here " + replay.reason + ".", 2);
        case Finding::broken_late:
            return wrapped("",
                           fmt::format("However, {}, at the end of round {}.", replay.reason, replay.value), 2);
        case Finding::not_shown:
            return wrapped("", "The trace does not show what it claims: " + replay.reason + ".", 2);
    }
    contract_broken("a replay ends in one of the known findings", __FILE__, __LINE__);
}

/// What a state is like in which something is found, as far as the last step made it so.
std::string rows_now(const Replay& replay) {
    if (!replay.last || replay.property->scope != Scope::state || replay.finding == Finding::not_shown) {
        return "";
    }
    const std::vector<Row> before = situation(replay.model, replay.last->before, focus_of(replay));
    std::vector<Row> now;
    for (const Row& row : situation(replay.model, replay.end, focus_of(replay))) {
        if (std::find(before.begin(), before.end(), row) == before.end()) {
            now.push_back(row);
        }
    }
    return now.empty() ? "" : "Now:\n" + rows_text(now);
}

std::string note_on_length(const Replay& replay, const Trace& trace) {
    const bool still_shown = replay.finding != Finding::not_shown;
    if (!replay.shown_earlier || (still_shown && !trace.shortest)) {
        return "";
    }
    const std::size_t events = *replay.shown_earlier;
    const std::string where = events == 0 ? "the start state" : fmt::format("event {}", events);
    return wrapped("",
                   still_shown
                       ? fmt::format("Already {} shows as much: the trace is not a shortest one.", where)
                       : fmt::format("It is shown before: by {}.", where),
                   2);
}

}  // namespace

std::string explain(const Replay& replay, const Trace& trace, const ExplainOptions& options) {
    expects(replay.last.has_value() == !trace.events.empty(), "a replay is explained with its own trace");
    std::string text = options.whole ? whole_story(replay, trace) : "";
    text += headline(replay, trace, options.colour) + "\nLet:\n";
    text +=
        rows_text(situation(replay.model, replay.last ? replay.last->before : trace.start, focus_of(replay)));
    text += "Then:\n";
    if (replay.last) {
        text += step_text(replay.model, *replay.last);
        for (const std::string& change : hint_texts(replay.model, *replay.last)) {
            text += wrapped(std::string(detail_indent, ' '), change, detail_indent + 2);
        }
    } else {
        text += "  nothing: it is so from the start\n";
    }
    text += rows_now(replay) + conclusion(replay) + note_on_length(replay, trace);
    text += options.replay_command.empty() ? "" : "\nReplay:  " + options.replay_command + "\n";
    return text;
}

}  // namespace schedmc
