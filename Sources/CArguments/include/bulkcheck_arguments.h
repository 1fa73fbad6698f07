#ifndef BULKCHECK_ARGUMENTS_H
#define BULKCHECK_ARGUMENTS_H

// The arguments that the process was started with, its name first.
//
// On Linux, Swift reads them from /proc, which a bare chroot does not have: then it finds none.

// How many there are; 0 where they are not known this way.
int bulkcheck_argument_count(void);

// Number `index` of them; they stay where they are. NULL outside of 0 ..< count.
const char *_Nullable bulkcheck_argument(int index);

#endif
