// Counting in texts with NEON.

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
  for (; count >= 32; count -= 32, bytes += 32) n += first_bytes_in(load_beyond(bytes));
  if (count == 0) return n;
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

#endif
