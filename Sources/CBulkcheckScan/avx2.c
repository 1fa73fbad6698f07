// The kernel for x86-64 with AVX2 (Intel since 2013, AMD since 2015). Chosen at run time: see scan.c.

#if defined(__x86_64__)

#include <immintrin.h>
#include <string.h>

// Everything below, the shared bit work included, may use these instructions.
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,lzcnt,popcnt,pclmul"))), apply_to = function)

#include "blocks.h"
#include "scalar.h"

typedef struct {
  __m256i low, high;
} step64;

ALWAYS_INLINE step64 load_step(const uint8_t *p) {
  step64 s = {_mm256_loadu_si256((const __m256i *)p), _mm256_loadu_si256((const __m256i *)(p + 32))};
  return s;
}

/// The last, partial step, filled up with spaces so that a sequence cut off by the end is noticed.
ALWAYS_INLINE step64 load_tail(const uint8_t *p, size_t n) {
  uint8_t buffer[64];
  memset(buffer, ' ', 64);
  memcpy(buffer, p, n);
  return load_step(buffer);
}

ALWAYS_INLINE uint64_t mask_of(__m256i low, __m256i high) {
  return (uint64_t)(uint32_t)_mm256_movemask_epi8(low) | (uint64_t)(uint32_t)_mm256_movemask_epi8(high) << 32;
}

ALWAYS_INLINE uint64_t equal_to(step64 s, char byte) {
  __m256i b = _mm256_set1_epi8(byte);
  return mask_of(_mm256_cmpeq_epi8(s.low, b), _mm256_cmpeq_epi8(s.high, b));
}

ALWAYS_INLINE uint64_t prefix_xor(uint64_t bits) {
  __m128i product = _mm_clmulepi64_si128(_mm_set_epi64x(0, (long long)bits), _mm_set1_epi8((char)0xFF), 0);
  return (uint64_t)_mm_cvtsi128_si64(product);
}

// UTF-8: Keiser, Lemire, Validating UTF-8 In Less Than One Instruction Per Byte (2021): the high and low half of the
// previous byte and the high half of this one look up the errors that their pair may be; what all three name is one.
enum {
  TOO_SHORT = 1 << 0, TOO_LONG = 1 << 1, OVERLONG_3 = 1 << 2, TOO_LARGE = 1 << 3, SURROGATE = 1 << 4,
  OVERLONG_2 = 1 << 5, TOO_LARGE_1000 = 1 << 6, OVERLONG_4 = 1 << 6, TWO_CONTS = 1 << 7,
  CARRY = TOO_SHORT | TOO_LONG | TWO_CONTS
};

#define TABLE16(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)                                              \
  _mm256_setr_epi8((char)(a), (char)(b), (char)(c), (char)(d), (char)(e), (char)(f), (char)(g), (char)(h),   \
                   (char)(i), (char)(j), (char)(k), (char)(l), (char)(m), (char)(n), (char)(o), (char)(p),   \
                   (char)(a), (char)(b), (char)(c), (char)(d), (char)(e), (char)(f), (char)(g), (char)(h),   \
                   (char)(i), (char)(j), (char)(k), (char)(l), (char)(m), (char)(n), (char)(o), (char)(p))

#define PREVIOUS(input, before, n) \
  _mm256_alignr_epi8(input, _mm256_permute2x128_si256(before, input, 0x21), 16 - (n))

ALWAYS_INLINE __m256i high_nibbles(__m256i v) {
  return _mm256_and_si256(_mm256_srli_epi16(v, 4), _mm256_set1_epi8(0x0F));
}

ALWAYS_INLINE __m256i utf8_errors(__m256i input, __m256i before) {
  __m256i prev1 = PREVIOUS(input, before, 1);
  __m256i byte_1_high = _mm256_shuffle_epi8(
      TABLE16(TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TWO_CONTS, TWO_CONTS,
              TWO_CONTS, TWO_CONTS, TOO_SHORT | OVERLONG_2, TOO_SHORT, TOO_SHORT | OVERLONG_3 | SURROGATE,
              TOO_SHORT | TOO_LARGE | TOO_LARGE_1000 | OVERLONG_4),
      high_nibbles(prev1));
  __m256i byte_1_low = _mm256_shuffle_epi8(
      TABLE16(CARRY | OVERLONG_3 | OVERLONG_2 | OVERLONG_4, CARRY | OVERLONG_2, CARRY, CARRY, CARRY | TOO_LARGE,
              CARRY | TOO_LARGE | TOO_LARGE_1000, CARRY | TOO_LARGE | TOO_LARGE_1000,
              CARRY | TOO_LARGE | TOO_LARGE_1000, CARRY | TOO_LARGE | TOO_LARGE_1000,
              CARRY | TOO_LARGE | TOO_LARGE_1000, CARRY | TOO_LARGE | TOO_LARGE_1000,
              CARRY | TOO_LARGE | TOO_LARGE_1000, CARRY | TOO_LARGE | TOO_LARGE_1000,
              CARRY | TOO_LARGE | TOO_LARGE_1000 | SURROGATE, CARRY | TOO_LARGE | TOO_LARGE_1000,
              CARRY | TOO_LARGE | TOO_LARGE_1000),
      _mm256_and_si256(prev1, _mm256_set1_epi8(0x0F)));
  __m256i byte_2_high = _mm256_shuffle_epi8(
      TABLE16(TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT,
              TOO_LONG | OVERLONG_2 | TWO_CONTS | OVERLONG_3 | TOO_LARGE_1000 | OVERLONG_4,
              TOO_LONG | OVERLONG_2 | TWO_CONTS | OVERLONG_3 | TOO_LARGE,
              TOO_LONG | OVERLONG_2 | TWO_CONTS | SURROGATE | TOO_LARGE,
              TOO_LONG | OVERLONG_2 | TWO_CONTS | SURROGATE | TOO_LARGE, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT),
      high_nibbles(input));
  __m256i special = _mm256_and_si256(_mm256_and_si256(byte_1_high, byte_1_low), byte_2_high);
  // Third and fourth bytes of a sequence must be continuations, and only they may be two in a row.
  __m256i third = _mm256_subs_epu8(PREVIOUS(input, before, 2), _mm256_set1_epi8((char)(0xE0 - 0x80)));
  __m256i fourth = _mm256_subs_epu8(PREVIOUS(input, before, 3), _mm256_set1_epi8((char)(0xF0 - 0x80)));
  __m256i must = _mm256_and_si256(_mm256_or_si256(third, fourth), _mm256_set1_epi8((char)0x80));
  return _mm256_xor_si256(must, special);
}

/// Nonzero where the last bytes begin a sequence that this vector does not finish.
ALWAYS_INLINE __m256i utf8_unfinished(__m256i input) {
  const __m256i most = _mm256_setr_epi8(
      -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
      -1, (char)(0xF0 - 1), (char)(0xE0 - 1), (char)(0xC0 - 1));
  return _mm256_subs_epu8(input, most);
}

typedef struct {
  __m256i before, unfinished;
  /// The last step had a byte that is not ASCII.
  int is_open;
} utf8_carry;

/// A step with a byte that is not ASCII, or one behind such a step.
static __attribute__((noinline)) int utf8_other_step(__m256i low, __m256i high, int has_others,
                                                     utf8_carry *carry) {
  __m256i errors;
  if (has_others) {
    errors = _mm256_or_si256(utf8_errors(low, carry->before), utf8_errors(high, low));
    carry->unfinished = utf8_unfinished(high);
    carry->before = high;
  } else {
    // All of it is ASCII: for what follows as good as zeros.
    errors = carry->unfinished;
    carry->unfinished = carry->before = _mm256_setzero_si256();
  }
  carry->is_open = has_others;
  return !_mm256_testz_si256(errors, errors);
}

/// Whether ill-formed UTF-8 shows in this step.
ALWAYS_INLINE int utf8_step(step64 s, utf8_carry *carry) {
  int others = _mm256_movemask_epi8(_mm256_or_si256(s.low, s.high));
  if (__builtin_expect((others | carry->is_open) == 0, 1)) return 0;
  return utf8_other_step(s.low, s.high, others != 0, carry);
}

ALWAYS_INLINE json_masks classify_json(step64 s) {
  json_masks m;
  m.quote = equal_to(s, '"');
  m.backslash = equal_to(s, '\\');
  m.line_feed = equal_to(s, '\n');
  // By table: the low half of a byte picks the one candidate that it may equal.
  const __m256i separators = TABLE16(' ', 0, 0, 0, 0, 0, 0, 0, 0, '\t', ':', 0, ',', '\r', 0, 0);
  m.separator = mask_of(_mm256_cmpeq_epi8(s.low, _mm256_shuffle_epi8(separators, s.low)),
                        _mm256_cmpeq_epi8(s.high, _mm256_shuffle_epi8(separators, s.high)));
  // With bit 5 set, `[` is `{` and `]` is `}`. Where the table has -1 no byte below 0x80 is equal; those above get 0.
  const __m256i brackets = TABLE16(-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, '{', -1, '}', -1, -1);
  __m256i bit5 = _mm256_set1_epi8(0x20);
  m.bracket = mask_of(_mm256_cmpeq_epi8(_mm256_or_si256(s.low, bit5), _mm256_shuffle_epi8(brackets, s.low)),
                      _mm256_cmpeq_epi8(_mm256_or_si256(s.high, bit5), _mm256_shuffle_epi8(brackets, s.high)));
  __m256i limit = _mm256_set1_epi8(0x1F);
  m.control = mask_of(_mm256_cmpeq_epi8(_mm256_max_epu8(s.low, limit), limit),
                      _mm256_cmpeq_epi8(_mm256_max_epu8(s.high, limit), limit));
  return m;
}

/// One step of the index; 0 if indexing ends with it.
ALWAYS_INLINE int index_step(step64 s, size_t base, uint64_t valid, json_carry *carry, utf8_carry *utf8,
                             bulkcheck_index *index) {
  json_masks m = classify_json(s);
  uint64_t escaped = escaped_bytes(m.backslash, &carry->escaped);
  uint64_t toggles = prefix_xor(m.quote & ~escaped);
  int result = index_json_step(m, toggles, (uint32_t)base, escaped, valid, carry, index);
  if (__builtin_expect(utf8_step(s, utf8) | (result & 2), 0)) note_fault(index, base);
  return result & 1;
}

void bulkcheck_index_json_avx2(const uint8_t *bytes, size_t start, size_t end, bulkcheck_index *out) {
  json_carry carry = {0, 0, 0};
  utf8_carry utf8 = {_mm256_setzero_si256(), _mm256_setzero_si256(), 0};
  bulkcheck_index index = *out;
  index.token_count = index.escape_count = index.fault_count = 0;
  index.end = end;
  size_t base = start;
  // The last, partial step apart: in the others every bit counts.
  for (; base + 64 <= end; base += 64) {
    if (!index_step(load_step(bytes + base), base, ~0ull, &carry, &utf8, &index)) {
      *out = index;
      return;
    }
  }
  if (base < end) {
    size_t n = end - base;
    if (!index_step(load_tail(bytes + base, n), base, (1ull << n) - 1, &carry, &utf8, &index)) {
      *out = index;
      return;
    }
  }
  if (end > start && !_mm256_testz_si256(utf8.unfinished, utf8.unfinished))
    note_fault(&index, (end - 1 - start) / 64 * 64 + start);
  *out = index;
}

void bulkcheck_index_csv_avx2(const uint8_t *bytes, size_t start, size_t end, uint8_t delimiter,
                              bulkcheck_index *out) {
  utf8_carry utf8 = {_mm256_setzero_si256(), _mm256_setzero_si256(), 0};
  bulkcheck_index index = *out;
  index.token_count = index.escape_count = index.fault_count = 0;
  index.end = end;
  for (size_t base = start; base < end; base += 64) {
    size_t n = end - base;
    uint64_t valid = ~0ull;
    step64 s;
    if (__builtin_expect(n >= 64, 1)) {
      s = load_step(bytes + base);
    } else {
      s = load_tail(bytes + base, n);
      valid = (1ull << n) - 1;
    }
    uint64_t tokens = equal_to(s, '"') | equal_to(s, (char)delimiter) | equal_to(s, '\n') | equal_to(s, '\r');
    index.token_count = append_bits(index.tokens, index.token_count, (uint32_t)base, tokens & valid);
    if (__builtin_expect(utf8_step(s, &utf8), 0)) note_fault(&index, base);
  }
  if (end > start && !_mm256_testz_si256(utf8.unfinished, utf8.unfinished))
    note_fault(&index, (end - 1 - start) / 64 * 64 + start);
  *out = index;
}

size_t bulkcheck_count_byte_avx2(const uint8_t *bytes, size_t count, uint8_t byte) {
  size_t n = 0, i = 0;
  for (; i + 64 <= count; i += 64) n += (size_t)__builtin_popcountll(equal_to(load_step(bytes + i), (char)byte));
  for (; i < count; i++) n += bytes[i] == byte;
  return n;
}

#pragma clang attribute pop

#endif
