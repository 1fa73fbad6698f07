// Patterns, portable: class masks one byte after the other.

#include "pattern.h"
#include "steps.h"

bulkcheck_answer bulkcheck_pattern_match_scalar(const bulkcheck_pattern *pattern, const uint8_t *text, size_t n) {
  uint64_t valid = (1ull << n) - 1;
  if (pattern->needs_ascii) {
    uint8_t all = 0;
    for (size_t i = 0; i < n; i++) all |= text[i];
    if (all >= 0x80) return BULKCHECK_UNDECIDED;
  }
  uint64_t masks[BULKCHECK_PATTERN_CLASS_MAXIMUM];
  masks[0] = 0;
  for (size_t k = 0; k < pattern->class_count; k++) {
    const bulkcheck_class *class = &pattern->classes[k];
    uint64_t mask = 0;
    for (size_t i = 0; i < n; i++) {
      uint8_t c = text[i];
      uint64_t is_member = c < 0x80 && ((class->members[c & 15] >> (c >> 4)) & 1);
      mask |= is_member << i;
    }
    if ((mask & class->required) != class->required) return BULKCHECK_NOT_MATCHED;
    masks[k] = mask;
  }
  return judge(pattern, masks, valid, n);
}
