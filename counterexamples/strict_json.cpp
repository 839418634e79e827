// SPDX-License-Identifier: GPL-2.0-or-later
#include "counterexamples/strict_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <system_error>
#include <vector>

#include "model/input_error.hpp"

namespace schedmc {

namespace {

using nlohmann::json;

/// Follows the parser through a text: knows where it is, and refuses what a plain parser would let pass.
class Guard {
public:
    Guard(const std::string& place, const JsonLimits& limits) : place_(place), limits_(limits) {}

    void follow(json::parse_event_t event, const json& parsed) {
        switch (event) {
            case json::parse_event_t::object_start:
            case json::parse_event_t::array_start:
                count_value();
                if (frames_.size() == limits_.depth) {
                    throw InputError(here(), fmt::format("nested more than {} levels deep", limits_.depth));
                }
                frames_.push_back({event == json::parse_event_t::array_start, 0, {}, {}});
                break;
            case json::parse_event_t::object_end:
            case json::parse_event_t::array_end:
                frames_.pop_back();
                next_member();
                break;
            case json::parse_event_t::key:
                enter_key(parsed.get_ref<const std::string&>());
                break;
            case json::parse_event_t::value:
                count_value();
                next_member();
                break;
        }
    }

    /// The place of what is being parsed.
    std::string here() const {
        std::string pointer;
        for (const Frame& frame : frames_) {
            pointer += frame.is_array ? "/" + std::to_string(frame.index) : pointer_step(frame.key);
        }
        return pointer.empty() ? place_ : place_ + ":" + pointer;
    }

private:
    struct Frame {
        bool is_array;
        std::size_t index;
        std::string key;
        std::set<std::string> keys;
    };

    void enter_key(const std::string& key) {
        Frame& frame = frames_.back();
        frame.key = key;
        if (!frame.keys.insert(key).second) {
            throw InputError(here(), "this key is there twice", "an object names each key once");
        }
    }
    void next_member() {
        if (!frames_.empty()) {
            ++frames_.back().index;
        }
    }
    void count_value() {
        if (++values_ > limits_.values) {
            throw InputError(here(), fmt::format("the file has more than {} values", limits_.values));
        }
    }

    const std::string& place_;
    const JsonLimits& limits_;
    std::vector<Frame> frames_;
    std::size_t values_ = 0;
};

/// "file:line:column" of the byte, counted from 1 and at most one behind the end.
std::string place_of_byte(const std::string& text, const std::string& place, std::size_t byte) {
    const std::size_t at = std::min(byte == 0 ? 0 : byte - 1, text.size());
    const auto end = text.begin() + static_cast<std::ptrdiff_t>(at);
    const auto line = 1 + std::count(text.begin(), end, '\n');
    const std::size_t newline = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
    const std::size_t column = newline == std::string::npos ? at + 1 : at - newline;
    return fmt::format("{}:{}:{}", place, line, column);
}

/// What the parser says, without its own count of lines and columns.
std::string complaint_of(const json::parse_error& error) {
    const std::string_view what = error.what();
    const std::size_t column = what.find("column ");
    const std::size_t colon = column == std::string_view::npos ? column : what.find(": ", column);
    return harmless(colon == std::string_view::npos ? "syntax error" : what.substr(colon + 2), 200);
}

}  // namespace

std::string harmless(std::string_view text, std::size_t longest) {
    std::string result(text.substr(0, longest));
    for (char& c : result) {
        c = c < ' ' || c > '~' ? '?' : c;
    }
    return result;
}

std::string pointer_step(std::string_view key) {
    std::string step = "/";
    for (const char c : harmless(key)) {
        step += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
    }
    return step;
}

std::string read_json_text(const std::string& path, const JsonLimits& limits) {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status)) {
        throw InputError(path, "there is no such file");
    }
    if (!std::filesystem::is_regular_file(status)) {
        throw InputError(path, "this is not a regular file", "give the path of a file");
    }
    std::ifstream file(path, std::ios::binary);
    std::string text;
    constexpr std::size_t chunk_bytes = std::size_t{64} << 10;
    while (file && text.size() <= limits.bytes) {
        const std::size_t before = text.size();
        text.resize(before + chunk_bytes);
        file.read(text.data() + before, static_cast<std::streamsize>(chunk_bytes));
        text.resize(before + static_cast<std::size_t>(file.gcount()));
    }
    if (text.size() > limits.bytes) {
        throw InputError(path, "the file is too large",
                         fmt::format("at most {} KiB are read", limits.bytes >> 10));
    }
    if (!file.eof()) {
        throw InputError(path, "it cannot be read");
    }
    return text;
}

json parse_strictly(const std::string& text, const std::string& place, const JsonLimits& limits) {
    if (text.size() > limits.bytes) {
        throw InputError(place, "the text is too large",
                         fmt::format("at most {} KiB are read", limits.bytes >> 10));
    }
    Guard guard(place, limits);
    try {
        return json::parse(text, [&guard](int, json::parse_event_t event, json& parsed) {
            guard.follow(event, parsed);
            return true;
        });
    } catch (const json::parse_error& error) {
        throw InputError(place_of_byte(text, place, error.byte), complaint_of(error));
    } catch (const json::out_of_range&) {
        throw InputError(guard.here(), "a number out of range", "whole numbers of a few digits are read");
    }
}

}  // namespace schedmc
