// Counting in texts and classifying them with NEON.

#if defined(__aarch64__)

#include "neon.h"
#include "scalar.h"
#include "short_text.h"

/// -1 for the bytes that begin a code point: as signed numbers those above 0xBF.
ALWAYS_INLINE int8x16_t first_bytes(uint8x16_t bytes) {
  return vreinterpretq_s8_u8(vcgtq_s8(vreinterpretq_s8_u8(bytes), vdupq_n_s8((int8_t)0xBF)));
}

/// The number of bytes among 32 that begin a code point.
ALWAYS_INLINE size_t first_bytes_in(uint8x16x2_t bytes) {
  return (size_t)-vaddvq_s8(vaddq_s8(first_bytes(bytes.val[0]), first_bytes(bytes.val[1])));
}

size_t bulkcheck_count_codepoints_neon(const uint8_t *bytes, size_t count) {
  size_t n = 0;
  for (; count >= 32; count -= 32, bytes += 32)
    n += first_bytes_in(load_beyond(bytes));
  if (count == 0)
    return n;
  if (__builtin_expect(is_loadable(bytes), 1)) {
    // What lies beyond the end is made continuation bytes, which do not count.
    const uint8x16_t places = TABLE16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    uint8x16_t left = vdupq_n_u8((uint8_t)count), other = vdupq_n_u8(0x80);
    uint8x16x2_t rest = load_beyond(bytes);
    rest.val[0] = vbslq_u8(vcltq_u8(places, left), rest.val[0], other);
    rest.val[1] = vbslq_u8(vcltq_u8(vaddq_u8(places, vdupq_n_u8(16)), left), rest.val[1], other);
    return n + first_bytes_in(rest);
  }
  return n + bulkcheck_count_codepoints_scalar(bytes, count);
}

typedef uint8x16x2_t bytes32;

#include "text_classes.h"

/// Of 16 bytes: the marks, the kinds that a shape is made of, and masks of all ones or zeros.
typedef struct {
  uint8x16_t marks, kinds, others, printable, first_bytes;
} half_classes;

ALWAYS_INLINE half_classes classify_half(uint8x16_t v) {
  const uint8x16_t low = TABLE16(TEXT_LOW), high = TABLE16(TEXT_HIGH);
  uint8x16_t marks = vandq_u8(vqtbl1q_u8(low, low_nibbles(v)), vqtbl1q_u8(high, high_nibbles(v)));
  uint8x16_t rows = vshrq_n_u8(vandq_u8(v, vdupq_n_u8(0x60)), 5);
  return (half_classes){
      .marks = marks,
      .kinds = vbslq_u8(vtstq_u8(marks, vdupq_n_u8(WORD_MARKS)), rows, v),
      .others = vceqq_u8(marks, vdupq_n_u8(0)),
      .printable = vcltq_u8(vsubq_u8(v, vdupq_n_u8(0x20)), vdupq_n_u8(0x5F)),
      .first_bytes = vreinterpretq_u8_s8(first_bytes(v)),
  };
}

ALWAYS_INLINE block_classes classify_block(uint8x16x2_t bytes, size_t count, uint64_t *shape) {
  static const uint64_t ones_and_zeros[8] = {~0ull, ~0ull, ~0ull, ~0ull};
  const uint8_t *valid = (const uint8_t *)ones_and_zeros + 32 - count;
  half_classes a = classify_half(vandq_u8(bytes.val[0], vld1q_u8(valid)));
  half_classes b = classify_half(vandq_u8(bytes.val[1], vld1q_u8(valid + 16)));
  uint8x16_t marks = vorrq_u8(a.marks, b.marks);
  uint64_t bits = vgetq_lane_u64(vreinterpretq_u64_u8(marks), 0) |
                  vgetq_lane_u64(vreinterpretq_u64_u8(marks), 1);
  bits |= bits >> 32;
  bits |= bits >> 16;
  block_classes classes = {
      .others = mask_of_two(a.others, b.others),
      .printable = mask_of_two(a.printable, b.printable),
      .first_bytes = mask_of_two(a.first_bytes, b.first_bytes),
      .marks = (uint8_t)(bits | bits >> 8),
  };
  if (shape == NULL)
    return classes;
  vst1q_u8((uint8_t *)shape, a.kinds);
  vst1q_u8((uint8_t *)shape + 16, b.kinds);
  uint8x16_t before_a = vextq_u8(vdupq_n_u8(0), a.kinds, 15),
             before_b = vextq_u8(a.kinds, b.kinds, 15);
  classes.run_starts = ~mask_of_two(vceqq_u8(a.kinds, before_a), vceqq_u8(b.kinds, before_b));
  return classes;
}

void bulkcheck_classify_text_neon(const uint8_t *bytes, size_t count,
                                  bulkcheck_text_classes *classes) {
  classify_text(bytes, count, classes);
}

#endif
