#ifndef BULKCHECK_STRING_H
#define BULKCHECK_STRING_H

#include <stddef.h>
#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

// Where a JSON string ends. Most are short and plain: what looks for their ends is inlined into the
// scanner, in the instructions that every processor of its kind has.

/// The bytes that are looked at together.
#define BULKCHECK_STRING_STEP 32

/// How many of the 32 bytes come before the first that is more than a plain character of a string:
/// a quote, a backslash, a control character or a byte that is not ASCII. Reads the 32 bytes.
static inline size_t bulkcheck_plain_run_portable(const uint8_t *bytes) {
  const uint64_t each = 0x0101010101010101ull, high = 0x80 * each;
  for (size_t i = 0; i < BULKCHECK_STRING_STEP; i += 8) {
    uint64_t word = 0;
    for (size_t k = 0; k < 8; k++)
      word |= (uint64_t)bytes[i + k] << 8 * k;
    uint64_t quote = word ^ '"' * each, backslash = word ^ '\\' * each;
    // The lowest byte that is 0, or below 0x20, gets its high bit; a borrow only disturbs bytes
    // behind it.
    uint64_t found = ((quote - each) & ~quote) | ((backslash - each) & ~backslash) |
                     ((word - 0x20 * each) & ~word) | word;
    if ((found & high) != 0)
      return i + (size_t)__builtin_ctzll(found & high) / 8;
  }
  return BULKCHECK_STRING_STEP;
}

/// As `bulkcheck_plain_run_portable`.
static inline size_t bulkcheck_plain_run(const uint8_t *bytes) {
#if defined(__SSE2__)
  // With bit 1 turned over, a quote is 0x20, and a space is not: quotes, control characters and, as
  // signed numbers, bytes that are not ASCII are less than 0x21, and nothing else is.
  const __m128i turned = _mm_set1_epi8(2), limit = _mm_set1_epi8(0x21),
                backslash = _mm_set1_epi8('\\');
  __m128i a = _mm_loadu_si128((const __m128i *)bytes);
  __m128i b = _mm_loadu_si128((const __m128i *)(bytes + 16));
  __m128i in_a =
      _mm_or_si128(_mm_cmpgt_epi8(limit, _mm_xor_si128(a, turned)), _mm_cmpeq_epi8(a, backslash));
  __m128i in_b =
      _mm_or_si128(_mm_cmpgt_epi8(limit, _mm_xor_si128(b, turned)), _mm_cmpeq_epi8(b, backslash));
  uint64_t found =
      (uint32_t)_mm_movemask_epi8(in_a) | (uint64_t)(uint32_t)_mm_movemask_epi8(in_b) << 16;
  return (size_t)__builtin_ctzll(found | 1ull << BULKCHECK_STRING_STEP);
#elif defined(__aarch64__)
  const uint8x16_t quote = vdupq_n_u8('"'), backslash = vdupq_n_u8('\\');
  const int8x16_t space = vdupq_n_s8(' ');
  for (size_t i = 0; i < BULKCHECK_STRING_STEP; i += 16) {
    uint8x16_t v = vld1q_u8(bytes + i);
    uint8x16_t found = vorrq_u8(vorrq_u8(vceqq_u8(v, quote), vceqq_u8(v, backslash)),
                                vcltq_s8(vreinterpretq_s8_u8(v), space));
    // Four bits for each byte.
    uint8x8_t narrow = vshrn_n_u16(vreinterpretq_u16_u8(found), 4);
    uint64_t mask = vget_lane_u64(vreinterpret_u64_u8(narrow), 0);
    if (mask != 0)
      return i + (size_t)__builtin_ctzll(mask) / 4;
  }
  return BULKCHECK_STRING_STEP;
#else
  return bulkcheck_plain_run_portable(bytes);
#endif
}

#endif
