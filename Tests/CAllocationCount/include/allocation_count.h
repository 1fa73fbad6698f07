#ifndef BULKCHECK_ALLOCATION_COUNT_H
#define BULKCHECK_ALLOCATION_COUNT_H

/// How many blocks of memory the calling thread has asked for so far; -1 where that cannot be
/// counted (only glibc's allocator can be wrapped without a debugger).
long bulkcheck_allocation_count(void);

#endif
