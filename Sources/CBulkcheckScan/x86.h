#ifndef BULKCHECK_X86_H
#define BULKCHECK_X86_H

// What the kernels for x86-64 have in common. Include it inside the kernel's attributes, behind its
// definitions of step64 and equal_to.

#include <immintrin.h>

#include "blocks.h"

ALWAYS_INLINE uint64_t any_of_four(step64 s, uint8_t a, uint8_t b, uint8_t c, uint8_t d) {
  return equal_to(s, (char)a) | equal_to(s, (char)b) | equal_to(s, (char)c) | equal_to(s, (char)d);
}

#endif
