// Counting in texts and classifying them with AVX2.

#if defined(__x86_64__)

#include <immintrin.h>

#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt"))), \
                             apply_to = function)

#include "scalar.h"
#include "short_text.h"

/// Sixteen bytes as signed ones.
#define BYTES16(...) BYTES16_OF(__VA_ARGS__)
#define BYTES16_OF(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)                        \
  (char)(a), (char)(b), (char)(c), (char)(d), (char)(e), (char)(f), (char)(g), (char)(h), \
      (char)(i), (char)(j), (char)(k), (char)(l), (char)(m), (char)(n), (char)(o), (char)(p)

/// The mask of bytes that begin a code point: as signed numbers those above 0xBF.
ALWAYS_INLINE uint32_t first_bytes(__m256i bytes) {
  return (uint32_t)_mm256_movemask_epi8(_mm256_cmpgt_epi8(bytes, _mm256_set1_epi8((char)0xBF)));
}

size_t bulkcheck_count_codepoints_avx2(const uint8_t *bytes, size_t count) {
  size_t n = 0;
  for (; count >= 32; count -= 32, bytes += 32)
    n += (size_t)__builtin_popcount(first_bytes(load_beyond(bytes)));
  if (count == 0)
    return n;
  uint32_t valid = (1u << count) - 1;
  if (__builtin_expect(is_loadable(bytes), 1))
    return n + (size_t)__builtin_popcount(first_bytes(load_beyond(bytes)) & valid);
  return n + bulkcheck_count_codepoints_scalar(bytes, count);
}

typedef __m256i bytes32;

#include "text_classes.h"

/// All bits of the first `count` bytes of 32.
ALWAYS_INLINE __m256i first_of_32(size_t count) {
  static const uint64_t ones_and_zeros[8] = {~0ull, ~0ull, ~0ull, ~0ull};
  return _mm256_loadu_si256((const __m256i *)((const uint8_t *)ones_and_zeros + 32 - count));
}

/// All bits of 32 bytes, combined.
ALWAYS_INLINE uint8_t any_of_32(__m256i v) {
  __m128i half = _mm_or_si128(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
  uint64_t bits = (uint64_t)_mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half)));
  bits |= bits >> 32;
  bits |= bits >> 16;
  return (uint8_t)(bits | bits >> 8);
}

ALWAYS_INLINE uint32_t mask_of(__m256i v) { return (uint32_t)_mm256_movemask_epi8(v); }

ALWAYS_INLINE block_classes classify_block(__m256i bytes, size_t count, uint64_t *shape) {
  const __m256i low = _mm256_broadcastsi128_si256(_mm_setr_epi8(BYTES16(TEXT_LOW)));
  const __m256i high = _mm256_broadcastsi128_si256(_mm_setr_epi8(BYTES16(TEXT_HIGH)));
  const __m256i zero = _mm256_setzero_si256();
  __m256i v = _mm256_and_si256(bytes, first_of_32(count));
  // The shuffle gives 0 for a byte that is not ASCII, as the high table would.
  __m256i marks = _mm256_and_si256(
      _mm256_shuffle_epi8(low, v),
      _mm256_shuffle_epi8(high, _mm256_and_si256(_mm256_srli_epi16(v, 4), _mm256_set1_epi8(0x0F))));
  block_classes classes = {
      .others = mask_of(_mm256_cmpeq_epi8(marks, zero)),
      .printable = mask_of(_mm256_andnot_si256(_mm256_cmpeq_epi8(v, _mm256_set1_epi8(0x7F)),
                                               _mm256_cmpgt_epi8(v, _mm256_set1_epi8(0x1F)))),
      .first_bytes = first_bytes(v),
      .marks = any_of_32(marks),
  };
  if (shape == NULL)
    return classes;
  __m256i is_word = _mm256_cmpgt_epi8(_mm256_and_si256(marks, _mm256_set1_epi8(WORD_MARKS)), zero);
  __m256i rows = _mm256_srli_epi16(_mm256_and_si256(v, _mm256_set1_epi8(0x60)), 5);
  __m256i kinds = _mm256_blendv_epi8(v, rows, is_word);
  _mm256_storeu_si256((__m256i *)shape, kinds);
  __m256i before = _mm256_alignr_epi8(kinds, _mm256_permute2x128_si256(kinds, kinds, 0x08), 15);
  classes.run_starts = ~mask_of(_mm256_cmpeq_epi8(kinds, before));
  return classes;
}

void bulkcheck_classify_text_avx2(const uint8_t *bytes, size_t count,
                                  bulkcheck_text_classes *classes) {
  classify_text(bytes, count, classes);
}

#pragma clang attribute pop

#endif
