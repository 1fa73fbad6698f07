#ifndef BULKCHECK_SHORT_TEXT_H
#define BULKCHECK_SHORT_TEXT_H

// Loading texts of up to 64 bytes that have no padding. For vector kernels: include it inside their
// attributes.

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif
#include <string.h>

#include "blocks.h"

/// A text in memory of its own.
typedef struct {
  _Alignas(64) uint8_t bytes[64];
} short_text;

/// Whether the 64 bytes from `p` on lie in one page, the smallest that there are: if the first byte
/// can be read, all of them can. (The address of a text without bytes may be that of a page that
/// cannot be read.)
ALWAYS_INLINE int is_loadable(const uint8_t *p) { return ((uintptr_t)p & 4095) <= 4096 - 64; }

/// 32 bytes from `p` on, some of them perhaps beyond the text's end: what is there does not matter,
/// and an address sanitizer, which knows nothing of pages, is not asked.
#if defined(__x86_64__)
__attribute__((no_sanitize("address"))) static inline __m256i load_beyond(const uint8_t *p) {
  return _mm256_loadu_si256((const __m256i *)p);
}
#elif defined(__aarch64__)
__attribute__((no_sanitize("address"))) static inline uint8x16x2_t load_beyond(const uint8_t *p) {
  uint8x16x2_t bytes = {{vld1q_u8(p), vld1q_u8(p + 16)}};
  return bytes;
}
#endif

/// Puts a text of up to 64 bytes where it can be loaded.
ALWAYS_INLINE void copy_short(short_text *copy, const uint8_t *p, size_t n) {
  memset(copy->bytes, 0, 64);
  if (n > 0)
    memcpy(copy->bytes, p, n);
}

#endif
