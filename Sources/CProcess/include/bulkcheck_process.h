#ifndef BULKCHECK_PROCESS_H
#define BULKCHECK_PROCESS_H

#include <sys/types.h>

// Programs that are started without a shell, each as the leader of a group of its own.

// Starts the program at `path` with `arguments`, the last of which is NULL. Its standard input is
// empty; what it writes to standard output and standard error can be read from two descriptors,
// which the caller closes. No other descriptor is passed on, if all are marked to be closed.
//
// Returns 0, or an errno if it cannot be started.
int bulkcheck_process_start(
  const char *_Nonnull path, char *_Nullable const *_Nonnull arguments, pid_t *_Nonnull process,
  int *_Nonnull output, int *_Nonnull errors);

// Whether a process has ended. Nothing is taken from it: its number stays its own.
int bulkcheck_process_has_ended(pid_t process);

// Waits for a process to end, and takes its ending: its exit code, or the negative number of the
// signal that ended it. Once for each process.
int bulkcheck_process_take_ending(pid_t process);

// Sends a signal to a process and all that it has started in its group.
void bulkcheck_process_signal(pid_t process, int number);

#endif
