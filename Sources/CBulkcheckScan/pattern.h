#ifndef BULKCHECK_PATTERN_KERNELS_H
#define BULKCHECK_PATTERN_KERNELS_H
#include "blocks.h"
bulkcheck_answer bulkcheck_pattern_match_scalar(const bulkcheck_pattern *, const uint8_t *, size_t);
bulkcheck_answer bulkcheck_class_match_scalar(const bulkcheck_pattern *, const uint8_t *, size_t);
bulkcheck_answer bulkcheck_pattern_match_avx2(const bulkcheck_pattern *, const uint8_t *, size_t);
bulkcheck_answer bulkcheck_class_match_avx2(const bulkcheck_pattern *, const uint8_t *, size_t);
bulkcheck_answer bulkcheck_pattern_match_neon(const bulkcheck_pattern *, const uint8_t *, size_t);
bulkcheck_answer bulkcheck_class_match_neon(const bulkcheck_pattern *, const uint8_t *, size_t);

bulkcheck_column_matcher bulkcheck_pattern_match_column_avx2, bulkcheck_class_match_column_avx2,
    bulkcheck_pattern_match_column_neon, bulkcheck_class_match_column_neon;

/// Asks `match_one` about one text after the other.
ALWAYS_INLINE uint64_t match_each(const bulkcheck_pattern *pattern, const bulkcheck_node *nodes,
                                  uint64_t lanes, uint64_t *undecided,
                                  bulkcheck_matcher *match_one) {
  uint64_t matched = 0, open = 0;
  for (; lanes != 0; lanes &= lanes - 1) {
    uint32_t lane = lowest_bit(lanes);
    bulkcheck_answer answer =
        match_one(pattern, nodes[lane].start, (uint32_t)nodes[lane].word);
    matched |= (uint64_t)(answer == BULKCHECK_MATCHED) << lane;
    open |= (uint64_t)(answer == BULKCHECK_UNDECIDED) << lane;
  }
  *undecided = open;
  return matched;
}

/// Whether the length says nothing yet.
ALWAYS_INLINE int is_judged(const bulkcheck_pattern *pattern, size_t n) {
  return n - pattern->length_minimum <= (size_t)(pattern->length_maximum - pattern->length_minimum);
}

/// The answer for any other length.
ALWAYS_INLINE bulkcheck_answer answer_by_length(const bulkcheck_pattern *pattern, size_t n) {
  if (n == 0)
    return (bulkcheck_answer)pattern->empty;
  return n < pattern->length_minimum ? BULKCHECK_NOT_MATCHED : (bulkcheck_answer)pattern->beyond;
}

/// Whether the length of a text says nothing about a pattern without steps.
ALWAYS_INLINE int fits_class(const bulkcheck_pattern *pattern, size_t n) {
  return n >= pattern->length_minimum && n <= pattern->form_maximum;
}

/// The answer for any other length. A long text may have fewer characters than bytes.
ALWAYS_INLINE bulkcheck_answer class_answer_by_length(const bulkcheck_pattern *pattern, size_t n) {
  if (n == 0)
    return (bulkcheck_answer)pattern->empty;
  return n > pattern->form_maximum && pattern->needs_ascii ? BULKCHECK_UNDECIDED
                                                           : BULKCHECK_NOT_MATCHED;
}

/// The answer where an ASCII character decides, and where none does.
ALWAYS_INLINE bulkcheck_answer class_answer_decided(const bulkcheck_pattern *pattern) {
  return pattern->form == BULKCHECK_FORM_ANY ? BULKCHECK_MATCHED : BULKCHECK_NOT_MATCHED;
}

ALWAYS_INLINE bulkcheck_answer class_answer(const bulkcheck_pattern *pattern, int has_others) {
  if (has_others)
    return pattern->needs_ascii ? BULKCHECK_UNDECIDED : BULKCHECK_NOT_MATCHED;
  return pattern->form == BULKCHECK_FORM_ALL ? BULKCHECK_MATCHED : BULKCHECK_NOT_MATCHED;
}
#endif
