#ifndef BULKCHECK_SHORT_TEXT_H
#define BULKCHECK_SHORT_TEXT_H

// Loading texts of up to 64 bytes that have no padding. For kernels with AVX2: include it inside their attributes.

#include <immintrin.h>
#include <string.h>

#include "blocks.h"

/// Whether `size` bytes from here on lie in one page, the smallest that there are: if the first byte can be read, all
/// can.
ALWAYS_INLINE int is_within_page(const uint8_t *p, size_t size) { return ((uintptr_t)p & 4095) <= 4096 - size; }

/// 32 bytes from `p` on, some of them perhaps beyond the text's end: what is there does not matter, and an address
/// sanitizer, which knows nothing of pages, is not asked.
__attribute__((no_sanitize("address"))) static inline __m256i load_beyond(const uint8_t *p) {
  return _mm256_loadu_si256((const __m256i *)p);
}

/// A text of 1 to 32 bytes; what is behind it means nothing.
ALWAYS_INLINE __m256i load_short(const uint8_t *p, size_t n) {
  if (__builtin_expect(is_within_page(p, 32), 1)) return load_beyond(p);
  uint8_t buffer[32];
  memset(buffer, 0, 32);
  memcpy(buffer, p, n);
  return _mm256_loadu_si256((const __m256i *)buffer);
}

/// The bytes from the 33rd on of a text of 33 to 64 bytes.
ALWAYS_INLINE __m256i load_rest(const uint8_t *p, size_t n) { return load_short(p + 32, n - 32); }

#endif
