// Columns with AVX2.

#if defined(__x86_64__)

#include <immintrin.h>

#include "columns.h"

#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt"))), \
                             apply_to = function)

uint64_t bulkcheck_alike_avx2(const bulkcheck_node *nodes, uint64_t lanes, uint16_t mark,
                              uint64_t *empties) {
  if (lanes == 0) {
    *empties = 0;
    return 0;
  }
  const __m256i wanted = _mm256_set1_epi64x((long long)mark);
  const __m256i zero = _mm256_setzero_si256();
  const __m256i length = _mm256_set1_epi64x(0xFFFFFFFF);
  uint64_t alike = 0, empty = 0;
  unsigned end = 64 - (unsigned)__builtin_clzll(lanes);
  for (unsigned lane = 0; lane < end; lane += 4) {
    __m256i first = _mm256_loadu_si256((const __m256i *)(nodes + lane));
    __m256i second = _mm256_loadu_si256((const __m256i *)(nodes + lane + 2));
    // The words of lanes 0, 2, 1, 3, and in order.
    __m256i words = _mm256_permute4x64_epi64(_mm256_unpackhi_epi64(first, second), 0xD8);
    __m256i is_alike = _mm256_cmpeq_epi64(_mm256_srli_epi64(words, 48), wanted);
    __m256i is_empty = _mm256_cmpeq_epi64(_mm256_and_si256(words, length), zero);
    alike |= (uint64_t)(unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(is_alike)) << lane;
    empty |= (uint64_t)(unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(is_empty)) << lane;
  }
  *empties = empty & alike & lanes;
  return alike & lanes;
}

#pragma clang attribute pop

#endif
