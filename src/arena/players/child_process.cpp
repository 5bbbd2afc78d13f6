#include "arena/players/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <thread>

extern char** environ;

namespace perron::arena {

namespace {

constexpr auto kFarewell = std::chrono::milliseconds(500);

// A write to a program that has exited must return an error, not kill this process.
void ignore_broken_pipes() {
  static const bool once = std::signal(SIGPIPE, SIG_IGN) != SIG_ERR;
  (void)once;
}

struct Pipe {
  int read = -1, write = -1;
  bool open() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    read = ends[0];
    write = ends[1];
    return true;
  }
  void close() {
    if (read >= 0) ::close(read);
    if (write >= 0) ::close(write);
    read = write = -1;
  }
};

int spawn(const std::string& command, const Pipe& in, const Pipe& out, pid_t& pid) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, in.read, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, out.write, STDOUT_FILENO);
  posix_spawnattr_init(&attributes);
  sigset_t defaults;
  sigemptyset(&defaults);
  sigaddset(&defaults, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &defaults);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
  std::string shell = "sh", flag = "-c", text = command;
  char* arguments[] = {shell.data(), flag.data(), text.data(), nullptr};
  const int error = posix_spawn(&pid, "/bin/sh", &files, &attributes, arguments, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
  return error;
}

void make_nonblocking(int file) { fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK); }

// Whether the process has exited. Leaves it unreaped, so that its pid is not reused.
bool has_ended(pid_t pid) {
  siginfo_t info{};
  return waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid != 0;
}

}  // namespace

std::string ChildProcess::start(const std::string& command) {
  stop("");
  ignore_broken_pipes();
  Pipe in, out;
  int error = in.open() && out.open() ? 0 : errno;
  if (error == 0) error = spawn(command, in, out, pid_);
  if (error != 0) {
    in.close();
    out.close();
    pid_ = -1;
    return std::string("can't be started: ") + std::strerror(error);
  }
  ::close(in.read);
  ::close(out.write);
  to_ = in.write;
  from_ = out.read;
  make_nonblocking(to_);
  make_nonblocking(from_);
  lines_ = LineBuffer(kMaxAnswer);
  return "";
}

bool ChildProcess::send_some(std::string& message) {
  const auto sent = write(to_, message.data(), message.size());
  if (sent > 0) message.erase(0, static_cast<std::size_t>(sent));
  return sent >= 0 || errno == EAGAIN || errno == EINTR;
}

// A sentence, if the program has closed its output.
std::string ChildProcess::read_some() {
  char bytes[16384];
  const auto count = read(from_, bytes, sizeof bytes);
  if (count > 0) lines_.add({bytes, static_cast<std::size_t>(count)});
  if (count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR))) return "";
  return how_it_ended();
}

std::string ChildProcess::how_it_ended() const {
  const auto until = Clock::now() + std::chrono::milliseconds(100);  // it may close its output shortly before it exits
  while (!has_ended(pid_) && Clock::now() < until) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  siginfo_t info{};
  if (waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0) return "closed its output";
  if (info.si_code == CLD_EXITED) return "ended with exit code " + std::to_string(info.si_status);
  return "was ended by signal " + std::to_string(info.si_status);
}

ChildProcess::Reply ChildProcess::ask(std::string message, std::chrono::milliseconds allowed) {
  const auto until = Clock::now() + allowed;
  message += '\n';
  bool writable = true;
  while (true) {
    if (auto line = lines_.next()) {
      if (line->too_long) break;
      if (!message.empty() && writable) return {"", "answered before it had been asked"};
      return {std::move(line->text), ""};
    }
    if (lines_.rest_is_too_long()) break;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
    if (left <= 0) return {"", "gave no answer within " + std::to_string(allowed.count()) + " ms"};
    pollfd files[] = {{from_, POLLIN, 0}, {to_, POLLOUT, 0}};
    const bool sending = !message.empty() && writable;
    if (poll(files, sending ? 2 : 1, static_cast<int>(left)) < 0 && errno != EINTR) return {"", "can't be waited for"};
    if (sending && files[1].revents) writable = send_some(message);
    if (files[0].revents)
      if (auto ended = read_some(); !ended.empty()) return {"", std::move(ended)};
  }
  return {"", "sent a line of more than " + std::to_string(kMaxAnswer) + " bytes"};
}

void ChildProcess::stop(std::string_view goodbye) {
  if (pid_ <= 0) return;
  if (!goodbye.empty()) {
    std::string message(goodbye);
    send_some(message += '\n');
  }
  ::close(to_);
  if (!goodbye.empty()) {
    const auto until = Clock::now() + kFarewell;
    while (!has_ended(pid_) && Clock::now() < until) std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  kill(-pid_, SIGKILL);  // the whole group; the pid stays reserved until waitpid()
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
  ::close(from_);
  pid_ = to_ = from_ = -1;
}

}  // namespace perron::arena
