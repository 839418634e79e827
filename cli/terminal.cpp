// SPDX-License-Identifier: GPL-2.0-or-later
#include "cli/terminal.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "counterexamples/text_rows.hpp"
#include "model/input_error.hpp"

namespace schedmc {

namespace {

std::atomic<bool> stop_wanted{false};

extern "C" void on_interrupt(int signal) {
    stop_wanted = true;
    // timeout(1) sends SIGTERM twice at once; only an impatient Ctrl-C ends the program without its report.
    if (signal == SIGINT) {
        std::signal(signal, SIG_DFL);
    }
}

}  // namespace

bool wants_colour() { return std::getenv("NO_COLOR") == nullptr && isatty(STDOUT_FILENO) != 0; }

std::size_t terminal_columns() {
    winsize size{};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 40) {
        return size.ws_col;
    }
    return 100;
}

const std::atomic<bool>& interrupted() { return stop_wanted; }

void watch_for_interrupt() {
    std::signal(SIGINT, on_interrupt);
    std::signal(SIGTERM, on_interrupt);
}

std::string command_line(const std::vector<std::string>& arguments) {
    std::string line = "schedmc";
    for (const std::string& argument : arguments) {
        const bool plain = !argument.empty() && argument.find_first_not_of(
                                                    "abcdefghijklmnopqrstuvwxyz"
                                                    "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                                    "-_+=.,:/%@") == std::string::npos;
        line += ' ';
        if (plain) {
            line += argument;
            continue;
        }
        line += '\'';
        for (const char c : argument) {
            line += c == '\'' ? std::string("'\\''") : std::string(1, c);
        }
        line += '\'';
    }
    return line;
}

void prepare_streams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (fcntl(stream, F_GETFD) == -1 && errno == EBADF) {
            // Reading only, so that output that nobody gets is noticed.
            static_cast<void>(open("/dev/null", O_RDONLY));
        }
    }
    std::signal(SIGXFSZ, SIG_IGN);
}

std::string writable_path(const std::string& path) {
    namespace fs = std::filesystem;
    std::error_code error;
    const fs::path file = fs::is_symlink(path, error) ? fs::weakly_canonical(path, error) : fs::path(path);
    const fs::file_status status = fs::status(file, error);
    if (fs::exists(status) && !fs::is_regular_file(status)) {
        throw InputError(path, "cannot be written: it is no regular file", "name a file");
    }
    const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
    const bool replaceable = !fs::exists(status) || access(file.c_str(), W_OK) == 0;
    if (access(folder.c_str(), W_OK | X_OK) != 0 || !replaceable) {
        throw InputError(path, std::string("cannot be written: ") + std::strerror(errno));
    }
    return file.string();
}

void write_file(const std::string& named, const std::string& text) {
    const std::string path = writable_path(named);
    const std::string temporary = path + ".tmp" + std::to_string(getpid());
    std::ofstream out(temporary, std::ios::binary);
    out << text;
    out.close();
    const bool written = out.good();
    if (!written || std::rename(temporary.c_str(), path.c_str()) != 0) {
        const std::string reason = std::strerror(errno);
        unlink(temporary.c_str());
        throw InputError(named, "cannot be written: " + reason);
    }
}

std::string table(const std::vector<std::vector<std::string>>& rows) {
    std::vector<std::size_t> widths;
    for (const auto& row : rows) {
        widths.resize(std::max(widths.size(), row.size()));
        for (std::size_t i = 0; i < row.size(); ++i) {
            widths[i] = std::max(widths[i], characters(row[i]));
        }
    }
    std::string text;
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            line += row[i];
            if (i + 1 < row.size()) {
                line += std::string(widths[i] - characters(row[i]) + 2, ' ');
            }
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    return text;
}

}  // namespace schedmc
