#include "benchmarks/native/process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

namespace aclnn_cpu::benchmarks {
namespace {

[[noreturn]] void Fail(const char* call) {
    std::perror(call);
    std::exit(1);
}

}  // namespace

std::string BesideThisProgram(const std::string& name) {
    return std::filesystem::read_symlink(kThisProgram).parent_path() / name;
}

Process::Process(const std::string& program, const std::vector<std::string>& arguments,
                 const std::string& preload) {
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0) {
        Fail("pipe2");
    }
    std::vector<char*> words = {const_cast<char*>(program.c_str())};
    for (const std::string& argument : arguments) {
        words.push_back(const_cast<char*>(argument.c_str()));
    }
    words.push_back(nullptr);
    std::vector<char*> environment;
    const std::string preloaded = "LD_PRELOAD=" + preload;
    for (char** variable = environ; *variable != nullptr; ++variable) {
        environment.push_back(*variable);
    }
    if (!preload.empty()) {
        environment.push_back(const_cast<char*>(preloaded.c_str()));
    }
    environment.push_back(nullptr);
    pid_ = fork();
    if (pid_ < 0) {
        Fail("fork");
    }
    if (pid_ == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        execve(program.c_str(), words.data(), environment.data());
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    signal(SIGPIPE, SIG_IGN);  // a process that died is told by Wait
    to_ = fdopen(in[1], "w");
    from_ = fdopen(out[0], "r");
}

Process::~Process() {
    if (pid_ > 0) {
        kill(pid_, SIGKILL);
        waitpid(pid_, nullptr, 0);
    }
    std::fclose(to_);
    std::fclose(from_);
}

void Process::WriteLine(const std::string& line) {
    std::fprintf(to_, "%s\n", line.c_str());
    std::fflush(to_);
}

bool Process::ReadLine(std::string& line) {
    line.clear();
    for (int c = std::fgetc(from_); c != EOF; c = std::fgetc(from_)) {
        if (c == '\n') {
            return true;
        }
        line += static_cast<char>(c);
    }
    return !line.empty();
}

std::string Process::Wait() {
    int status = 0;
    waitpid(pid_, &status, 0);
    pid_ = -1;
    if (WIFSIGNALED(status)) {
        return "killed by signal " + std::to_string(WTERMSIG(status));
    }
    return WEXITSTATUS(status) == 0 ? "" : "exit code " + std::to_string(WEXITSTATUS(status));
}

}  // namespace aclnn_cpu::benchmarks
