#ifndef BULKCHECK_JSON_STEPS_H
#define BULKCHECK_JSON_STEPS_H

// The way through a JSON value to its end, the same for every vector kernel. Include it inside the
// kernel's attributes and behind its definitions of
//
//   step64, load_step       64 bytes, and how they are loaded
//   json_masks_of           where the bytes are that the way depends on
//
// The masks of strings are made as in simdjson (Langdale and Lemire, "Parsing Gigabytes of JSON per
// Second", 2019): a prefix sum of quotes modulo two.

#include "blocks.h"

/// Each bit is the parity of the bits up to it.
ALWAYS_INLINE uint64_t prefix_xor(uint64_t bits) {
  for (unsigned shift = 1; shift < 64; shift *= 2)
    bits ^= bits << shift;
  return bits;
}

/// The bytes behind a backslash that is not itself behind one.
ALWAYS_INLINE uint64_t escaped_bytes(uint64_t backslashes, uint8_t *carry) {
  const uint64_t even = 0x5555555555555555;
  uint64_t first = *carry;
  if (__builtin_expect(backslashes == 0, 1)) {
    *carry = 0;
    return first;
  }
  backslashes &= ~first;
  uint64_t behind = backslashes << 1 | first;
  uint64_t odd_starts = backslashes & ~even & ~behind;
  uint64_t even_runs;
  *carry = __builtin_add_overflow(odd_starts, backslashes, &even_runs);
  return (even ^ even_runs << 1) & behind;
}

/// Line feeds become carriage returns, and carriage returns blanks.
ALWAYS_INLINE void replace_line_ends(uint8_t *step, uint64_t line_ends) {
  for (; line_ends != 0; line_ends &= line_ends - 1) {
    uint8_t *byte = step + lowest_bit(line_ends);
    *byte = *byte == '\n' ? '\r' : ' ';
  }
}

ALWAYS_INLINE size_t json_value_steps(uint8_t *bytes, size_t start, size_t end,
                                      bulkcheck_json_state *state) {
  uint64_t depth = state->depth, string = state->is_string ? ~0ull : 0;
  size_t lines = 0;
  for (size_t base = start; base < end; base += 64) {
    uint64_t valid = end - base >= 64 ? ~0ull : (1ull << (end - base)) - 1;
    json_masks masks = json_masks_of(load_step(bytes + base));
    uint8_t is_escaped = state->is_escaped;
    uint64_t escaped = escaped_bytes(masks.backslashes & valid, &is_escaped);
    uint64_t strings = prefix_xor(masks.quotes & valid & ~escaped) ^ string;
    uint64_t opening = masks.opening & valid & ~strings, closing = masks.closing & valid & ~strings;
    uint64_t closing_count = (uint64_t)__builtin_popcountll(closing);
    if (__builtin_expect(depth <= closing_count, 0)) {
      uint64_t rest = closing;
      for (uint64_t closed = 1; rest != 0; closed++, rest &= rest - 1) {
        uint64_t before = (rest & -rest) - 1;
        if (depth + (uint64_t)__builtin_popcountll(opening & before) != closed)
          continue;
        replace_line_ends(bytes + base, masks.line_ends & ~strings & before);
        state->lines += lines + (size_t)__builtin_popcountll(masks.line_feeds & before);
        state->depth = 0;
        state->is_string = state->is_escaped = 0;
        return base + lowest_bit(rest) + 1;
      }
    }
    depth += (uint64_t)__builtin_popcountll(opening) - closing_count;
    uint64_t line_ends = masks.line_ends & valid;
    if (__builtin_expect(line_ends != 0, 0)) {
      lines += (size_t)__builtin_popcountll(masks.line_feeds & valid);
      replace_line_ends(bytes + base, line_ends & ~strings);
    }
    string = end - base >= 64 ? (uint64_t)((int64_t)strings >> 63)
                              : ((strings >> (end - base - 1)) & 1 ? ~0ull : 0);
    // Of a step that is cut short: whether the last byte is a backslash that counts.
    state->is_escaped =
        end - base >= 64 ? is_escaped
                         : (masks.backslashes & ~escaped) >> (end - base - 1) & 1;
  }
  state->depth = depth;
  state->is_string = string != 0;
  state->lines += lines;
  return BULKCHECK_UNFINISHED;
}

// The function of a kernel that finds the end of a value.
#define JSON_VALUE_KERNEL(name)                                                        \
  size_t bulkcheck_json_value_##name(uint8_t *bytes, size_t start, size_t end,         \
                                     bulkcheck_json_state *state) {                    \
    return json_value_steps(bytes, start, end, state);                                 \
  }

#endif
