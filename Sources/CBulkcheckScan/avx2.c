// The kernel for x86-64 with AVX2 (Intel since 2013, AMD since 2015). Chosen at run time: see
// scan.c.

#if defined(__x86_64__)

#include <immintrin.h>

// Everything below, the shared bit work included, may use these instructions.
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt,pclmul"))), \
                             apply_to = function)

#include "blocks.h"
#include "scalar.h"
#include "tables.h"

typedef struct {
  __m256i low, high;
} step64;

ALWAYS_INLINE step64 load_step(const uint8_t *p) {
  step64 s = {_mm256_loadu_si256((const __m256i *)p),
              _mm256_loadu_si256((const __m256i *)(p + 32))};
  return s;
}

ALWAYS_INLINE int any_bit(__m256i v) { return !_mm256_testz_si256(v, v); }

ALWAYS_INLINE uint64_t mask_of(__m256i low, __m256i high) {
  return (uint64_t)(uint32_t)_mm256_movemask_epi8(low) |
         (uint64_t)(uint32_t)_mm256_movemask_epi8(high) << 32;
}

ALWAYS_INLINE uint64_t equal_to(step64 s, char byte) {
  __m256i b = _mm256_set1_epi8(byte);
  return mask_of(_mm256_cmpeq_epi8(s.low, b), _mm256_cmpeq_epi8(s.high, b));
}

#include "x86.h"

/// A table of 16 bytes, twice: a shuffle looks up in its own half.
#define TABLE16(...) TABLE16_OF(__VA_ARGS__)
#define TABLE16_OF(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)                              \
  _mm256_setr_epi8((char)(a), (char)(b), (char)(c), (char)(d), (char)(e), (char)(f), (char)(g), \
                   (char)(h), (char)(i), (char)(j), (char)(k), (char)(l), (char)(m), (char)(n), \
                   (char)(o), (char)(p), (char)(a), (char)(b), (char)(c), (char)(d), (char)(e), \
                   (char)(f), (char)(g), (char)(h), (char)(i), (char)(j), (char)(k), (char)(l), \
                   (char)(m), (char)(n), (char)(o), (char)(p))

#define PREVIOUS(input, before, n) \
  _mm256_alignr_epi8(input, _mm256_permute2x128_si256(before, input, 0x21), 16 - (n))

ALWAYS_INLINE __m256i high_nibbles(__m256i v) {
  return _mm256_and_si256(_mm256_srli_epi16(v, 4), _mm256_set1_epi8(0x0F));
}

ALWAYS_INLINE __m256i utf8_errors(__m256i input, __m256i before) {
  __m256i prev1 = PREVIOUS(input, before, 1);
  __m256i byte_1_high = _mm256_shuffle_epi8(TABLE16(UTF8_BYTE_1_HIGH), high_nibbles(prev1));
  __m256i byte_1_low = _mm256_shuffle_epi8(TABLE16(UTF8_BYTE_1_LOW),
                                           _mm256_and_si256(prev1, _mm256_set1_epi8(0x0F)));
  __m256i byte_2_high = _mm256_shuffle_epi8(TABLE16(UTF8_BYTE_2_HIGH), high_nibbles(input));
  __m256i special = _mm256_and_si256(_mm256_and_si256(byte_1_high, byte_1_low), byte_2_high);
  // Third and fourth bytes of a sequence must be continuations, and only they may be two in a row.
  __m256i third =
      _mm256_subs_epu8(PREVIOUS(input, before, 2), _mm256_set1_epi8((char)(0xE0 - 0x80)));
  __m256i fourth =
      _mm256_subs_epu8(PREVIOUS(input, before, 3), _mm256_set1_epi8((char)(0xF0 - 0x80)));
  __m256i must = _mm256_and_si256(_mm256_or_si256(third, fourth), _mm256_set1_epi8((char)0x80));
  return _mm256_xor_si256(must, special);
}

/// Nonzero where the last bytes begin a sequence that this vector does not finish.
ALWAYS_INLINE __m256i utf8_unfinished(__m256i input) {
  const __m256i most = _mm256_setr_epi8(-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
                                        -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
                                        (char)(0xF0 - 1), (char)(0xE0 - 1), (char)(0xC0 - 1));
  return _mm256_subs_epu8(input, most);
}

typedef struct {
  __m256i before, unfinished;
  /// The last step had a byte that is not ASCII.
  int is_open;
} utf8_carry;

ALWAYS_INLINE utf8_carry utf8_start(void) {
  utf8_carry carry = {_mm256_setzero_si256(), _mm256_setzero_si256(), 0};
  return carry;
}

/// A step with a byte that is not ASCII, or one behind such a step.
static __attribute__((noinline)) int utf8_other_step(__m256i low, __m256i high, int has_others,
                                                     utf8_carry *carry) {
  __m256i errors;
  if (has_others) {
    errors = _mm256_or_si256(utf8_errors(low, carry->before), utf8_errors(high, low));
    carry->unfinished = utf8_unfinished(high);
    carry->before = high;
  } else {
    // All of it is ASCII: for the next step that is as good as zeros.
    errors = carry->unfinished;
    carry->unfinished = carry->before = _mm256_setzero_si256();
  }
  carry->is_open = has_others;
  return any_bit(errors);
}

/// Whether ill-formed UTF-8 shows in this step.
ALWAYS_INLINE int utf8_step(step64 s, utf8_carry *carry) {
  int others = _mm256_movemask_epi8(_mm256_or_si256(s.low, s.high));
  if (__builtin_expect((others | carry->is_open) == 0, 1))
    return 0;
  return utf8_other_step(s.low, s.high, others != 0, carry);
}

#include "vector_steps.h"

INDEX_KERNEL(avx2)

ALWAYS_INLINE json_masks json_masks_of(step64 s) {
  // A bit makes a brace of a bracket.
  const __m256i bit = _mm256_set1_epi8(0x20);
  step64 braces = {_mm256_or_si256(s.low, bit), _mm256_or_si256(s.high, bit)};
  uint64_t line_feeds = equal_to(s, '\n');
  json_masks masks = {
      .quotes = equal_to(s, '"'),
      .backslashes = equal_to(s, '\\'),
      .opening = equal_to(braces, '{'),
      .closing = equal_to(braces, '}'),
      .line_feeds = line_feeds,
      .line_ends = line_feeds | equal_to(s, '\r'),
  };
  return masks;
}

#include "json_steps.h"

JSON_VALUE_KERNEL(avx2)

size_t bulkcheck_string_end_avx2(const uint8_t *bytes, size_t start) {
  // 32 bytes from 31 - n on keep the first n + 1.
  static const uint8_t keep[64] = {KEEP_8, KEEP_8, KEEP_8, KEEP_8};
  const __m256i quote = _mm256_set1_epi8('"'), backslash = _mm256_set1_epi8('\\'),
                limit = _mm256_set1_epi8(0x1F);
  __m256i before = _mm256_setzero_si256(), errors = before;
  for (size_t i = start;; i += 32) {
    __m256i v = _mm256_loadu_si256((const __m256i *)(bytes + i));
    __m256i control = _mm256_cmpeq_epi8(_mm256_max_epu8(v, limit), limit);
    __m256i ends = _mm256_or_si256(_mm256_cmpeq_epi8(v, quote), _mm256_cmpeq_epi8(v, backslash));
    uint32_t found = (uint32_t)_mm256_movemask_epi8(_mm256_or_si256(ends, control));
    if (found != 0) {
      unsigned n = (unsigned)__builtin_ctz(found);
      v = _mm256_and_si256(v, _mm256_loadu_si256((const __m256i *)(keep + 31 - n)));
      errors = _mm256_or_si256(errors, utf8_errors(v, before));
      return any_bit(errors) ? BULKCHECK_ILL_FORMED : i + n;
    }
    errors = _mm256_or_si256(errors, utf8_errors(v, before));
    before = v;
  }
}

bulkcheck_encoding bulkcheck_encoding_of_avx2(const uint8_t *bytes, size_t count) {
  // 32 bytes from 32 - n on keep the first n.
  static const uint8_t keep[64] = {KEEP_8, KEEP_8, KEEP_8, KEEP_8};
  const __m256i zeros = _mm256_setzero_si256();
  __m256i before = zeros, errors = zeros;
  // Bytes that are not ASCII: of the last step, and of all.
  uint32_t last = 0, all = 0;
  for (size_t i = 0; i < count; i += 32) {
    __m256i v = _mm256_loadu_si256((const __m256i *)(bytes + i));
    if (count - i < 32)
      v = _mm256_and_si256(v, _mm256_loadu_si256((const __m256i *)(keep + 32 - (count - i))));
    uint32_t others = (uint32_t)_mm256_movemask_epi8(v);
    if ((others | last) != 0)
      errors = _mm256_or_si256(errors, utf8_errors(v, before));
    all |= others;
    last = others;
    before = v;
  }
  // What the last step does not finish shows in zeros behind it.
  if (last != 0)
    errors = _mm256_or_si256(errors, utf8_errors(zeros, before));
  return any_bit(errors) ? BULKCHECK_NOT_UTF8 : all != 0 ? BULKCHECK_UTF8 : BULKCHECK_ASCII;
}

size_t bulkcheck_count_byte_avx2(const uint8_t *bytes, size_t count, uint8_t byte) {
  size_t n = 0, i = 0;
  for (; i + 64 <= count; i += 64)
    n += (size_t)__builtin_popcountll(equal_to(load_step(bytes + i), (char)byte));
  for (; i < count; i++)
    n += bytes[i] == byte;
  return n;
}

#pragma clang attribute pop

#endif
