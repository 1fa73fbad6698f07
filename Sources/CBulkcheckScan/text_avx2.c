// Counting in texts with AVX2.

#if defined(__x86_64__)

#include <immintrin.h>

#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt"))), apply_to = function)

#include "scalar.h"
#include "short_text.h"

/// The mask of bytes that begin a code point: as signed numbers those above 0xBF.
ALWAYS_INLINE uint32_t first_bytes(__m256i bytes) {
  return (uint32_t)_mm256_movemask_epi8(_mm256_cmpgt_epi8(bytes, _mm256_set1_epi8((char)0xBF)));
}

size_t bulkcheck_count_codepoints_avx2(const uint8_t *bytes, size_t count) {
  size_t n = 0;
  for (; count >= 32; count -= 32, bytes += 32) n += (size_t)__builtin_popcount(first_bytes(load_beyond(bytes)));
  if (count == 0) return n;
  uint32_t valid = (1u << count) - 1;
  if (__builtin_expect(is_loadable(bytes), 1))
    return n + (size_t)__builtin_popcount(first_bytes(load_beyond(bytes)) & valid);
  return n + bulkcheck_count_codepoints_scalar(bytes, count);
}

#pragma clang attribute pop

#endif
