// The kernel for 64-bit ARM: every such processor has NEON. See scan.c.

#if defined(__aarch64__)

#include "blocks.h"
#include "neon.h"
#include "scalar.h"
#include "tables.h"

typedef uint8x16x4_t step64;

ALWAYS_INLINE step64 load_step(const uint8_t *p) {
  step64 s = {{vld1q_u8(p), vld1q_u8(p + 16), vld1q_u8(p + 32), vld1q_u8(p + 48)}};
  return s;
}

ALWAYS_INLINE int any_bit(uint8x16_t v) { return vmaxvq_u8(v) != 0; }

ALWAYS_INLINE uint8x16_t any_of(uint8x16_t a, uint8x16_t b, uint8x16_t c, uint8x16_t d) {
  return vorrq_u8(vorrq_u8(a, b), vorrq_u8(c, d));
}

ALWAYS_INLINE uint64_t equal_to(step64 s, uint8_t byte) {
  uint8x16_t b = vdupq_n_u8(byte);
  return mask_of_four(vceqq_u8(s.val[0], b), vceqq_u8(s.val[1], b), vceqq_u8(s.val[2], b),
                      vceqq_u8(s.val[3], b));
}

ALWAYS_INLINE uint64_t prefix_xor(uint64_t bits) {
  // Not every processor multiplies without carry (a Raspberry Pi 4 does not): only where the
  // compiler may assume it.
#if defined(__ARM_FEATURE_AES) || defined(__ARM_FEATURE_CRYPTO)
  return vgetq_lane_u64(vreinterpretq_u64_p128(vmull_p64((poly64_t)bits, (poly64_t)~0ull)), 0);
#else
  return prefix_xor_by_shifts(bits);
#endif
}

/// The bytes `n` places before; `before` is what lies before the input.
#define PREVIOUS(input, before, n) vextq_u8(before, input, 16 - (n))

/// Nonzero where a sequence shows to be ill-formed: see tables.h.
ALWAYS_INLINE uint8x16_t utf8_errors(uint8x16_t input, uint8x16_t before) {
  uint8x16_t prev1 = PREVIOUS(input, before, 1);
  uint8x16_t byte_1_high = vqtbl1q_u8(TABLE16(UTF8_BYTE_1_HIGH), high_nibbles(prev1));
  uint8x16_t byte_1_low = vqtbl1q_u8(TABLE16(UTF8_BYTE_1_LOW), low_nibbles(prev1));
  uint8x16_t byte_2_high = vqtbl1q_u8(TABLE16(UTF8_BYTE_2_HIGH), high_nibbles(input));
  uint8x16_t special = vandq_u8(vandq_u8(byte_1_high, byte_1_low), byte_2_high);
  // Third and fourth bytes of a sequence must be continuations, and only they may be two in a row.
  uint8x16_t third = vqsubq_u8(PREVIOUS(input, before, 2), vdupq_n_u8(0xE0 - 0x80));
  uint8x16_t fourth = vqsubq_u8(PREVIOUS(input, before, 3), vdupq_n_u8(0xF0 - 0x80));
  uint8x16_t must = vandq_u8(vorrq_u8(third, fourth), vdupq_n_u8(0x80));
  return veorq_u8(must, special);
}

/// Nonzero where the last bytes begin a sequence that this vector does not finish.
ALWAYS_INLINE uint8x16_t utf8_unfinished(uint8x16_t input) {
  return vqsubq_u8(input, TABLE16(-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0xF0 - 1,
                                  0xE0 - 1, 0xC0 - 1));
}

typedef struct {
  uint8x16_t before, unfinished;
  /// The last step had a byte that is not ASCII.
  int is_open;
} utf8_carry;

ALWAYS_INLINE utf8_carry utf8_start(void) {
  utf8_carry carry = {vdupq_n_u8(0), vdupq_n_u8(0), 0};
  return carry;
}

/// A step with a byte that is not ASCII, or one behind such a step.
static __attribute__((noinline)) int utf8_other_step(step64 s, int has_others, utf8_carry *carry) {
  uint8x16_t errors;
  if (has_others) {
    errors = any_of(utf8_errors(s.val[0], carry->before), utf8_errors(s.val[1], s.val[0]),
                    utf8_errors(s.val[2], s.val[1]), utf8_errors(s.val[3], s.val[2]));
    carry->unfinished = utf8_unfinished(s.val[3]);
    carry->before = s.val[3];
  } else {
    // All of it is ASCII: for the next step that is as good as zeros.
    errors = carry->unfinished;
    carry->unfinished = carry->before = vdupq_n_u8(0);
  }
  carry->is_open = has_others;
  return any_bit(errors);
}

/// Whether ill-formed UTF-8 shows in this step.
ALWAYS_INLINE int utf8_step(step64 s, utf8_carry *carry) {
  int has_others = vmaxvq_u8(any_of(s.val[0], s.val[1], s.val[2], s.val[3])) >= 0x80;
  if (__builtin_expect((has_others | carry->is_open) == 0, 1))
    return 0;
  return utf8_other_step(s, has_others, carry);
}

/// All ones for the bytes to which the table has an equal one.
ALWAYS_INLINE uint8x16_t separators_in(uint8x16_t v, uint8x16_t index) {
  return vceqq_u8(v, vqtbl1q_u8(TABLE16(JSON_SEPARATORS), index));
}

ALWAYS_INLINE uint8x16_t brackets_in(uint8x16_t v, uint8x16_t index) {
  return vceqq_u8(vorrq_u8(v, vdupq_n_u8(0x20)), vqtbl1q_u8(TABLE16(JSON_BRACKETS), index));
}

/// The low half of a byte, or, if it is not ASCII, an index for which every table gives 0.
ALWAYS_INLINE uint8x16_t table_index(uint8x16_t v) { return vandq_u8(v, vdupq_n_u8(0x8F)); }

ALWAYS_INLINE json_masks classify_json(step64 s) {
  json_masks m;
  uint8x16_t a = s.val[0], b = s.val[1], c = s.val[2], d = s.val[3];
  m.quote = equal_to(s, '"');
  m.backslash = equal_to(s, '\\');
  m.line_feed = equal_to(s, '\n');
  uint8x16_t at_a = table_index(a), at_b = table_index(b), at_c = table_index(c),
             at_d = table_index(d);
  m.separator = mask_of_four(separators_in(a, at_a), separators_in(b, at_b), separators_in(c, at_c),
                             separators_in(d, at_d));
  m.bracket = mask_of_four(brackets_in(a, at_a), brackets_in(b, at_b), brackets_in(c, at_c),
                           brackets_in(d, at_d));
  uint8x16_t limit = vdupq_n_u8(0x20);
  m.control =
      mask_of_four(vcltq_u8(a, limit), vcltq_u8(b, limit), vcltq_u8(c, limit), vcltq_u8(d, limit));
  return m;
}

ALWAYS_INLINE uint64_t any_of_four(step64 s, uint8_t a, uint8_t b, uint8_t c, uint8_t d) {
  uint8x16_t found[4];
  for (int i = 0; i < 4; i++)
    found[i] = any_of(vceqq_u8(s.val[i], vdupq_n_u8(a)), vceqq_u8(s.val[i], vdupq_n_u8(b)),
                      vceqq_u8(s.val[i], vdupq_n_u8(c)), vceqq_u8(s.val[i], vdupq_n_u8(d)));
  return mask_of_four(found[0], found[1], found[2], found[3]);
}

#include "vector_steps.h"

INDEX_KERNEL(neon)

size_t bulkcheck_count_byte_neon(const uint8_t *bytes, size_t count, uint8_t byte) {
  size_t n = 0, i = 0;
  uint8x16_t b = vdupq_n_u8(byte);
  for (; i + 64 <= count; i += 64) {
    step64 s = load_step(bytes + i);
    // An equal byte is all ones, which is -1: the sum of a step is at least -64.
    uint8x16_t found = vaddq_u8(vaddq_u8(vceqq_u8(s.val[0], b), vceqq_u8(s.val[1], b)),
                                vaddq_u8(vceqq_u8(s.val[2], b), vceqq_u8(s.val[3], b)));
    n += (size_t)-vaddvq_s8(vreinterpretq_s8_u8(found));
  }
  for (; i < count; i++)
    n += bytes[i] == byte;
  return n;
}

#endif
