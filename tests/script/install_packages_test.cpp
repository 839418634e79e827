// SPDX-License-Identifier: GPL-2.0-or-later
// Goal: script/install-packages installs what is missing and nothing else, and leaves a complete machine
// alone.
// Method: the real script, with dpkg-query, apt-get, id and sudo replaced by stand-ins that answer from files
// and write down how they were called.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace {

struct Outcome {
    int code;
    std::string output;
};

Outcome run(const std::string& command) {
    Outcome outcome = {-1, ""};
    FILE* pipe = popen(("(" + command + ") 2>&1").c_str(), "r");
    if (pipe == nullptr) {
        return outcome;
    }
    std::array<char, 4096> buffer{};
    while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
        outcome.output.append(buffer.data(), count);
    }
    outcome.code = WEXITSTATUS(pclose(pipe));
    return outcome;
}

class InstallPackages : public testing::Test {
protected:
    void SetUp() override {
        const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
        home_ = std::filesystem::path(testing::TempDir()) / (std::string("install_packages_") + test->name());
        std::filesystem::remove_all(home_);
        std::filesystem::create_directories(home_ / "bin");
        write("list", "# text\n[build]\nalpha  # a\nbeta # b\n\n[tidy]\ngamma\n");
        write("status", "");
        write("calls", "");
        stand_in("dpkg-query",
                 "shift 3; for p; do grep \" $p$\" $HERE/status || missing=1; done; exit ${missing:-0}");
        stand_in("apt-get", "echo \"apt-get $* ($DEBIAN_FRONTEND)\" >>$HERE/calls; exit ${APT_CODE:-0}");
        stand_in("id", "echo ${USER_NUMBER:-0}");
        stand_in("sudo", "echo \"sudo $1\" >>$HERE/calls; exec \"$@\"");
    }

    void TearDown() override { std::filesystem::remove_all(home_); }

    void write(const std::string& name, const std::string& text) const {
        std::ofstream(home_ / name) << text;
    }

    void stand_in(const std::string& name, const std::string& body) const {
        write("bin/" + name, "#!/bin/bash\nHERE=" + home_.string() + "\n" + body + "\n");
        std::filesystem::permissions(home_ / "bin" / name, std::filesystem::perms::owner_all);
    }

    Outcome install(const std::string& arguments = "", const std::string& environment = "") const {
        return run("cd / && env -u DEBIAN_FRONTEND " + environment + " PATH=" + (home_ / "bin").string() +
                   ":$PATH " SCHEDMC_SOURCE_DIR "/script/install-packages --list " +
                   (home_ / "list").string() + " " + arguments);
    }

    std::string calls() const {
        std::ifstream stream(home_ / "calls");
        return {std::istreambuf_iterator<char>(stream), {}};
    }

    std::filesystem::path home_;
};

const std::string update = "apt-get update --quiet=2 ()\n";
const std::string prefix = "apt-get install --yes --quiet=2 --no-install-recommends ";

TEST_F(InstallPackages, LeavesACompleteMachineAlone) {
    write("status", "ii alpha\nhi beta\n");
    const Outcome outcome = install();
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.output, "");
    EXPECT_EQ(calls(), "");
}

TEST_F(InstallPackages, InstallsWhatIsMissingAndSaysSo) {
    write("status", "ii alpha\n");
    const Outcome outcome = install();
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.output, "install-packages: installing beta\n");
    EXPECT_EQ(calls(), update + prefix + "beta (noninteractive)\n");
}

TEST_F(InstallPackages, CountsARemovedPackageAsMissing) {
    write("status", "ii alpha\nrc beta\n");
    install();
    EXPECT_EQ(calls(), update + prefix + "beta (noninteractive)\n");
}

TEST_F(InstallPackages, KeepsToTheGroupsNamed) {
    install("tidy");
    EXPECT_EQ(calls(), update + prefix + "gamma (noninteractive)\n");
    write("calls", "");
    install("build tidy");
    EXPECT_EQ(calls(), update + prefix + "alpha beta gamma (noninteractive)\n");
}

TEST_F(InstallPackages, AsksSudoForAUser) {
    write("status", "ii alpha\n");
    EXPECT_EQ(install("", "USER_NUMBER=1000").code, 0);
    EXPECT_EQ(calls(), "sudo apt-get\n" + update + "sudo env\n" + prefix + "beta (noninteractive)\n");
}

TEST_F(InstallPackages, FailsWhenPackagesCannotBeHad) { EXPECT_NE(install("", "APT_CODE=100").code, 0); }

TEST_F(InstallPackages, RefusesWhatItDoesNotKnow) {
    EXPECT_EQ(install("--bogus").code, 64);
    EXPECT_NE(install("delta").code, 0);
    EXPECT_NE(install("--list /nowhere").code, 0);
    EXPECT_EQ(calls(), "");
}

TEST(Packages, EachHasItsReason) {
    std::ifstream list(SCHEDMC_SOURCE_DIR "/script/packages.txt");
    ASSERT_TRUE(list.good());
    for (std::string line; std::getline(list, line);) {
        if (!line.empty() && line.front() != '#' && line.front() != '[') {
            EXPECT_NE(line.find(" # "), std::string::npos) << line;
        }
    }
}

TEST(Scripts, ExplainThemselves) {
    for (const std::string name : {"check", "test", "tidy", "install-packages"}) {
        const Outcome outcome = run(SCHEDMC_SOURCE_DIR "/script/" + name + " --help");
        EXPECT_EQ(outcome.code, 0) << name;
        EXPECT_TRUE(outcome.output.starts_with("usage: script/" + name)) << outcome.output;
    }
}

}  // namespace
