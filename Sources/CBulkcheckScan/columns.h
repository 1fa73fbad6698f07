#ifndef COLUMNS_H
#define COLUMNS_H

#include "include/bulkcheck_columns.h"

uint64_t bulkcheck_alike_scalar(const bulkcheck_node *nodes, uint64_t lanes, uint16_t mark,
                                uint64_t *empties);
uint64_t bulkcheck_alike_avx2(const bulkcheck_node *nodes, uint64_t lanes, uint16_t mark,
                              uint64_t *empties);
uint64_t bulkcheck_alike_neon(const bulkcheck_node *nodes, uint64_t lanes, uint16_t mark,
                              uint64_t *empties);

#endif
