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

ALWAYS_INLINE uint64_t any_of_four(step64 s, uint8_t a, uint8_t b, uint8_t c, uint8_t d) {
  uint8x16_t found[4];
  for (int i = 0; i < 4; i++)
    found[i] = any_of(vceqq_u8(s.val[i], vdupq_n_u8(a)), vceqq_u8(s.val[i], vdupq_n_u8(b)),
                      vceqq_u8(s.val[i], vdupq_n_u8(c)), vceqq_u8(s.val[i], vdupq_n_u8(d)));
  return mask_of_four(found[0], found[1], found[2], found[3]);
}

#include "vector_steps.h"

INDEX_KERNEL(neon)

ALWAYS_INLINE uint64_t equal_to(step64 s, uint8_t byte) {
  uint8x16_t b = vdupq_n_u8(byte);
  return mask_of_four(vceqq_u8(s.val[0], b), vceqq_u8(s.val[1], b), vceqq_u8(s.val[2], b),
                      vceqq_u8(s.val[3], b));
}

ALWAYS_INLINE json_masks json_masks_of(step64 s) {
  // A bit makes a brace of a bracket.
  step64 braces;
  for (int i = 0; i < 4; i++)
    braces.val[i] = vorrq_u8(s.val[i], vdupq_n_u8(0x20));
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

JSON_VALUE_KERNEL(neon)

size_t bulkcheck_string_end_neon(const uint8_t *bytes, size_t start) {
  // 16 bytes from 15 - n on keep the first n + 1.
  static const uint8_t keep[32] = {KEEP_8, KEEP_8};
  uint8x16_t before = vdupq_n_u8(0), errors = before;
  for (size_t i = start;; i += 16) {
    uint8x16_t v = vld1q_u8(bytes + i);
    uint8x16_t quotes = vceqq_u8(v, vdupq_n_u8('"')), slashes = vceqq_u8(v, vdupq_n_u8('\\'));
    uint8x16_t ends = vorrq_u8(vorrq_u8(quotes, slashes), vcltq_u8(v, vdupq_n_u8(0x20)));
    // Four bits for each byte.
    uint8x8_t narrow = vshrn_n_u16(vreinterpretq_u16_u8(ends), 4);
    uint64_t found = vget_lane_u64(vreinterpret_u64_u8(narrow), 0);
    if (found != 0) {
      size_t n = (size_t)__builtin_ctzll(found) / 4;
      v = vandq_u8(v, vld1q_u8(keep + 15 - n));
      errors = vorrq_u8(errors, utf8_errors(v, before));
      return any_bit(errors) ? BULKCHECK_ILL_FORMED : i + n;
    }
    errors = vorrq_u8(errors, utf8_errors(v, before));
    before = v;
  }
}

bulkcheck_encoding bulkcheck_encoding_of_neon(const uint8_t *bytes, size_t count) {
  // 16 bytes from 16 - n on keep the first n.
  static const uint8_t keep[32] = {KEEP_8, KEEP_8};
  uint8x16_t before = vdupq_n_u8(0), errors = before, all = before;
  for (size_t i = 0; i < count; i += 16) {
    uint8x16_t v = vld1q_u8(bytes + i);
    if (count - i < 16)
      v = vandq_u8(v, vld1q_u8(keep + 16 - (count - i)));
    errors = vorrq_u8(errors, utf8_errors(v, before));
    all = vorrq_u8(all, v);
    before = v;
  }
  // What the last step does not finish shows in zeros behind it.
  errors = vorrq_u8(errors, utf8_errors(vdupq_n_u8(0), before));
  if (any_bit(errors))
    return BULKCHECK_NOT_UTF8;
  return vmaxvq_u8(all) >= 0x80 ? BULKCHECK_UTF8 : BULKCHECK_ASCII;
}

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
