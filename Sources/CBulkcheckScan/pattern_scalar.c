// Patterns, portable: class masks one byte after the other.

#include "pattern.h"
#include "steps.h"

bulkcheck_answer bulkcheck_class_match_scalar(const bulkcheck_pattern *pattern, const uint8_t *text,
                                              size_t n) {
  if (!fits_class(pattern, n))
    return class_answer_by_length(pattern, n);
  int deciding = pattern->form == BULKCHECK_FORM_ANY, has_others = 0;
  for (size_t i = 0; i < n; i++) {
    uint8_t c = text[i];
    if (c >= 0x80) {
      has_others = 1;
    } else if (((pattern->classes->members[c & 15] >> (c >> 4)) & 1) == deciding) {
      return class_answer_decided(pattern);
    }
  }
  return class_answer(pattern, has_others);
}

bulkcheck_answer bulkcheck_pattern_match_scalar(const bulkcheck_pattern *pattern,
                                                const uint8_t *text, size_t n) {
  if (!is_judged(pattern, n)) {
    bulkcheck_answer answer = answer_by_length(pattern, n);
    if (answer != BULKCHECK_CUT)
      return answer;
    n = BULKCHECK_PATTERN_TEXT_MAXIMUM;
  }
  uint64_t valid = (1ull << n) - 1;
  if (pattern->needs_ascii) {
    uint8_t all = 0;
    for (size_t i = 0; i < n; i++)
      all |= text[i];
    if (all >= 0x80)
      return BULKCHECK_UNDECIDED;
  }
  for (size_t i = 0; i < 32; i++) {
    if (!((pattern->literal_positions >> i) & 1))
      continue;
    if (i >= n || (text[i] | pattern->literal_blind[i]) != pattern->literal[i])
      return BULKCHECK_NOT_MATCHED;
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
    if ((mask & class->required) != class->required)
      return BULKCHECK_NOT_MATCHED;
    masks[k] = mask;
  }
  return judge(pattern, masks, valid, n);
}

bulkcheck_answer bulkcheck_pattern_match_empty(const bulkcheck_pattern *pattern) {
  uint64_t masks[BULKCHECK_PATTERN_CLASS_MAXIMUM] = {0};
  if (pattern->literal_positions != 0)
    return BULKCHECK_NOT_MATCHED;
  for (size_t k = 0; k < pattern->class_count; k++)
    if (pattern->classes[k].required != 0)
      return BULKCHECK_NOT_MATCHED;
  return judge(pattern, masks, 0, 0);
}
