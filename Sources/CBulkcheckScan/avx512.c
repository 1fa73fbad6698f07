// The kernel for x86-64 with AVX-512 and VBMI2 (Intel since 2019, AMD since 2022). Chosen at run
// time: see scan.c. Patterns and counting in short texts stay with AVX2: such texts rarely fill 32
// bytes.

#if defined(__x86_64__)

#include <immintrin.h>

// Everything below, the shared bit work included, may use these instructions.
#pragma clang attribute push(                                                                \
    __attribute__((                                                                          \
        target("avx512f,avx512bw,avx512vl,avx512vbmi2,avx2,bmi,bmi2,lzcnt,popcnt,pclmul"))), \
    apply_to = function)

#include <stdint.h>
#include <stddef.h>

/// Appends the positions of the set bits, sixteen a store: the bits pick their places out of 0 ...
/// 63. Writes up to 16 positions more than there are.
static inline __attribute__((always_inline)) size_t append_bits(uint32_t *out, size_t count,
                                                                uint32_t base, uint64_t bits) {
  const __m512i places = _mm512_set_epi64(
      0x3F3E3D3C3B3A3938, 0x3736353433323130, 0x2F2E2D2C2B2A2928, 0x2726252423222120,
      0x1F1E1D1C1B1A1918, 0x1716151413121110, 0x0F0E0D0C0B0A0908, 0x0706050403020100);
  size_t n = (size_t)__builtin_popcountll(bits);
  __m512i picked = _mm512_maskz_compress_epi8(bits, places);
  __m512i start = _mm512_set1_epi32((int)base);
  uint32_t *p = out + count;
  _mm512_storeu_si512(
      p, _mm512_add_epi32(start, _mm512_cvtepu8_epi32(_mm512_castsi512_si128(picked))));
  if (__builtin_expect(n > 16, 0)) {
    _mm512_storeu_si512(p + 16, _mm512_add_epi32(start, _mm512_cvtepu8_epi32(
                                                            _mm512_extracti32x4_epi32(picked, 1))));
    if (__builtin_expect(n > 32, 0)) {
      _mm512_storeu_si512(
          p + 32,
          _mm512_add_epi32(start, _mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(picked, 2))));
      _mm512_storeu_si512(
          p + 48,
          _mm512_add_epi32(start, _mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(picked, 3))));
    }
  }
  return count + n;
}
#define BULKCHECK_HAS_APPEND_BITS

#include "blocks.h"
#include "scalar.h"
#include "tables.h"

typedef __m512i step64;

ALWAYS_INLINE step64 load_step(const uint8_t *p) { return _mm512_loadu_si512(p); }

ALWAYS_INLINE int any_bit(__m512i v) { return _mm512_test_epi64_mask(v, v) != 0; }

ALWAYS_INLINE uint64_t equal_to(step64 s, char byte) {
  return _mm512_cmpeq_epi8_mask(s, _mm512_set1_epi8(byte));
}

#include "x86.h"

/// A table of 16 bytes, four times: a shuffle looks up in its own quarter.
#define TABLE16(...) TABLE16_OF(__VA_ARGS__)
#define TABLE16_OF(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)                            \
  _mm512_broadcast_i32x4(_mm_setr_epi8(                                                       \
      (char)(a), (char)(b), (char)(c), (char)(d), (char)(e), (char)(f), (char)(g), (char)(h), \
      (char)(i), (char)(j), (char)(k), (char)(l), (char)(m), (char)(n), (char)(o), (char)(p)))

/// The quarters of the step, each moved to the next, behind the last quarter of the step before.
ALWAYS_INLINE __m512i quarters_before(__m512i input, __m512i before) {
  const __m512i moved = _mm512_set_epi64(13, 12, 11, 10, 9, 8, 7, 6);
  return _mm512_permutex2var_epi64(before, moved, input);
}

ALWAYS_INLINE __m512i high_nibbles(__m512i v) {
  return _mm512_and_si512(_mm512_srli_epi16(v, 4), _mm512_set1_epi8(0x0F));
}

ALWAYS_INLINE __m512i utf8_errors(__m512i input, __m512i before) {
  __m512i moved = quarters_before(input, before);
  __m512i prev1 = _mm512_alignr_epi8(input, moved, 15);
  __m512i byte_1_high = _mm512_shuffle_epi8(TABLE16(UTF8_BYTE_1_HIGH), high_nibbles(prev1));
  __m512i byte_1_low = _mm512_shuffle_epi8(TABLE16(UTF8_BYTE_1_LOW),
                                           _mm512_and_si512(prev1, _mm512_set1_epi8(0x0F)));
  __m512i byte_2_high = _mm512_shuffle_epi8(TABLE16(UTF8_BYTE_2_HIGH), high_nibbles(input));
  __m512i special = _mm512_and_si512(_mm512_and_si512(byte_1_high, byte_1_low), byte_2_high);
  // Third and fourth bytes of a sequence must be continuations, and only they may be two in a row.
  __m512i third =
      _mm512_subs_epu8(_mm512_alignr_epi8(input, moved, 14), _mm512_set1_epi8((char)(0xE0 - 0x80)));
  __m512i fourth =
      _mm512_subs_epu8(_mm512_alignr_epi8(input, moved, 13), _mm512_set1_epi8((char)(0xF0 - 0x80)));
  __m512i must = _mm512_and_si512(_mm512_or_si512(third, fourth), _mm512_set1_epi8((char)0x80));
  return _mm512_xor_si512(must, special);
}

/// Nonzero where the last bytes begin a sequence that this step does not finish.
ALWAYS_INLINE __m512i utf8_unfinished(__m512i input) {
  const __m512i most = _mm512_set_epi64((long long)0xBFDFEFFFFFFFFFFF, -1, -1, -1, -1, -1, -1, -1);
  return _mm512_subs_epu8(input, most);
}

typedef struct {
  __m512i before, unfinished;
  /// The last step had a byte that is not ASCII.
  int is_open;
} utf8_carry;

ALWAYS_INLINE utf8_carry utf8_start(void) {
  utf8_carry carry = {_mm512_setzero_si512(), _mm512_setzero_si512(), 0};
  return carry;
}

/// A step with a byte that is not ASCII, or one behind such a step.
static __attribute__((noinline)) int utf8_other_step(__m512i s, int has_others, utf8_carry *carry) {
  __m512i errors;
  if (has_others) {
    errors = utf8_errors(s, carry->before);
    carry->unfinished = utf8_unfinished(s);
    carry->before = s;
  } else {
    // All of it is ASCII: for the next step that is as good as zeros.
    errors = carry->unfinished;
    carry->unfinished = carry->before = _mm512_setzero_si512();
  }
  carry->is_open = has_others;
  return any_bit(errors);
}

/// Whether ill-formed UTF-8 shows in this step.
ALWAYS_INLINE int utf8_step(step64 s, utf8_carry *carry) {
  int has_others = _mm512_movepi8_mask(s) != 0;
  if (__builtin_expect((has_others | carry->is_open) == 0, 1))
    return 0;
  return utf8_other_step(s, has_others, carry);
}

#include "vector_steps.h"

INDEX_KERNEL(avx512)

#pragma clang attribute pop

#endif
