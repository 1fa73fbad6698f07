#ifndef BULKCHECK_BLOCKS_H
#define BULKCHECK_BLOCKS_H

// The part of the kernels that works on bit masks and is the same for every instruction set.
// A step is 64 bytes; bit i of a mask speaks about byte i of the step.

#include "include/bulkcheck_scan.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/// The position of the lowest bit; anything if there is none.
ALWAYS_INLINE uint32_t lowest_bit(uint64_t bits) {
#if defined(__x86_64__)
  // As BSF, which every x86-64 has, the result for 0 is useless but does no harm; as TZCNT, where
  // that is known, it is 64.
  uint64_t position;
  __asm__("rep bsf %1, %0" : "=r"(position) : "r"(bits) : "cc");
  return (uint32_t)position;
#else
  return (uint32_t)__builtin_ctzll(bits | (1ull << 63));
#endif
}

// A kernel may bring its own, defined before this file is included.
#ifndef BULKCHECK_HAS_APPEND_BITS
/// Appends the positions of the set bits. Writes up to 8 positions more than there are.
ALWAYS_INLINE size_t append_bits(uint32_t *out, size_t count, uint32_t base, uint64_t bits) {
  if (bits == 0)
    return count;
  size_t n = (size_t)__builtin_popcountll(bits);
  uint32_t *p = out + count;
  // Written in groups of eight: a mispredicted loop end costs more than some superfluous stores.
  for (int i = 0; i < 8; i++) {
    p[i] = base + lowest_bit(bits);
    bits &= bits - 1;
  }
  if (__builtin_expect(n > 8, 0)) {
    for (int i = 8; i < 16; i++) {
      p[i] = base + lowest_bit(bits);
      bits &= bits - 1;
    }
    if (__builtin_expect(n > 16, 0)) {
      for (size_t i = 16; i < n; i++) {
        p[i] = base + lowest_bit(bits);
        bits &= bits - 1;
      }
    }
  }
  return count + n;
}
#endif

/// Where the bytes of a step are on which the way through JSON depends.
typedef struct {
  uint64_t quotes, backslashes;
  /// Braces and brackets.
  uint64_t opening, closing;
  uint64_t line_feeds;
  /// Line feeds and carriage returns.
  uint64_t line_ends;
} json_masks;

/// Whether a comma stands at a position, and behind it an object or array before `end`. Blanks may
/// be around the comma.
ALWAYS_INLINE int is_followed_by_json(const uint8_t *bytes, size_t position, size_t end) {
  int has_comma = 0;
  for (; position < end; position++) {
    uint8_t c = bytes[position];
    if (c == ',' && !has_comma)
      has_comma = 1;
    else if (c != '\n' && c != ' ' && c != '\t' && c != '\r')
      return has_comma && (c == '{' || c == '[');
  }
  return 0;
}

ALWAYS_INLINE void note_fault(bulkcheck_index *index, size_t step) {
  if (index->fault_count == 0 || index->faults[index->fault_count - 1] != (uint32_t)step)
    index->faults[index->fault_count++] = (uint32_t)step;
}

#endif
