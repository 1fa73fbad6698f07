#ifndef BULKCHECK_BLOCKS_H
#define BULKCHECK_BLOCKS_H

// The part of the kernels that works on bit masks and is the same for every instruction set.
// A step is 64 bytes; bit i of a mask speaks about byte i of the step.

#include "include/bulkcheck_scan.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/// What classification says about one step. `separator` are blanks other than the line feed, `:`
/// and `,`; `bracket` the four brackets.
typedef struct {
  uint64_t quote, backslash, separator, bracket, line_feed, control;
} json_masks;

/// What one step hands to the next.
typedef struct {
  uint64_t escaped;   // bit 0: the first byte of the next step is escaped
  uint64_t in_string; // all ones: the next step begins inside a string
  uint64_t scalar;    // bit 0: the last byte belonged to a scalar
} json_carry;

/// The position of the lowest bit; anything if there is none.
ALWAYS_INLINE uint32_t lowest_bit(uint64_t bits) {
#if defined(__x86_64__)
  // As BSF, which every x86-64 has, the result for 0 is no use but does no harm; as TZCNT, where
  // that is known, it is 64.
  uint64_t position;
  __asm__("rep bsf %1, %0" : "=r"(position) : "r"(bits) : "cc");
  return (uint32_t)position;
#else
  return (uint32_t)__builtin_ctzll(bits | (1ull << 63));
#endif
}

/// Bit i is the parity of the bits up to i. Some processors do it with one carry-less product.
ALWAYS_INLINE uint64_t prefix_xor_by_shifts(uint64_t bits) {
  for (int shift = 1; shift < 64; shift <<= 1)
    bits ^= bits << shift;
  return bits;
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

/// The bytes that a backslash escapes: runs of backslashes escape every second byte.
/// The method of the simdjson paper (Langdale, Lemire: Parsing Gigabytes of JSON per Second, 2019,
/// section 3.1.1).
ALWAYS_INLINE uint64_t escaped_bytes(uint64_t backslash, uint64_t *carry) {
  if (__builtin_expect(backslash == 0, 1)) {
    uint64_t escaped = *carry;
    *carry = 0;
    return escaped;
  }
  const uint64_t even = 0x5555555555555555ull;
  backslash &= ~*carry;
  uint64_t follows = backslash << 1 | *carry;
  uint64_t odd_starts = backslash & ~even & ~follows;
  unsigned long long sum;
  *carry = __builtin_uaddll_overflow(odd_starts, backslash, &sum);
  uint64_t invert = (uint64_t)sum << 1;
  return (even ^ invert) & follows;
}

/// Turns the masks of a step into tokens. Returns 0 when a line feed inside a string ended the
/// indexing.
ALWAYS_INLINE int index_json_step(json_masks m, uint64_t in_string_toggles, uint32_t base,
                                  uint64_t escaped, uint64_t valid, json_carry *carry,
                                  bulkcheck_index *index) {
  uint64_t quotes = m.quote & ~escaped;
  uint64_t in_string = in_string_toggles ^ carry->in_string;
  // `in_string` covers an opening quote and the content, not the closing quote.
  uint64_t content = in_string & ~quotes;
  uint64_t marks = m.bracket | m.line_feed;
  uint64_t outside = ~(in_string | quotes);
  uint64_t scalar = outside & ~(m.separator | marks);
  uint64_t scalar_start = scalar & ~(scalar << 1 | carry->scalar);
  uint64_t tokens = quotes | (marks & outside) | scalar_start;
  uint64_t escapes = escaped & content;
  int goes_on = 1;
  uint64_t broken = m.line_feed & content & valid;
  if (__builtin_expect(broken != 0, 0)) {
    uint64_t first = broken & -broken;
    uint64_t upto = first | (first - 1);
    tokens = (tokens & upto) | first;
    escapes &= upto & ~first;
    valid &= upto & ~first;
    index->end = base + (size_t)__builtin_ctzll(first) + 1;
    tokens &= upto;
    goes_on = 0;
    index->token_count = append_bits(index->tokens, index->token_count, base, tokens);
  } else {
    index->token_count = append_bits(index->tokens, index->token_count, base, tokens & valid);
  }
  escapes &= valid;
  if (__builtin_expect(escapes != 0, 0))
    index->escape_count = append_bits(index->escapes, index->escape_count, base, escapes);
  carry->in_string = (uint64_t)((int64_t)in_string >> 63);
  // A closing quote in the last byte leaves the string: `in_string` has its bit clear already.
  carry->scalar = scalar >> 63;
  return goes_on | ((m.control & content & valid) != 0 ? 2 : 0);
}

ALWAYS_INLINE void note_fault(bulkcheck_index *index, size_t step) {
  if (index->fault_count == 0 || index->faults[index->fault_count - 1] != (uint32_t)step)
    index->faults[index->fault_count++] = (uint32_t)step;
}

#endif
