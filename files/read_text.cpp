// SPDX-License-Identifier: GPL-2.0-or-later
#include "files/read_text.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "model/input_error.hpp"

namespace schedmc {

std::string read_text(const std::string& path, std::size_t limit_bytes, const std::string& place) {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status)) {
        throw InputError(place, "there is no such file");
    }
    if (!std::filesystem::is_regular_file(status)) {
        throw InputError(place, "this is not a regular file", "give the path of a file");
    }
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        throw InputError(place, fmt::format("it cannot be opened: {}", std::strerror(errno)));
    }
    std::string text;
    constexpr std::size_t chunk_bytes = std::size_t{64} << 10;
    while (file && text.size() <= limit_bytes) {
        const std::size_t before = text.size();
        text.resize(before + chunk_bytes);
        file.read(text.data() + before, static_cast<std::streamsize>(chunk_bytes));
        text.resize(before + static_cast<std::size_t>(file.gcount()));
    }
    if (file.bad()) {
        throw InputError(place, "it cannot be read to its end");
    }
    if (text.size() > limit_bytes) {
        throw InputError(place, "the file is too large",
                         fmt::format("at most {} KiB are read", limit_bytes >> 10));
    }
    return text;
}

}  // namespace schedmc
