// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/files/machine_fixtures.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "model/input_error.hpp"

namespace schedmc {

std::string fixture(const std::string& name) {
    return std::string(SCHEDMC_SOURCE_DIR) + "/tests/files/machines/" + name;
}

std::string fixture_text(const std::string& name) {
    std::ifstream file(fixture(name), std::ios::binary);
    EXPECT_TRUE(file.good()) << name;
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

std::string edited(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    if (at == std::string::npos) {
        ADD_FAILURE() << "not in the text: " << from;
        return text;
    }
    return text.replace(at, from.size(), to);
}

TempFile::TempFile(const std::string& text) : path_(testing::TempDir() + "machineXXXXXX") {
    const int file = ::mkstemp(path_.data());
    EXPECT_GE(file, 0) << path_;
    std::ofstream(path_, std::ios::binary) << text;
    ::close(file);
}

TempFile::~TempFile() { ::unlink(path_.c_str()); }

std::string input_error_of(const std::function<void()>& action) {
    try {
        action();
    } catch (const InputError& error) {
        return error.what();
    }
    ADD_FAILURE() << "no InputError";
    return "";
}

std::string input_error_of(const TempFile& file, const std::function<void()>& action) {
    std::string text = input_error_of(action);
    for (std::size_t at = 0; (at = text.find(file.path())) != std::string::npos;) {
        text.replace(at, file.path().size(), "FILE");
    }
    return text;
}

std::string blocks_text(const Machine& machine, std::uint16_t Place::*index) {
    std::string text;
    for (const CpuMask& block : blocks_of(machine, index)) {
        text += (text.empty() ? "" : " ") + cpu_list(block);
    }
    return text;
}

}  // namespace schedmc
