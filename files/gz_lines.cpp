// SPDX-License-Identifier: GPL-2.0-or-later
#include "files/gz_lines.hpp"

#include <zlib.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "model/input_error.hpp"

namespace schedmc {

struct GzLines::Stream {
    gzFile file = nullptr;
    bool ended = false;

    explicit Stream(gzFile opened) : file(opened) {}
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    ~Stream() { gzclose_r(file); }
};

GzLines::GzLines(const std::string& path, const std::string& place) : place_(place) {
    std::error_code error;
    const std::filesystem::file_status status =
        path.find('\0') == std::string::npos ? std::filesystem::status(path, error)
                                             : std::filesystem::file_status(std::filesystem::file_type::not_found);
    if (!std::filesystem::exists(status)) {
        throw InputError(place, "there is no such file");
    }
    if (!std::filesystem::is_regular_file(status)) {
        throw InputError(place, "this is not a regular file", "give the path of a file");
    }
    errno = 0;
    gzFile file = gzopen(path.c_str(), "rb");
    if (file == nullptr) {
        throw InputError(place, fmt::format("it cannot be opened: {}", std::strerror(errno)));
    }
    stream_ = std::make_unique<Stream>(file);
}

GzLines::~GzLines() = default;

void GzLines::fail(const std::string& what, const std::string& hint) const {
    throw InputError(fmt::format("{}:{}", place_, line_number_), what, hint);
}

bool GzLines::fill() {
    if (stream_->ended) {
        return false;
    }
    buffer_.erase(0, at_);
    at_ = 0;
    const std::size_t before = buffer_.size();
    buffer_.resize(before + longest_line_bytes);
    const int got = gzread(stream_->file, buffer_.data() + before, static_cast<unsigned>(longest_line_bytes));
    buffer_.resize(before + static_cast<std::size_t>(got > 0 ? got : 0));
    if (got <= 0) {
        stream_->ended = true;
        int code = Z_OK;
        const char* message = gzerror(stream_->file, &code);
        if (got < 0 || (code != Z_OK && code != Z_STREAM_END)) {
            ++line_number_;
            fail(code == Z_BUF_ERROR ? "the compressed data ends in the middle"
                                     : fmt::format("it cannot be read: {}", message),
                 "pack it again with gzip, or give it unpacked");
        }
    }
    return got > 0;
}

bool GzLines::next(std::string_view& line) {
    std::size_t searched = at_;
    std::size_t end = buffer_.find('\n', searched);
    while (end == std::string::npos) {
        const std::size_t known = buffer_.size() - at_;
        if (known > longest_line_bytes) {
            break;
        }
        if (!fill()) {
            break;
        }
        end = buffer_.find('\n', at_ + known);
    }
    if (end == std::string::npos && at_ == buffer_.size()) {
        return false;
    }
    ++line_number_;
    const std::size_t length = (end == std::string::npos ? buffer_.size() : end) - at_;
    if (length > longest_line_bytes) {
        fail(fmt::format("the line is longer than {} bytes", longest_line_bytes), "is this text of ftrace?");
    }
    line = std::string_view(buffer_).substr(at_, length);
    if (line.find('\0') != std::string_view::npos) {
        fail("a null byte is in the line", "text is read; of a trace.dat or perf.data give what "
                                           "`trace-cmd report` or `perf script` print");
    }
    at_ = end == std::string::npos ? buffer_.size() : end + 1;
    if (line.ends_with('\r')) {
        line.remove_suffix(1);
    }
    return true;
}

}  // namespace schedmc
