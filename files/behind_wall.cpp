// SPDX-License-Identifier: GPL-2.0-or-later
#include "files/behind_wall.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string_view>
#include <system_error>
#include <vector>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SCHEDMC_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define SCHEDMC_SANITIZED 1
#endif
#endif

namespace schedmc {

bool wall_limits_memory() {
#ifdef SCHEDMC_SANITIZED
    return false;
#else
    return true;
#endif
}

namespace {

void limit(__rlimit_resource resource, std::size_t soft, std::size_t hard) {
    const rlimit value{soft, hard};
    ::setrlimit(resource, &value);
}

/// Bytes of address space in use now, as the limit counts them.
[[maybe_unused]] std::size_t mapped_bytes() {
    std::ifstream statm("/proc/self/statm");
    std::size_t pages = 0;
    statm >> pages;
    return pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

void forget_hwloc_environment() {
    std::vector<std::string> names;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string_view text = *entry;
        if (text.starts_with("HWLOC_")) {
            names.emplace_back(text.substr(0, text.find('=')));
        }
    }
    for (const std::string& name : names) {
        ::unsetenv(name.c_str());
    }
}

void take_cover(const WallLimits& limits) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (int number = 1; number < NSIG; ++number) {
        std::signal(number, SIG_DFL);
    }
    const int nothing = ::open("/dev/null", O_RDWR);
    const int memory = ::memfd_create("complaints", 0);
    ::dup2(nothing, STDIN_FILENO);
    ::dup2(nothing, STDOUT_FILENO);
    ::dup2(memory >= 0 ? memory : nothing, STDERR_FILENO);
    forget_hwloc_environment();
    limit(RLIMIT_CORE, 0, 0);
    limit(RLIMIT_CPU, limits.seconds, limits.seconds + 1);
    limit(RLIMIT_FSIZE, std::size_t{1} << 20, std::size_t{1} << 20);
    if (wall_limits_memory()) {
        const std::size_t mapped = mapped_bytes() + limits.memory_bytes;
        limit(RLIMIT_AS, mapped, mapped);
    }
}

bool write_all(int file, const char* bytes, std::size_t count) {
    while (count > 0) {
        const ssize_t written = ::write(file, bytes, count);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            return false;
        }
        bytes += written;
        count -= static_cast<std::size_t>(written);
    }
    return true;
}

[[noreturn]] void work_in_child(const std::function<std::string()>& work, const WallLimits& limits,
                                int pipe_end) {
    take_cover(limits);
    try {
        const std::string text = work();
        const std::uint64_t length = text.size();
        std::array<char, sizeof length> header{};
        std::memcpy(header.data(), &length, sizeof length);
        const bool sent = write_all(pipe_end, header.data(), header.size()) &&
                          write_all(pipe_end, text.data(), text.size());
        ::_exit(sent ? 0 : 1);
    } catch (...) {
        ::_exit(1);
    }
}

/// Reads until the other end closes; false when the time is up or the answer too long.
bool receive(int pipe_end, std::chrono::steady_clock::time_point deadline, std::size_t longest,
             std::string& bytes) {
    std::array<char, 65536> chunk{};
    while (bytes.size() <= longest) {
        const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
            deadline - std::chrono::steady_clock::now());
        if (left.count() <= 0) {
            return false;
        }
        pollfd ready{pipe_end, POLLIN, 0};
        if (::poll(&ready, 1, static_cast<int>(left.count())) <= 0) {
            continue;
        }
        const ssize_t count = ::read(pipe_end, chunk.data(), chunk.size());
        if (count == 0) {
            return true;
        }
        if (count > 0) {
            bytes.append(chunk.data(), static_cast<std::size_t>(count));
        }
    }
    return false;
}

WallAnswer judge(bool finished, int status, const std::string& bytes, const WallLimits& limits) {
    const bool out_of_time = WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU;
    if (bytes.size() > limits.answer_bytes + sizeof(std::uint64_t)) {
        return {"", "its answer is too long"};
    }
    if (!finished || out_of_time) {
        return {"", fmt::format("it took longer than {} seconds", limits.seconds)};
    }
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) {
        return {"", "it was killed"};
    }
    std::uint64_t length = 0;
    if (bytes.size() < sizeof length || status != 0) {
        return {"", "it crashed"};
    }
    std::memcpy(&length, bytes.data(), sizeof length);
    if (length != bytes.size() - sizeof length) {
        return {"", "its answer is cut short"};
    }
    return {bytes.substr(sizeof length), ""};
}

}  // namespace

WallAnswer behind_wall(const std::function<std::string()>& work, const WallLimits& limits) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        throw std::system_error(errno, std::generic_category(), "pipe");
    }
    const pid_t child = ::fork();
    if (child < 0) {
        const int reason = errno;
        ::close(ends[0]);
        ::close(ends[1]);
        throw std::system_error(reason, std::generic_category(), "fork");
    }
    if (child == 0) {
        ::close(ends[0]);
        work_in_child(work, limits, ends[1]);
    }
    ::close(ends[1]);
    std::string bytes;
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(2 * limits.seconds);
    const bool finished = receive(ends[0], deadline, limits.answer_bytes + sizeof(std::uint64_t), bytes);
    ::close(ends[0]);
    if (!finished) {
        ::kill(child, SIGKILL);
    }
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return judge(finished, status, bytes, limits);
}

std::string complaints() {
    std::string text(std::size_t{16} << 10, '\0');
    const ssize_t count = ::pread(STDERR_FILENO, text.data(), text.size(), 0);
    text.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
    return text;
}

}  // namespace schedmc
