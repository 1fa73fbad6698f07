#ifndef BULKCHECK_CLASS_MATCH_H
#define BULKCHECK_CLASS_MATCH_H

// Patterns without steps, the same for every vector kernel. Include it where pattern_match.h is,
// for the same definitions.

#include "pattern.h"
#include "short_text.h"

/// Looks at 32 bytes by the first class: whether an ASCII character decides the answer; notes
/// others than ASCII.
ALWAYS_INLINE int is_decided(bytes32 bytes, table16 table, uint32_t flip, uint32_t valid,
                             uint32_t *others) {
  uint32_t wide = beyond_ascii(bytes) & valid;
  *others |= wide;
  return ((members_of(bytes, high_bits(bytes), table) ^ flip) & valid & ~wide) != 0;
}

/// For `all`, a byte outside the class decides; for `any`, a byte in it.
ALWAYS_INLINE uint32_t class_flip(const bulkcheck_pattern *pattern) {
  return pattern->form == BULKCHECK_FORM_ALL ? ~0u : 0;
}

/// A text of fewer than 32 bytes.
ALWAYS_INLINE bulkcheck_answer match_short_class(const bulkcheck_pattern *pattern, bytes32 bytes,
                                                 size_t n) {
  uint32_t others = 0;
  if (is_decided(bytes, table_of(pattern->classes), class_flip(pattern), (1u << n) - 1, &others))
    return class_answer_decided(pattern);
  return class_answer(pattern, others != 0);
}

/// A text so near to the end of its page that what is loaded would reach into the next.
static __attribute__((noinline, cold)) bulkcheck_answer
match_copied_class(const bulkcheck_pattern *pattern, const uint8_t *text, size_t n) {
  short_text copy;
  copy_short(&copy, text, n);
  return match_short_class(pattern, load_beyond(copy.bytes), n);
}

ALWAYS_INLINE bulkcheck_answer match_class(const bulkcheck_pattern *pattern, const uint8_t *text,
                                           size_t n) {
  if (__builtin_expect(!fits_class(pattern, n), 0))
    return class_answer_by_length(pattern, n);
  if (n < 32) {
    if (__builtin_expect(!is_loadable(text), 0))
      return match_copied_class(pattern, text, n);
    return match_short_class(pattern, load_beyond(text), n);
  }
  table16 table = table_of(pattern->classes);
  uint32_t flip = class_flip(pattern), others = 0;
  for (size_t base = 0; base + 32 <= n; base += 32)
    if (is_decided(load_beyond(text + base), table, flip, ~0u, &others))
      return class_answer_decided(pattern);
  // The last 32 bytes, some of them a second time.
  if (is_decided(load_beyond(text + n - 32), table, flip, ~0u, &others))
    return class_answer_decided(pattern);
  return class_answer(pattern, others != 0);
}

#endif
