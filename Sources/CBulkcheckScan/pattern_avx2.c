// Patterns with AVX2: class masks for 32 bytes at a time.

#if defined(__x86_64__)

#include <immintrin.h>

#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt"))), apply_to = function)

#include "pattern.h"
#include "short_text.h"
#include "steps.h"

/// The bit of each byte's high half, of those that `bulkcheck_class.members` has for its low half; all bits for bytes
/// that are not ASCII.
ALWAYS_INLINE __m256i high_bits(__m256i bytes) {
  const __m256i bits = _mm256_setr_epi8(1, 2, 4, 8, 16, 32, 64, (char)128, -1, -1, -1, -1, -1, -1, -1, -1, 1, 2, 4, 8,
                                        16, 32, 64, (char)128, -1, -1, -1, -1, -1, -1, -1, -1);
  return _mm256_shuffle_epi8(bits, _mm256_and_si256(_mm256_srli_epi16(bytes, 4), _mm256_set1_epi8(0x0F)));
}

/// The mask of members. The shuffle gives 0 for a byte that is not ASCII, which is not equal to all bits.
ALWAYS_INLINE uint64_t members_of(__m256i bytes, __m256i high, __m256i table) {
  __m256i found = _mm256_and_si256(_mm256_shuffle_epi8(table, bytes), high);
  return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(found, high));
}

ALWAYS_INLINE bulkcheck_answer match(const bulkcheck_pattern *pattern, __m256i low, __m256i rest, int has_rest,
                                     size_t n) {
  uint64_t valid = (1ull << n) - 1;
  if (pattern->needs_ascii) {
    uint64_t others = (uint32_t)_mm256_movemask_epi8(low);
    if (has_rest) others |= (uint64_t)(uint32_t)_mm256_movemask_epi8(rest) << 32;
    if (others & valid) return BULKCHECK_UNDECIDED;
  }
  if (pattern->literal_positions != 0) {
    __m256i literal = _mm256_loadu_si256((const __m256i *)pattern->literal);
    __m256i blind = _mm256_loadu_si256((const __m256i *)pattern->literal_blind);
    uint64_t same = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(_mm256_or_si256(low, blind), literal));
    if (pattern->literal_positions & ~(same & valid)) return BULKCHECK_NOT_MATCHED;
  }
  __m256i low_high = high_bits(low);
  __m256i rest_high = has_rest ? high_bits(rest) : low_high;
  uint64_t masks[BULKCHECK_PATTERN_CLASS_MAXIMUM];
  masks[0] = 0;
  const bulkcheck_class *class = pattern->classes;
  size_t count = pattern->class_count;
  for (size_t k = 0; k < count; k++, class++) {
    __m256i table = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)class->members));
    uint64_t mask = members_of(low, low_high, table);
    if (has_rest) mask |= members_of(rest, rest_high, table) << 32;
    mask &= valid;
    if (class->required & ~mask) return BULKCHECK_NOT_MATCHED;
    masks[k] = mask;
  }
  return judge(pattern, masks, valid, n);
}

/// A text of unusual length, or so near to the end of its page that what is loaded would reach into the next.
static __attribute__((noinline, cold)) bulkcheck_answer match_unusual(const bulkcheck_pattern *pattern,
                                                                      const uint8_t *text, size_t n) {
  if (!is_judged(pattern, n)) {
    bulkcheck_answer answer = answer_by_length(pattern, n);
    if (answer != BULKCHECK_CUT) return answer;
    n = BULKCHECK_PATTERN_TEXT_MAXIMUM;
  }
  short_text copy;
  copy_short(&copy, text, n);
  return match(pattern, load_beyond(copy.bytes), load_beyond(copy.bytes + 32), 1, n);
}

bulkcheck_answer bulkcheck_pattern_match_avx2(const bulkcheck_pattern *pattern, const uint8_t *text, size_t n) {
  if (__builtin_expect(!is_judged(pattern, n) || !is_loadable(text), 0)) return match_unusual(pattern, text, n);
  __m256i low = load_beyond(text);
  if (n > 32) return match(pattern, low, load_beyond(text + 32), 1, n);
  return match(pattern, low, low, 0, n);
}

#pragma clang attribute pop

#endif
