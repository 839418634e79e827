// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "model/expects.hpp"
#include "model/input_error.hpp"

namespace schedmc {

/// What a fuzz target does with an input: `read(text)` may return or throw an InputError whose message is one line;
/// everything else, also a broken expectation, ends the program, which is a finding. Returns what libFuzzer wants.
template <class Read>
int fuzz(const std::uint8_t* data, std::size_t size, Read&& read) {
    try {
        // An empty input may come as a null pointer.
        read(size == 0 ? std::string() : std::string(reinterpret_cast<const char*>(data), size));
    } catch (const InputError& error) {
        const std::string_view message = error.what();
        expects(message.find('\n') == std::string_view::npos, "the message of an InputError is one line");
        expects(message.size() < 4096, "the message of an InputError can be read");
    }
    return 0;
}

/// A file in memory, for readers that take paths; it is there as long as the object.
class MemoryFile {
public:
    explicit MemoryFile(const std::string& text) : file_(::memfd_create("input", 0)) {
        expects(::write(file_, text.data(), text.size()) == static_cast<ssize_t>(text.size()),
                "memory takes the input");
    }
    ~MemoryFile() { ::close(file_); }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    std::string path() const { return "/proc/self/fd/" + std::to_string(file_); }

private:
    int file_;
};

}  // namespace schedmc
