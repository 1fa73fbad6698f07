#ifndef BULKCHECK_COLUMNS_H
#define BULKCHECK_COLUMNS_H

#include <stddef.h>
#include <stdint.h>

// Columns: values side by side, sets of which are words with one bit for each.

/// A captured value: the address of its text, and from the lowest bit its length (32 bits), its
/// state (16) and its mark (16).
typedef struct {
  const uint8_t *start;
  uint64_t word;
} bulkcheck_node;

#endif
