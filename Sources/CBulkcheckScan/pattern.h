#ifndef BULKCHECK_PATTERN_KERNELS_H
#define BULKCHECK_PATTERN_KERNELS_H
#include "include/bulkcheck_pattern.h"
bulkcheck_answer bulkcheck_pattern_match_scalar(const bulkcheck_pattern *, const uint8_t *, size_t);
bulkcheck_answer bulkcheck_pattern_match_avx2(const bulkcheck_pattern *, const uint8_t *, size_t);
#endif
