// Lets system calls of a process fail, at a place that is said beforehand: a library to be
// preloaded.
//
//   cc -shared -fPIC -O1 -o faults.so faults.c -ldl
//   FAULT_CALL=read FAULT_KIND=EIO FAULT_FROM=3 FAULT_MISSED=missed LD_PRELOAD=./faults.so
//   bulkcheck …
//
// FAULT_CALL    read, write (both with their p forms), open, close or rename
// FAULT_KIND    the name of an error number, or `short`: one byte is moved, or `cut`: the file ends
// from now on where the
//               reader is, or `SIGINT`, `SIGTERM`: the signal comes just before the call
// FAULT_FROM    the first call that fails, from 1
// FAULT_COUNT   how many fail from there on (1)
// FAULT_PATH    only files whose path contains this
// FAULT_MISSED  this file is made when the process ends before the first call that is to fail
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_long calls;
static atomic_int reached;

static long number(const char *name, long otherwise) {
  const char *text = getenv(name);
  return text ? atol(text) : otherwise;
}

static int error_number(const char *kind) {
  static const struct {
    const char *name;
    int number;
  } known[] = {{"EINTR", EINTR}, {"EIO", EIO},       {"ENOSPC", ENOSPC}, {"EDQUOT", EDQUOT},
               {"EFBIG", EFBIG}, {"EACCES", EACCES}, {"EPIPE", EPIPE},   {"ESTALE", ESTALE}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (strcmp(known[i].name, kind) == 0)
      return known[i].number;
  return 0;
}

// The kind of fault that this call is to have, or NULL.
static const char *fault(const char *call, const char *path) {
  const char *wanted = getenv("FAULT_CALL");
  if (!wanted || strcmp(wanted, call) != 0)
    return NULL;
  const char *part = getenv("FAULT_PATH");
  if (part && (!path || !strstr(path, part)))
    return NULL;
  long from = number("FAULT_FROM", 1), place = atomic_fetch_add(&calls, 1) + 1;
  if (place < from || place >= from + number("FAULT_COUNT", 1))
    return NULL;
  reached = 1;
  const char *kind = getenv("FAULT_KIND");
  if (!kind || strncmp(kind, "SIG", 3) != 0)
    return kind;
  kill(getpid(), strcmp(kind, "SIGINT") == 0 ? SIGINT : SIGTERM);
  return NULL;
}

static const char *fault_of(const char *call, int descriptor) {
  char link[64];
  static _Thread_local char path[PATH_MAX];
  if (!getenv("FAULT_PATH"))
    return fault(call, NULL);
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  path[length > 0 ? length : 0] = 0;
  return fault(call, path);
}

static void cut(int descriptor) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  if (truncate(link, lseek(descriptor, 0, SEEK_CUR)) != 0)
    abort();
}

// Fails with an error, or makes the count what the fault leaves of it.
static int fails(const char *kind, size_t *count) {
  if (!kind)
    return 0;
  if (strcmp(kind, "short") == 0) {
    if (*count > 1)
      *count = 1;
    return 0;
  }
  errno = error_number(kind);
  return 1;
}

#define NEXT(type, name) ((type)dlsym(RTLD_NEXT, name))

ssize_t read(int descriptor, void *bytes, size_t count) {
  const char *kind = fault_of("read", descriptor);
  if (kind && strcmp(kind, "cut") == 0)
    cut(descriptor);
  else if (fails(kind, &count))
    return -1;
  return NEXT(ssize_t(*)(int, void *, size_t), "read")(descriptor, bytes, count);
}

ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset) {
  if (fails(fault_of("read", descriptor), &count))
    return -1;
  return NEXT(ssize_t(*)(int, void *, size_t, off_t), "pread")(descriptor, bytes, count, offset);
}

ssize_t pread64(int descriptor, void *bytes, size_t count, off_t offset) {
  return pread(descriptor, bytes, count, offset);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  if (fails(fault_of("write", descriptor), &count))
    return -1;
  return NEXT(ssize_t(*)(int, const void *, size_t), "write")(descriptor, bytes, count);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
  if (fails(fault_of("write", descriptor), &count))
    return -1;
  return NEXT(ssize_t(*)(int, const void *, size_t, off_t), "pwrite")(descriptor, bytes, count,
                                                                      offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off_t offset) {
  return pwrite(descriptor, bytes, count, offset);
}

int open(const char *path, int flags, ...) {
  size_t nothing = 0;
  if (fails(fault("open", path), &nothing))
    return -1;
  va_list rest;
  va_start(rest, flags);
  mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
  va_end(rest);
  return NEXT(int (*)(const char *, int, mode_t), "open")(path, flags, mode);
}

int close(int descriptor) {
  size_t nothing = 0;
  // As on Linux, the descriptor is closed all the same.
  int failed = fails(fault_of("close", descriptor), &nothing);
  int code = errno, result = NEXT(int (*)(int), "close")(descriptor);
  if (!failed)
    return result;
  errno = code;
  return -1;
}

int rename(const char *from, const char *to) {
  size_t nothing = 0;
  if (fails(fault("rename", to), &nothing))
    return -1;
  return NEXT(int (*)(const char *, const char *), "rename")(from, to);
}

__attribute__((destructor)) static void note_missed(void) {
  const char *missed = getenv("FAULT_MISSED");
  if (!missed || reached)
    return;
  int descriptor =
      NEXT(int (*)(const char *, int, mode_t), "open")(missed, O_CREAT | O_WRONLY, 0666);
  if (descriptor >= 0)
    NEXT(int (*)(int), "close")(descriptor);
}
