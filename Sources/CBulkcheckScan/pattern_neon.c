// Patterns with NEON: class masks for 32 bytes at a time.

#if defined(__aarch64__)

#include "neon.h"
#include "pattern.h"
#include "short_text.h"

typedef uint8x16x2_t bytes32;
typedef uint8x16_t table16;

/// The bit of each byte's high half, of those that `bulkcheck_class.members` has for its low half;
/// none for bytes that are not ASCII.
ALWAYS_INLINE bytes32 high_bits(bytes32 bytes) {
  const uint8x16_t bits = TABLE16(1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0);
  bytes32 high = {
      {vqtbl1q_u8(bits, high_nibbles(bytes.val[0])), vqtbl1q_u8(bits, high_nibbles(bytes.val[1]))}};
  return high;
}

/// The mask of members.
ALWAYS_INLINE uint32_t members_of(bytes32 bytes, bytes32 high, table16 table) {
  return mask_of_two(vtstq_u8(vqtbl1q_u8(table, low_nibbles(bytes.val[0])), high.val[0]),
                     vtstq_u8(vqtbl1q_u8(table, low_nibbles(bytes.val[1])), high.val[1]));
}

/// The mask of bytes that are not ASCII.
ALWAYS_INLINE uint32_t beyond_ascii(bytes32 bytes) {
  const uint8x16_t first = vdupq_n_u8(0x80);
  return mask_of_two(vcgeq_u8(bytes.val[0], first), vcgeq_u8(bytes.val[1], first));
}

/// The mask of bytes that are the pattern's literal ones.
ALWAYS_INLINE uint32_t literal_bytes(bytes32 bytes, const bulkcheck_pattern *pattern) {
  const uint8_t *literal = pattern->literal, *blind = pattern->literal_blind;
  return mask_of_two(
      vceqq_u8(vorrq_u8(bytes.val[0], vld1q_u8(blind)), vld1q_u8(literal)),
      vceqq_u8(vorrq_u8(bytes.val[1], vld1q_u8(blind + 16)), vld1q_u8(literal + 16)));
}

ALWAYS_INLINE table16 table_of(const bulkcheck_class *class) { return vld1q_u8(class->members); }

#include "class_match.h"
#include "pattern_match.h"

bulkcheck_answer bulkcheck_pattern_match_neon(const bulkcheck_pattern *pattern, const uint8_t *text,
                                              size_t n) {
  return match_text(pattern, text, n);
}

bulkcheck_answer bulkcheck_class_match_neon(const bulkcheck_pattern *pattern, const uint8_t *text,
                                            size_t n) {
  return match_class(pattern, text, n);
}

uint64_t bulkcheck_pattern_match_column_neon(const bulkcheck_pattern *pattern,
                                              const bulkcheck_node *nodes, uint64_t lanes,
                                              uint64_t *undecided) {
  return match_each(pattern, nodes, lanes, undecided, match_text);
}

uint64_t bulkcheck_class_match_column_neon(const bulkcheck_pattern *pattern,
                                            const bulkcheck_node *nodes, uint64_t lanes,
                                            uint64_t *undecided) {
  return match_each(pattern, nodes, lanes, undecided, match_class);
}

#endif
