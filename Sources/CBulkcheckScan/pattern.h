#ifndef BULKCHECK_PATTERN_KERNELS_H
#define BULKCHECK_PATTERN_KERNELS_H
#include "blocks.h"
bulkcheck_answer bulkcheck_pattern_match_scalar(const bulkcheck_pattern *, const uint8_t *, size_t);
bulkcheck_answer bulkcheck_pattern_match_avx2(const bulkcheck_pattern *, const uint8_t *, size_t);
bulkcheck_answer bulkcheck_pattern_match_neon(const bulkcheck_pattern *, const uint8_t *, size_t);

/// Whether the length says nothing yet.
ALWAYS_INLINE int is_judged(const bulkcheck_pattern *pattern, size_t n) {
  return n - pattern->length_minimum <= (size_t)(pattern->length_maximum - pattern->length_minimum);
}

/// The answer for any other length.
ALWAYS_INLINE bulkcheck_answer answer_by_length(const bulkcheck_pattern *pattern, size_t n) {
  if (n == 0) return (bulkcheck_answer)pattern->empty;
  return n < pattern->length_minimum ? BULKCHECK_NOT_MATCHED : (bulkcheck_answer)pattern->beyond;
}
#endif
