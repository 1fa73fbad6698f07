#include "include/bulkcheck_scan.h"

#include "pattern.h"

bulkcheck_answer bulkcheck_pattern_match(const bulkcheck_pattern *pattern, const uint8_t *text, size_t count) {
  int has_steps = pattern->form == BULKCHECK_FORM_STEPS;
  if (pattern->tail_length != 0 && count > pattern->tail_length) {
    text += count - pattern->tail_length;
    count = pattern->tail_length;
  }
#if defined(__x86_64__)
  if (pattern->kernel == BULKCHECK_KERNEL_AVX2 || pattern->kernel == BULKCHECK_KERNEL_AVX512) {
    if (!has_steps) return bulkcheck_class_match_avx2(pattern, text, count);
    return bulkcheck_pattern_match_avx2(pattern, text, count);
  }
#elif defined(__aarch64__)
  if (pattern->kernel == BULKCHECK_KERNEL_NEON) {
    if (!has_steps) return bulkcheck_class_match_neon(pattern, text, count);
    return bulkcheck_pattern_match_neon(pattern, text, count);
  }
#endif
  if (!has_steps) return bulkcheck_class_match_scalar(pattern, text, count);
  return bulkcheck_pattern_match_scalar(pattern, text, count);
}
