#include "include/bulkcheck_scan.h"

#include "pattern.h"

/// Looks at no more than the text's end.
static bulkcheck_answer match_tail(const bulkcheck_pattern *pattern, const uint8_t *text,
                                   size_t count) {
  if (count > pattern->tail_length) {
    text += count - pattern->tail_length;
    count = pattern->tail_length;
  }
  return pattern->match_tail(pattern, text, count);
}

void bulkcheck_pattern_prepare(bulkcheck_pattern *pattern) {
  bulkcheck_matcher *steps = bulkcheck_pattern_match_scalar, *class = bulkcheck_class_match_scalar;
#if defined(__x86_64__)
  if (pattern->kernel == BULKCHECK_KERNEL_AVX2 || pattern->kernel == BULKCHECK_KERNEL_AVX512) {
    steps = bulkcheck_pattern_match_avx2;
    class = bulkcheck_class_match_avx2;
  }
#elif defined(__aarch64__)
  if (pattern->kernel == BULKCHECK_KERNEL_NEON) {
    steps = bulkcheck_pattern_match_neon;
    class = bulkcheck_class_match_neon;
  }
#endif
  pattern->match = pattern->form == BULKCHECK_FORM_STEPS ? steps : class;
  if (pattern->tail_length == 0)
    return;
  pattern->match_tail = pattern->match;
  pattern->match = match_tail;
}
