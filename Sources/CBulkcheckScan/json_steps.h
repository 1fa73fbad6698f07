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

/// Counts the line feeds of a step.
ALWAYS_INLINE void note_lines(bulkcheck_json_state *state, size_t base, uint64_t line_feeds) {
  if (line_feeds == 0)
    return;
  state->lines += (size_t)__builtin_popcountll(line_feeds);
  state->line_start = base + 64 - (size_t)__builtin_clzll(line_feeds);
}

ALWAYS_INLINE size_t json_value_steps(uint8_t *bytes, size_t start, size_t end,
                                      bulkcheck_json_state *state) {
  uint64_t depth = state->depth, string = state->is_string ? ~0ull : 0;
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
        note_lines(state, base, masks.line_feeds & before);
        state->depth = 0;
        state->is_string = state->is_escaped = 0;
        return base + lowest_bit(rest) + 1;
      }
    }
    depth += (uint64_t)__builtin_popcountll(opening) - closing_count;
    uint64_t line_ends = masks.line_ends & valid;
    if (__builtin_expect(line_ends != 0, 0)) {
      note_lines(state, base, masks.line_feeds & valid);
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
  return BULKCHECK_UNFINISHED;
}

/// Of a step: the line on which one of its bytes is, and where that begins.
ALWAYS_INLINE void line_of(uint64_t line_feeds_before, size_t base, size_t *line,
                           ptrdiff_t *line_start) {
  if (line_feeds_before == 0)
    return;
  *line += (size_t)__builtin_popcountll(line_feeds_before);
  *line_start = (ptrdiff_t)(base + 64 - (size_t)__builtin_clzll(line_feeds_before));
}

ALWAYS_INLINE size_t json_values_steps(uint8_t *bytes, size_t start, size_t end,
                                       size_t bytes_maximum, bulkcheck_json_run *run,
                                       bulkcheck_json_place *places, size_t room) {
  uint64_t depth = 0, string = 0;
  uint8_t is_escaped = 0;
  size_t line = run->line, count = 0;
  ptrdiff_t line_start = run->line_start;
  bulkcheck_json_place place = {start, 0, line, line_start};
  run->state = (bulkcheck_json_state){0};
  run->is_at_value = 0;
  for (size_t base = start; base < end; base += 64) {
    uint64_t valid = end - base >= 64 ? ~0ull : (1ull << (end - base)) - 1;
    json_masks masks = json_masks_of(load_step(bytes + base));
    uint64_t backslashes = masks.backslashes & valid;
    uint64_t escaped = escaped_bytes(backslashes, &is_escaped);
    uint64_t strings = prefix_xor(masks.quotes & valid & ~escaped) ^ string;
    uint64_t opening = masks.opening & valid & ~strings, closing = masks.closing & valid & ~strings;
    uint64_t line_feeds = masks.line_feeds & valid, line_ends = masks.line_ends & valid & ~strings;
    // The bytes of values, as far as they have ended or go on.
    uint64_t inside = depth > 0 ? ~0ull : 0;
    uint64_t closing_count = (uint64_t)__builtin_popcountll(closing);
    // Some value may begin or end here.
    uint64_t brackets = depth > closing_count ? 0 : opening | closing;
    if (brackets == 0)
      depth += (uint64_t)__builtin_popcountll(opening) - closing_count;
    for (; brackets != 0; brackets &= brackets - 1) {
      uint64_t bit = brackets & -brackets, before = bit - 1;
      size_t position = base + lowest_bit(brackets);
      if (opening & bit) {
        if (depth++ != 0)
          continue;
        place = (bulkcheck_json_place){position, 0, line, line_start};
        line_of(line_feeds & before, base, &place.line, &place.line_start);
        inside |= ~before;
        continue;
      }
      if (--depth != 0)
        continue;
      size_t behind = position + 1;
      if (__builtin_expect(behind - place.start > bytes_maximum, 0)) {
        uint64_t others = place.start > base ? (1ull << (place.start - base)) - 1 : 0;
        replace_line_ends(bytes + base, line_ends & inside & others);
        if (place.start < base)
          bulkcheck_json_restore_lines(bytes, place.start, base);
        run->line = place.line;
        run->line_start = place.line_start;
        run->is_at_value = 1;
        run->count = count;
        return place.start;
      }
      inside &= before | bit;
      place.end = behind;
      places[count++] = place;
      if (__builtin_expect(count < room && is_followed_by_json(bytes, behind, end), 1))
        continue;
      replace_line_ends(bytes + base, line_ends & inside);
      line_of(line_feeds & before, base, &line, &line_start);
      run->line = line;
      run->line_start = line_start;
      run->count = count;
      return behind;
    }
    if (__builtin_expect(line_ends != 0, 0))
      replace_line_ends(bytes + base, line_ends & inside);
    line_of(line_feeds, base, &line, &line_start);
    string = end - base >= 64 ? (uint64_t)((int64_t)strings >> 63)
                              : ((strings >> (end - base - 1)) & 1 ? ~0ull : 0);
    if (end - base < 64)
      is_escaped = (backslashes & ~escaped) >> (end - base - 1) & 1;
  }
  run->line = line;
  run->line_start = line_start;
  run->count = count;
  run->open = place;
  run->state = (bulkcheck_json_state){.depth = depth,
                                      .lines = line - place.line,
                                      .is_string = string != 0,
                                      .is_escaped = is_escaped};
  return end;
}

// The functions of a kernel that find the end of a value, and of several.
#define JSON_VALUE_KERNEL(name)                                                        \
  size_t bulkcheck_json_value_##name(uint8_t *bytes, size_t start, size_t end,         \
                                     bulkcheck_json_state *state) {                    \
    return json_value_steps(bytes, start, end, state);                                 \
  }                                                                                    \
                                                                                       \
  size_t bulkcheck_json_values_##name(uint8_t *bytes, size_t start, size_t end,        \
                                      size_t bytes_maximum, bulkcheck_json_run *run,   \
                                      bulkcheck_json_place *places, size_t room) {     \
    return json_values_steps(bytes, start, end, bytes_maximum, run, places, room);     \
  }

#endif
