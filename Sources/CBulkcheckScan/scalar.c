// The portable kernel: one byte after the other, steps of 64.

#include "blocks.h"
#include "scalar.h"
#include "text_marks.h"

/// A validating decoder of UTF-8 (Unicode 15, table 3-7): how many continuation bytes are due and
/// the range of the next.
typedef struct {
  uint8_t due, low, high;
} utf8_state;

/// Returns 1 if the byte cannot come here; the state then begins again.
ALWAYS_INLINE int utf8_step(utf8_state *state, uint8_t byte) {
  if (state->due > 0) {
    if (byte >= state->low && byte <= state->high) {
      state->due--;
      state->low = 0x80;
      state->high = 0xBF;
      return 0;
    }
    state->due = 0;
    return 1;
  }
  if (byte < 0x80)
    return 0;
  state->low = 0x80;
  state->high = 0xBF;
  if (byte >= 0xC2 && byte <= 0xDF) {
    state->due = 1;
    return 0;
  }
  if (byte >= 0xE0 && byte <= 0xEF) {
    state->due = 2;
    if (byte == 0xE0)
      state->low = 0xA0;
    if (byte == 0xED)
      state->high = 0x9F;
    return 0;
  }
  if (byte >= 0xF0 && byte <= 0xF4) {
    state->due = 3;
    if (byte == 0xF0)
      state->low = 0x90;
    if (byte == 0xF4)
      state->high = 0x8F;
    return 0;
  }
  return 1;
}

size_t bulkcheck_string_end_scalar(const uint8_t *bytes, size_t start) {
  utf8_state utf8 = {0, 0x80, 0xBF};
  int ill_formed = 0;
  for (size_t i = start;; i++) {
    uint8_t c = bytes[i];
    ill_formed |= utf8_step(&utf8, c);
    if (c == '"' || c == '\\' || c < 0x20)
      return ill_formed ? BULKCHECK_ILL_FORMED : i;
  }
}

bulkcheck_encoding bulkcheck_encoding_of_scalar(const uint8_t *bytes, size_t count) {
  utf8_state utf8 = {0, 0x80, 0xBF};
  int has_others = 0;
  for (size_t i = 0; i < count; i++) {
    has_others |= bytes[i] >= 0x80;
    if (utf8_step(&utf8, bytes[i]))
      return BULKCHECK_NOT_UTF8;
  }
  if (utf8.due > 0)
    return BULKCHECK_NOT_UTF8;
  return has_others ? BULKCHECK_UTF8 : BULKCHECK_ASCII;
}

void bulkcheck_index_csv_scalar(const uint8_t *bytes, size_t start, size_t end, uint8_t delimiter,
                                uint8_t quote, bulkcheck_index *index) {
  utf8_state utf8 = {0, 0x80, 0xBF};
  index->token_count = index->fault_count = 0;
  for (size_t base = start; base < end; base += 64) {
    size_t n = end - base < 64 ? end - base : 64;
    uint64_t tokens = 0;
    int ill_formed = 0;
    for (size_t i = 0; i < n; i++) {
      uint8_t c = bytes[base + i];
      if (c == quote || c == delimiter || c == '\n' || c == '\r')
        tokens |= 1ull << i;
      ill_formed |= utf8_step(&utf8, c);
    }
    index->token_count = append_bits(index->tokens, index->token_count, (uint32_t)base, tokens);
    if (ill_formed)
      note_fault(index, base);
  }
  if (utf8.due > 0 && end > start)
    note_fault(index, (end - 1 - start) / 64 * 64 + start);
}

size_t bulkcheck_count_byte_scalar(const uint8_t *bytes, size_t count, uint8_t byte) {
  size_t n = 0;
  for (size_t i = 0; i < count; i++)
    n += bytes[i] == byte;
  return n;
}

size_t bulkcheck_count_codepoints_scalar(const uint8_t *bytes, size_t count) {
  size_t n = 0;
  for (size_t i = 0; i < count; i++)
    n += (bytes[i] & 0xC0) != 0x80;
  return n;
}

void bulkcheck_classify_text_scalar(const uint8_t *bytes, size_t count,
                                    bulkcheck_text_classes *classes) {
  static const uint8_t low[16] = {TEXT_LOW}, high[16] = {TEXT_HIGH};
  *classes = (bulkcheck_text_classes){.is_printable = 1};
  uint8_t marks = 0, has_others = 0, before = 0;
  for (size_t i = 0; i < count; i++) {
    uint8_t c = bytes[i], mark = low[c & 0x0F] & high[c >> 4];
    marks |= mark;
    has_others |= mark == 0;
    classes->codepoints += (c & 0xC0) != 0x80;
    if (c < 0x20 || c > 0x7E)
      classes->is_printable = 0;
    if (i >= BULKCHECK_SHAPE_MAXIMUM)
      continue;
    uint8_t shape = mark & WORD_MARKS ? (c & 0x60) >> 5 : c;
    classes->shape[i / 8] |= (uint64_t)shape << (i % 8 * 8);
    if (i == 0 || shape != before)
      classes->run_starts |= 1u << i;
    before = shape;
  }
  classes->set = set_of(marks, has_others);
}

size_t bulkcheck_json_value_scalar(uint8_t *bytes, size_t start, size_t end,
                                   bulkcheck_json_state *state) {
  bulkcheck_json_state s = *state;
  for (size_t i = start; i < end; i++) {
    uint8_t c = bytes[i];
    if (c == '\n') {
      s.lines++;
      s.line_start = i + 1;
    }
    if (!s.is_string && c == '\n')
      bytes[i] = '\r';
    if (!s.is_string && c == '\r')
      bytes[i] = ' ';
    if (s.is_escaped) {
      s.is_escaped = 0;
      if (c == '"' || c == '\\')
        continue;
    }
    if (c == '\\')
      s.is_escaped = 1;
    if (c == '"')
      s.is_string = !s.is_string;
    if (s.is_string)
      continue;
    if (c == '{' || c == '[')
      s.depth++;
    if ((c == '}' || c == ']') && --s.depth == 0) {
      s.is_escaped = 0;
      *state = s;
      return i + 1;
    }
  }
  *state = s;
  return BULKCHECK_UNFINISHED;
}

size_t bulkcheck_json_values_scalar(uint8_t *bytes, size_t start, size_t end, size_t bytes_maximum,
                                    bulkcheck_json_run *run, bulkcheck_json_place *places,
                                    size_t room) {
  size_t position = start, behind;
  run->count = 0;
  run->is_at_value = 0;
  for (;;) {
    bulkcheck_json_place place = {position, 0, run->line, run->line_start};
    run->state = (bulkcheck_json_state){0};
    behind = bulkcheck_json_value_scalar(bytes, position, end, &run->state);
    if (behind != BULKCHECK_UNFINISHED && behind - position > bytes_maximum) {
      bulkcheck_json_restore_lines(bytes, position, behind);
      run->state = (bulkcheck_json_state){0};
      run->is_at_value = 1;
      return position;
    }
    run->line += run->state.lines;
    if (run->state.line_start != 0)
      run->line_start = (ptrdiff_t)run->state.line_start;
    run->open = place;
    if (behind == BULKCHECK_UNFINISHED)
      return end;
    place.end = behind;
    places[run->count++] = place;
    if (run->count == room || !is_followed_by_json(bytes, behind, end))
      return behind;
    for (position = behind; bytes[position] != '{' && bytes[position] != '['; position++) {
      if (bytes[position] == '\n') {
        run->line++;
        run->line_start = (ptrdiff_t)position + 1;
      }
    }
  }
}
