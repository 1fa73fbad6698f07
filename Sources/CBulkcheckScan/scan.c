#include "include/bulkcheck_scan.h"

#include "scalar.h"

int bulkcheck_runs_kernel(bulkcheck_kernel kernel) {
  switch (kernel) {
  case BULKCHECK_KERNEL_SCALAR:
    return 1;
#if defined(__x86_64__)
  case BULKCHECK_KERNEL_AVX2:
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
           __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("pclmul");
  case BULKCHECK_KERNEL_AVX512:
    return bulkcheck_runs_kernel(BULKCHECK_KERNEL_AVX2) && __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512vbmi2");
#elif defined(__aarch64__)
  case BULKCHECK_KERNEL_NEON:
    return 1;
#endif
  default:
    return 0;
  }
}

bulkcheck_kernel bulkcheck_best_kernel(void) {
  const bulkcheck_kernel from_the_fastest[] = {BULKCHECK_KERNEL_AVX512, BULKCHECK_KERNEL_AVX2,
                                               BULKCHECK_KERNEL_NEON};
  for (size_t i = 0; i < sizeof from_the_fastest / sizeof *from_the_fastest; i++)
    if (bulkcheck_runs_kernel(from_the_fastest[i]))
      return from_the_fastest[i];
  return BULKCHECK_KERNEL_SCALAR;
}

#if defined(__x86_64__)
static int has_avx2(bulkcheck_kernel kernel) {
  return kernel == BULKCHECK_KERNEL_AVX2 || kernel == BULKCHECK_KERNEL_AVX512;
}
#endif

void bulkcheck_index_csv(const uint8_t *bytes, size_t start, size_t end, uint8_t delimiter,
                         uint8_t quote, bulkcheck_index *index, bulkcheck_kernel kernel) {
#if defined(__x86_64__)
  if (kernel == BULKCHECK_KERNEL_AVX512) {
    bulkcheck_index_csv_avx512(bytes, start, end, delimiter, quote, index);
    return;
  }
  if (kernel == BULKCHECK_KERNEL_AVX2) {
    bulkcheck_index_csv_avx2(bytes, start, end, delimiter, quote, index);
    return;
  }
#elif defined(__aarch64__)
  if (kernel == BULKCHECK_KERNEL_NEON) {
    bulkcheck_index_csv_neon(bytes, start, end, delimiter, quote, index);
    return;
  }
#endif
  (void)kernel;
  bulkcheck_index_csv_scalar(bytes, start, end, delimiter, quote, index);
}

size_t bulkcheck_string_end(const uint8_t *bytes, size_t start, bulkcheck_kernel kernel) {
#if defined(__x86_64__)
  if (has_avx2(kernel))
    return bulkcheck_string_end_avx2(bytes, start);
#elif defined(__aarch64__)
  if (kernel == BULKCHECK_KERNEL_NEON)
    return bulkcheck_string_end_neon(bytes, start);
#endif
  (void)kernel;
  return bulkcheck_string_end_scalar(bytes, start);
}

bulkcheck_encoding bulkcheck_encoding_of(const uint8_t *bytes, size_t count,
                                         bulkcheck_kernel kernel) {
#if defined(__x86_64__)
  if (has_avx2(kernel))
    return bulkcheck_encoding_of_avx2(bytes, count);
#elif defined(__aarch64__)
  if (kernel == BULKCHECK_KERNEL_NEON)
    return bulkcheck_encoding_of_neon(bytes, count);
#endif
  (void)kernel;
  return bulkcheck_encoding_of_scalar(bytes, count);
}

size_t bulkcheck_count_byte(const uint8_t *bytes, size_t count, uint8_t byte,
                            bulkcheck_kernel kernel) {
#if defined(__x86_64__)
  if (has_avx2(kernel))
    return bulkcheck_count_byte_avx2(bytes, count, byte);
#elif defined(__aarch64__)
  if (kernel == BULKCHECK_KERNEL_NEON)
    return bulkcheck_count_byte_neon(bytes, count, byte);
#endif
  (void)kernel;
  return bulkcheck_count_byte_scalar(bytes, count, byte);
}

size_t bulkcheck_count_codepoints(const uint8_t *bytes, size_t count, bulkcheck_kernel kernel) {
#if defined(__x86_64__)
  if (has_avx2(kernel))
    return bulkcheck_count_codepoints_avx2(bytes, count);
#elif defined(__aarch64__)
  if (kernel == BULKCHECK_KERNEL_NEON)
    return bulkcheck_count_codepoints_neon(bytes, count);
#endif
  (void)kernel;
  return bulkcheck_count_codepoints_scalar(bytes, count);
}

void bulkcheck_classify_text(const uint8_t *bytes, size_t count, bulkcheck_text_classes *classes,
                             bulkcheck_kernel kernel) {
#if defined(__x86_64__)
  if (has_avx2(kernel)) {
    bulkcheck_classify_text_avx2(bytes, count, classes);
    return;
  }
#elif defined(__aarch64__)
  if (kernel == BULKCHECK_KERNEL_NEON) {
    bulkcheck_classify_text_neon(bytes, count, classes);
    return;
  }
#endif
  (void)kernel;
  bulkcheck_classify_text_scalar(bytes, count, classes);
}

void bulkcheck_json_restore_lines(uint8_t *bytes, size_t start, size_t end) {
  int is_string = 0, is_escaped = 0;
  for (size_t i = start; i < end; i++) {
    uint8_t c = bytes[i];
    if (!is_string && c == '\r')
      bytes[i] = '\n';
    if (c == '"' && !is_escaped)
      is_string = !is_string;
    is_escaped = c == '\\' && !is_escaped;
  }
}

size_t bulkcheck_json_value(uint8_t *bytes, size_t start, size_t end, bulkcheck_json_state *state,
                            bulkcheck_kernel kernel) {
#if defined(__x86_64__)
  if (has_avx2(kernel))
    return bulkcheck_json_value_avx2(bytes, start, end, state);
#elif defined(__aarch64__)
  if (kernel == BULKCHECK_KERNEL_NEON)
    return bulkcheck_json_value_neon(bytes, start, end, state);
#endif
  (void)kernel;
  return bulkcheck_json_value_scalar(bytes, start, end, state);
}

size_t bulkcheck_json_values(uint8_t *bytes, size_t start, size_t end, size_t bytes_maximum,
                             bulkcheck_json_run *run, bulkcheck_json_place *places, size_t room,
                             bulkcheck_kernel kernel) {
#if defined(__x86_64__)
  if (has_avx2(kernel))
    return bulkcheck_json_values_avx2(bytes, start, end, bytes_maximum, run, places, room);
#elif defined(__aarch64__)
  if (kernel == BULKCHECK_KERNEL_NEON)
    return bulkcheck_json_values_neon(bytes, start, end, bytes_maximum, run, places, room);
#endif
  (void)kernel;
  return bulkcheck_json_values_scalar(bytes, start, end, bytes_maximum, run, places, room);
}
