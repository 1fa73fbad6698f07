#ifndef BULKCHECK_PATTERN_MATCH_H
#define BULKCHECK_PATTERN_MATCH_H

// Matching a pattern, the same for every vector kernel. Include it inside the kernel's attributes
// and behind its definitions of
//
//   bytes32, load_beyond    32 bytes of a text, and how they are loaded (short_text.h)
//   table16, table_of      the members of a class, to be looked up
//   high_bits, members_of  the mask of a class's members
//   beyond_ascii, literal_bytes    masks of bytes that are not ASCII, that are the pattern's
//   literal ones

#include "pattern.h"
#include "short_text.h"
#include "steps.h"

ALWAYS_INLINE bulkcheck_answer match(const bulkcheck_pattern *pattern, bytes32 low, bytes32 rest,
                                     int has_rest, size_t n) {
  uint64_t valid = (1ull << n) - 1;
  if (pattern->needs_ascii) {
    uint64_t others = beyond_ascii(low);
    if (has_rest)
      others |= (uint64_t)beyond_ascii(rest) << 32;
    if (others & valid)
      return BULKCHECK_UNDECIDED;
  }
  if (pattern->literal_positions != 0) {
    uint64_t same = literal_bytes(low, pattern);
    if (pattern->literal_positions & ~(same & valid))
      return BULKCHECK_NOT_MATCHED;
  }
  bytes32 low_high = high_bits(low);
  bytes32 rest_high = has_rest ? high_bits(rest) : low_high;
  uint64_t masks[BULKCHECK_PATTERN_CLASS_MAXIMUM];
  masks[0] = 0;
  const bulkcheck_class *class = pattern->classes;
  size_t count = pattern->class_count;
  for (size_t k = 0; k < count; k++, class ++) {
    table16 table = table_of(class);
    uint64_t mask = members_of(low, low_high, table);
    if (has_rest)
      mask |= (uint64_t)members_of(rest, rest_high, table) << 32;
    mask &= valid;
    if (class->required & ~mask)
      return BULKCHECK_NOT_MATCHED;
    masks[k] = mask;
  }
  return judge(pattern, masks, valid, n);
}

/// A text of unusual length, or so near to the end of its page that what is loaded would reach into
/// the next.
static __attribute__((noinline, cold)) bulkcheck_answer
match_unusual(const bulkcheck_pattern *pattern, const uint8_t *text, size_t n) {
  if (!is_judged(pattern, n)) {
    bulkcheck_answer answer = answer_by_length(pattern, n);
    if (answer != BULKCHECK_CUT)
      return answer;
    n = BULKCHECK_PATTERN_TEXT_MAXIMUM;
  }
  short_text copy;
  copy_short(&copy, text, n);
  return match(pattern, load_beyond(copy.bytes), load_beyond(copy.bytes + 32), 1, n);
}

ALWAYS_INLINE bulkcheck_answer match_text(const bulkcheck_pattern *pattern, const uint8_t *text,
                                          size_t n) {
  if (__builtin_expect(!is_judged(pattern, n) || !is_loadable(text), 0))
    return match_unusual(pattern, text, n);
  bytes32 low = load_beyond(text);
  if (n > 32)
    return match(pattern, low, load_beyond(text + 32), 1, n);
  return match(pattern, low, low, 0, n);
}

#endif
