// Patterns with AVX2: class masks for 32 bytes at a time.

#if defined(__x86_64__)

#include <immintrin.h>

#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt"))), \
                             apply_to = function)

#include "pattern.h"
#include "short_text.h"

typedef __m256i bytes32;
typedef __m256i table16;

/// The bit of each byte's high half, of those that `bulkcheck_class.members` has for its low half;
/// all bits for bytes that are not ASCII.
ALWAYS_INLINE __m256i high_bits(__m256i bytes) {
  const __m256i bits =
      _mm256_setr_epi8(1, 2, 4, 8, 16, 32, 64, (char)128, -1, -1, -1, -1, -1, -1, -1, -1, 1, 2, 4,
                       8, 16, 32, 64, (char)128, -1, -1, -1, -1, -1, -1, -1, -1);
  return _mm256_shuffle_epi8(bits,
                             _mm256_and_si256(_mm256_srli_epi16(bytes, 4), _mm256_set1_epi8(0x0F)));
}

/// The mask of members. The shuffle gives 0 for a byte that is not ASCII, which is not equal to all
/// bits.
ALWAYS_INLINE uint32_t members_of(__m256i bytes, __m256i high, __m256i table) {
  __m256i found = _mm256_and_si256(_mm256_shuffle_epi8(table, bytes), high);
  return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(found, high));
}

/// The mask of bytes that are not ASCII.
ALWAYS_INLINE uint32_t beyond_ascii(__m256i bytes) { return (uint32_t)_mm256_movemask_epi8(bytes); }

/// The mask of bytes that are the pattern's literal ones.
ALWAYS_INLINE uint32_t literal_bytes(__m256i bytes, const bulkcheck_pattern *pattern) {
  __m256i literal = _mm256_loadu_si256((const __m256i *)pattern->literal);
  __m256i blind = _mm256_loadu_si256((const __m256i *)pattern->literal_blind);
  return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_or_si256(bytes, blind), literal));
}

ALWAYS_INLINE __m256i table_of(const bulkcheck_class *class) {
  return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)class->members));
}

#include "class_match.h"
#include "pattern_match.h"

bulkcheck_answer bulkcheck_pattern_match_avx2(const bulkcheck_pattern *pattern, const uint8_t *text,
                                              size_t n) {
  return match_text(pattern, text, n);
}

bulkcheck_answer bulkcheck_class_match_avx2(const bulkcheck_pattern *pattern, const uint8_t *text,
                                            size_t n) {
  return match_class(pattern, text, n);
}

uint64_t bulkcheck_pattern_match_column_avx2(const bulkcheck_pattern *pattern,
                                              const bulkcheck_node *nodes, uint64_t lanes,
                                              uint64_t *undecided) {
  return match_each(pattern, nodes, lanes, undecided, match_text);
}

uint64_t bulkcheck_class_match_column_avx2(const bulkcheck_pattern *pattern,
                                            const bulkcheck_node *nodes, uint64_t lanes,
                                            uint64_t *undecided) {
  return match_each(pattern, nodes, lanes, undecided, match_class);
}

#pragma clang attribute pop

#endif
