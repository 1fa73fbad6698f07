#include "include/bulkcheck_scan.h"

#include "scalar.h"

bulkcheck_kernel bulkcheck_best_kernel(void) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
      __builtin_cpu_supports("pclmul"))
    return BULKCHECK_KERNEL_AVX2;
  return BULKCHECK_KERNEL_SCALAR;
#elif defined(__aarch64__)
  return BULKCHECK_KERNEL_NEON;
#else
  return BULKCHECK_KERNEL_SCALAR;
#endif
}

void bulkcheck_index_json(const uint8_t *bytes, size_t start, size_t end, bulkcheck_index *index,
                          bulkcheck_kernel kernel) {
#if defined(__x86_64__)
  if (kernel == BULKCHECK_KERNEL_AVX2) {
    bulkcheck_index_json_avx2(bytes, start, end, index);
    return;
  }
#elif defined(__aarch64__)
  if (kernel == BULKCHECK_KERNEL_NEON) {
    bulkcheck_index_json_neon(bytes, start, end, index);
    return;
  }
#endif
  (void)kernel;
  bulkcheck_index_json_scalar(bytes, start, end, index);
}

void bulkcheck_index_csv(const uint8_t *bytes, size_t start, size_t end, uint8_t delimiter, bulkcheck_index *index,
                         bulkcheck_kernel kernel) {
#if defined(__x86_64__)
  if (kernel == BULKCHECK_KERNEL_AVX2) {
    bulkcheck_index_csv_avx2(bytes, start, end, delimiter, index);
    return;
  }
#elif defined(__aarch64__)
  if (kernel == BULKCHECK_KERNEL_NEON) {
    bulkcheck_index_csv_neon(bytes, start, end, delimiter, index);
    return;
  }
#endif
  (void)kernel;
  bulkcheck_index_csv_scalar(bytes, start, end, delimiter, index);
}

size_t bulkcheck_count_byte(const uint8_t *bytes, size_t count, uint8_t byte, bulkcheck_kernel kernel) {
#if defined(__x86_64__)
  if (kernel == BULKCHECK_KERNEL_AVX2) return bulkcheck_count_byte_avx2(bytes, count, byte);
#elif defined(__aarch64__)
  if (kernel == BULKCHECK_KERNEL_NEON) return bulkcheck_count_byte_neon(bytes, count, byte);
#endif
  (void)kernel;
  return bulkcheck_count_byte_scalar(bytes, count, byte);
}

size_t bulkcheck_count_codepoints(const uint8_t *bytes, size_t count, bulkcheck_kernel kernel) {
#if defined(__x86_64__)
  if (kernel == BULKCHECK_KERNEL_AVX2) return bulkcheck_count_codepoints_avx2(bytes, count);
#elif defined(__aarch64__)
  if (kernel == BULKCHECK_KERNEL_NEON) return bulkcheck_count_codepoints_neon(bytes, count);
#endif
  (void)kernel;
  return bulkcheck_count_codepoints_scalar(bytes, count);
}
