#define _GNU_SOURCE

#include "bulkcheck_process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__APPLE__)
#include <TargetConditionals.h>
#endif

extern char **environ;

// A pipe whose ends are closed in other programs, and are none of the standard descriptors.
static int make_pipe(int ends[2]) {
  int plain[2];
  if (pipe(plain) != 0) { return errno; }
  int failure = 0;
  for (int end = 0; end < 2; end++) {
    ends[end] = failure == 0 ? fcntl(plain[end], F_DUPFD_CLOEXEC, STDERR_FILENO + 1) : -1;
    if (ends[end] < 0 && failure == 0) { failure = errno; }
    close(plain[end]);
  }
  if (failure != 0 && ends[0] >= 0) { close(ends[0]); }
  return failure;
}

static void close_pipe(int ends[2]) {
  close(ends[0]);
  close(ends[1]);
}

// What the kernel forgets by itself could not be waited for.
static void keep_endings(void) {
  struct sigaction action;
  if (sigaction(SIGCHLD, NULL, &action) == 0 && action.sa_handler == SIG_IGN) {
    signal(SIGCHLD, SIG_DFL);
  }
}

#if defined(__APPLE__) && (TARGET_OS_TV || TARGET_OS_WATCH)
static int spawn(
  const char *path, char *const *arguments, pid_t *process, int output, int errors
) {
  return ENOTSUP;
}
#else
static int spawn(
  const char *path, char *const *arguments, pid_t *process, int output, int errors
) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int failure = posix_spawn_file_actions_init(&actions);
  if (failure != 0) { return failure; }
  failure = posix_spawnattr_init(&attributes);
  if (failure != 0) {
    posix_spawn_file_actions_destroy(&actions);
    return failure;
  }
  // Threads of Dispatch block signals, and a program inherits that.
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  sigdelset(&all, SIGKILL);
  sigdelset(&all, SIGSTOP);
  short flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
  if (
    (failure = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)) == 0
    && (failure = posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)) == 0
    && (failure = posix_spawn_file_actions_addopen(
          &actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)) == 0
    && (failure = posix_spawnattr_setpgroup(&attributes, 0)) == 0
    && (failure = posix_spawnattr_setsigmask(&attributes, &none)) == 0
    && (failure = posix_spawnattr_setsigdefault(&attributes, &all)) == 0
    && (failure = posix_spawnattr_setflags(&attributes, flags)) == 0
  ) {
    failure = posix_spawn(process, path, &actions, &attributes, arguments, environ);
  }
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return failure;
}
#endif

int bulkcheck_process_start(
  const char *path, char *const *arguments, pid_t *process, int *output, int *errors
) {
  int written[2];
  int complained[2];
  int failure = make_pipe(written);
  if (failure != 0) { return failure; }
  failure = make_pipe(complained);
  if (failure != 0) {
    close_pipe(written);
    return failure;
  }
  keep_endings();
  failure = spawn(path, arguments, process, written[1], complained[1]);
  close(written[1]);
  close(complained[1]);
  if (failure != 0) {
    close(written[0]);
    close(complained[0]);
    return failure;
  }
  *output = written[0];
  *errors = complained[0];
  return 0;
}

int bulkcheck_process_has_ended(pid_t process) {
  siginfo_t information = {0};
  int result;
  do {
    result = waitid(P_PID, (id_t)process, &information, WEXITED | WNOHANG | WNOWAIT);
  } while (result != 0 && errno == EINTR);
  return result != 0 || information.si_pid != 0;
}

int bulkcheck_process_take_ending(pid_t process) {
  int status = 0;
  pid_t result;
  do { result = waitpid(process, &status, 0); } while (result < 0 && errno == EINTR);
  if (result < 0) { return -SIGCHLD; }
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

void bulkcheck_process_signal(pid_t process, int number) { kill(-process, number); }
