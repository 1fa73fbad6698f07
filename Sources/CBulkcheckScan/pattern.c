#include "include/bulkcheck_scan.h"

#include "pattern.h"

bulkcheck_answer bulkcheck_pattern_match(const bulkcheck_pattern *pattern, const uint8_t *text, size_t count) {
#if defined(__x86_64__)
  if (pattern->kernel == BULKCHECK_KERNEL_AVX2 || pattern->kernel == BULKCHECK_KERNEL_AVX512)
    return bulkcheck_pattern_match_avx2(pattern, text, count);
#elif defined(__aarch64__)
  if (pattern->kernel == BULKCHECK_KERNEL_NEON) return bulkcheck_pattern_match_neon(pattern, text, count);
#endif
  return bulkcheck_pattern_match_scalar(pattern, text, count);
}
