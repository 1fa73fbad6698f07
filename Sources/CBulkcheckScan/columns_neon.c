// Columns with NEON.

#if defined(__aarch64__)

#include <arm_neon.h>

#include "columns.h"

uint64_t bulkcheck_alike_neon(const bulkcheck_node *nodes, uint64_t lanes, uint16_t mark,
                              uint64_t *empties) {
  if (lanes == 0) {
    *empties = 0;
    return 0;
  }
  const uint64x2_t wanted = vdupq_n_u64(mark);
  const uint64x2_t length = vdupq_n_u64(0xFFFFFFFF);
  uint64_t alike = 0, empty = 0;
  unsigned end = 64 - (unsigned)__builtin_clzll(lanes);
  for (unsigned lane = 0; lane < end; lane += 2) {
    uint64x2x2_t pair = vld2q_u64((const uint64_t *)(nodes + lane));
    uint64x2_t words = pair.val[1];
    uint64x2_t is_alike = vceqq_u64(vshrq_n_u64(words, 48), wanted);
    uint64x2_t is_empty = vceqzq_u64(vandq_u64(words, length));
    alike |= ((vgetq_lane_u64(is_alike, 0) & 1) | (vgetq_lane_u64(is_alike, 1) & 2)) << lane;
    empty |= ((vgetq_lane_u64(is_empty, 0) & 1) | (vgetq_lane_u64(is_empty, 1) & 2)) << lane;
  }
  *empties = empty & alike & lanes;
  return alike & lanes;
}

#endif
