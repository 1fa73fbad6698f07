#ifndef BULKCHECK_NEON_H
#define BULKCHECK_NEON_H

// What the NEON kernels have in common: bit masks of vectors, for which there is no instruction.

#include <arm_neon.h>

#include "blocks.h"

/// A table of 16 bytes.
#define TABLE16(...) ((uint8x16_t)TABLE16_OF(__VA_ARGS__))
#define TABLE16_OF(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)                          \
  {                                                                                         \
    (uint8_t)(a), (uint8_t)(b), (uint8_t)(c), (uint8_t)(d), (uint8_t)(e), (uint8_t)(f),     \
        (uint8_t)(g), (uint8_t)(h), (uint8_t)(i), (uint8_t)(j), (uint8_t)(k), (uint8_t)(l), \
        (uint8_t)(m), (uint8_t)(n), (uint8_t)(o), (uint8_t)(p)                              \
  }

ALWAYS_INLINE uint8x16_t low_nibbles(uint8x16_t v) { return vandq_u8(v, vdupq_n_u8(0x0F)); }

ALWAYS_INLINE uint8x16_t high_nibbles(uint8x16_t v) { return vshrq_n_u8(v, 4); }

/// Of each byte, which is all ones or zero, the bit of its place among eight: added up in pairs
/// three times, eight bytes become one.
ALWAYS_INLINE uint8x16_t place_bits(uint8x16_t v) {
  return vandq_u8(v, TABLE16(1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128));
}

/// The mask of 32 bytes, each of which is all ones or zero.
ALWAYS_INLINE uint32_t mask_of_two(uint8x16_t a, uint8x16_t b) {
  uint8x16_t sum = vpaddq_u8(place_bits(a), place_bits(b));
  sum = vpaddq_u8(sum, sum);
  sum = vpaddq_u8(sum, sum);
  return vgetq_lane_u32(vreinterpretq_u32_u8(sum), 0);
}

/// The mask of 64 bytes, each of which is all ones or zero.
ALWAYS_INLINE uint64_t mask_of_four(uint8x16_t a, uint8x16_t b, uint8x16_t c, uint8x16_t d) {
  uint8x16_t sum =
      vpaddq_u8(vpaddq_u8(place_bits(a), place_bits(b)), vpaddq_u8(place_bits(c), place_bits(d)));
  sum = vpaddq_u8(sum, sum);
  return vgetq_lane_u64(vreinterpretq_u64_u8(sum), 0);
}

#endif
