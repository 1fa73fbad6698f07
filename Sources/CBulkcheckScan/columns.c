#include "columns.h"

#include "include/bulkcheck_scan.h"

uint64_t bulkcheck_alike_scalar(const bulkcheck_node *nodes, uint64_t lanes, uint16_t mark,
                                uint64_t *empties) {
  uint64_t alike = 0, empty = 0;
  for (uint64_t rest = lanes; rest != 0; rest &= rest - 1) {
    uint64_t lane = (uint64_t)__builtin_ctzll(rest);
    alike |= (uint64_t)(nodes[lane].word >> 48 == mark) << lane;
    empty |= (uint64_t)((uint32_t)nodes[lane].word == 0) << lane;
  }
  *empties = empty & alike;
  return alike;
}

uint64_t bulkcheck_alike(const bulkcheck_node *nodes, uint64_t lanes, uint16_t mark,
                         uint64_t *empties, bulkcheck_kernel kernel) {
#if defined(__x86_64__)
  if (kernel == BULKCHECK_KERNEL_AVX2 || kernel == BULKCHECK_KERNEL_AVX512)
    return bulkcheck_alike_avx2(nodes, lanes, mark, empties);
#elif defined(__aarch64__)
  if (kernel == BULKCHECK_KERNEL_NEON)
    return bulkcheck_alike_neon(nodes, lanes, mark, empties);
#endif
  (void)kernel;
  return bulkcheck_alike_scalar(nodes, lanes, mark, empties);
}
