#ifndef BULKCHECK_VECTOR_STEPS_H
#define BULKCHECK_VECTOR_STEPS_H

// The way through a text, the same for every vector kernel. Include it inside the kernel's
// attributes and behind its definitions of
//
//   step64, load_step       64 bytes, and how they are loaded
//   any_of_four             the mask of the bytes that equal one of four
//   any_bit                 whether a vector, as utf8_carry.unfinished is one, has a bit set
//   utf8_carry, utf8_start, utf8_step    what shows ill-formed UTF-8

#include <string.h>

#include "blocks.h"

/// The last, partial step, filled up with spaces so that a sequence cut off by the end is noticed.
ALWAYS_INLINE step64 load_tail(const uint8_t *p, size_t n) {
  uint8_t buffer[64];
  memset(buffer, ' ', 64);
  memcpy(buffer, p, n);
  return load_step(buffer);
}

ALWAYS_INLINE void index_csv_steps(const uint8_t *bytes, size_t start, size_t end,
                                   uint8_t delimiter, uint8_t quote, bulkcheck_index *out) {
  utf8_carry utf8 = utf8_start();
  bulkcheck_index index = *out;
  index.token_count = index.fault_count = 0;
  for (size_t base = start; base < end; base += 64) {
    size_t n = end - base;
    uint64_t valid = ~0ull;
    step64 s;
    if (__builtin_expect(n >= 64, 1)) {
      s = load_step(bytes + base);
    } else {
      s = load_tail(bytes + base, n);
      valid = (1ull << n) - 1;
    }
    uint64_t tokens = any_of_four(s, quote, delimiter, '\n', '\r');
    index.token_count =
        append_bits(index.tokens, index.token_count, (uint32_t)base, tokens & valid);
    if (__builtin_expect(utf8_step(s, &utf8), 0))
      note_fault(&index, base);
  }
  if (end > start && any_bit(utf8.unfinished))
    note_fault(&index, (end - 1 - start) / 64 * 64 + start);
  *out = index;
}

// The function of a kernel that indexes.
#define INDEX_KERNEL(name)                                                                \
  void bulkcheck_index_csv_##name(const uint8_t *bytes, size_t start, size_t end,         \
                                  uint8_t delimiter, uint8_t quote,                       \
                                  bulkcheck_index *index) {                               \
    index_csv_steps(bytes, start, end, delimiter, quote, index);                                 \
  }

#endif
