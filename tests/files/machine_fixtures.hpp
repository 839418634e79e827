// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <functional>
#include <string>

#include "model/machine/machine.hpp"

namespace schedmc {

/// The path of a file below tests/files/machines.
std::string fixture(const std::string& name);

/// The text of a file below tests/files/machines.
std::string fixture_text(const std::string& name);

/// `text` with the first `from` replaced by `to`; fails the test when `from` is not in it.
std::string edited(std::string text, const std::string& from, const std::string& to);

/// A file that is there as long as the object.
class TempFile {
public:
    explicit TempFile(const std::string& text);
    ~TempFile();
    TempFile(const TempFile&) = delete;
    TempFile& operator=(const TempFile&) = delete;

    /// The file's path.
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

/// What the InputError says that `action` throws; fails the test, and is empty, when there is none.
std::string input_error_of(const std::function<void()>& action);

/// The same, where the file's path is replaced by "FILE".
std::string input_error_of(const TempFile& file, const std::function<void()>& action);

/// The blocks of one index as lists: "0-3 4-7".
std::string blocks_text(const Machine& machine, std::uint16_t Place::*index);

}  // namespace schedmc
