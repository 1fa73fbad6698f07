#include "bulkcheck_arguments.h"

#include <stdlib.h> // Tells which C library this is.

static int argument_count = 0;
static char **arguments = NULL;

// glibc gives main's arguments to functions that run before it; other C libraries do not.
#if defined(__GLIBC__)
__attribute__((constructor)) static void keep_arguments(int count, char **values) {
  argument_count = count;
  arguments = values;
}
#endif

int bulkcheck_argument_count(void) { return argument_count; }

const char *bulkcheck_argument(int index) {
  return index >= 0 && index < argument_count ? arguments[index] : NULL;
}
