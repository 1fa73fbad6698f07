#ifndef BULKCHECK_VECTOR_STEPS_H
#define BULKCHECK_VECTOR_STEPS_H

// The way through a text, the same for every vector kernel. Include it inside the kernel's
// attributes and behind its definitions of
//
//   step64, load_step       64 bytes, and how they are loaded
//   classify_json           the masks of a step
//   any_of_four             the mask of the bytes that equal one of four
//   prefix_xor              bit i is the parity of the bits up to i
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

/// One step of the index; 0 if indexing ends with it.
ALWAYS_INLINE int index_step(step64 s, size_t base, uint64_t valid, json_carry *carry,
                             utf8_carry *utf8, bulkcheck_index *index) {
  json_masks m = classify_json(s);
  uint64_t escaped = escaped_bytes(m.backslash, &carry->escaped);
  uint64_t toggles = prefix_xor(m.quote & ~escaped);
  int result = index_json_step(m, toggles, (uint32_t)base, escaped, valid, carry, index);
  if (__builtin_expect(utf8_step(s, utf8) | (result & 2), 0))
    note_fault(index, base);
  return result & 1;
}

ALWAYS_INLINE void index_json_steps(const uint8_t *bytes, size_t start, size_t end,
                                    bulkcheck_index *out) {
  json_carry carry = {0, 0, 0};
  utf8_carry utf8 = utf8_start();
  bulkcheck_index index = *out;
  index.token_count = index.escape_count = index.fault_count = 0;
  index.end = end;
  size_t base = start;
  // The last, partial step apart: in the others every bit counts.
  for (; base + 64 <= end; base += 64) {
    if (!index_step(load_step(bytes + base), base, ~0ull, &carry, &utf8, &index)) {
      *out = index;
      return;
    }
  }
  if (base < end) {
    size_t n = end - base;
    if (!index_step(load_tail(bytes + base, n), base, (1ull << n) - 1, &carry, &utf8, &index)) {
      *out = index;
      return;
    }
  }
  if (end > start && any_bit(utf8.unfinished))
    note_fault(&index, (end - 1 - start) / 64 * 64 + start);
  *out = index;
}

ALWAYS_INLINE void index_csv_steps(const uint8_t *bytes, size_t start, size_t end,
                                   uint8_t delimiter, bulkcheck_index *out) {
  utf8_carry utf8 = utf8_start();
  bulkcheck_index index = *out;
  index.token_count = index.escape_count = index.fault_count = 0;
  index.end = end;
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
    uint64_t tokens = any_of_four(s, '"', delimiter, '\n', '\r');
    index.token_count =
        append_bits(index.tokens, index.token_count, (uint32_t)base, tokens & valid);
    if (__builtin_expect(utf8_step(s, &utf8), 0))
      note_fault(&index, base);
  }
  if (end > start && any_bit(utf8.unfinished))
    note_fault(&index, (end - 1 - start) / 64 * 64 + start);
  *out = index;
}

// The functions of a kernel that index.
#define INDEX_KERNEL(name)                                                                \
  void bulkcheck_index_json_##name(const uint8_t *bytes, size_t start, size_t end,        \
                                   bulkcheck_index *index) {                              \
    index_json_steps(bytes, start, end, index);                                           \
  }                                                                                       \
  void bulkcheck_index_csv_##name(const uint8_t *bytes, size_t start, size_t end,         \
                                  uint8_t delimiter, bulkcheck_index *index) {            \
    index_csv_steps(bytes, start, end, delimiter, index);                                 \
  }

#endif
