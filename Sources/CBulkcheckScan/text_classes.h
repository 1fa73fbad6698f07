#ifndef BULKCHECK_TEXT_CLASSES_H
#define BULKCHECK_TEXT_CLASSES_H

// Classifying a text, the same for every vector kernel. Include it inside the kernel's attributes
// and behind its definitions of
//
//   bytes32, load_beyond    32 bytes of a text, and how they are loaded (short_text.h)
//   classify_block         what 32 bytes are made of

#include "short_text.h"
#include "text_marks.h"

/// What up to 32 bytes are made of, as masks of bytes; `valid` has a bit for each.
typedef struct {
  uint32_t others, printable, first_bytes, run_starts;
  uint8_t marks;
} block_classes;

/// Writes the shape to `shape`, unless it is null.
ALWAYS_INLINE block_classes classify_block(bytes32 bytes, size_t count, uint64_t *shape);

ALWAYS_INLINE uint32_t first_bits(size_t count) { return (uint32_t)((1ull << count) - 1); }

ALWAYS_INLINE void classify_blocks(const uint8_t *p, size_t n, bulkcheck_text_classes *classes) {
  size_t count = n < 32 ? n : 32;
  uint32_t valid = first_bits(count);
  block_classes block = classify_block(load_beyond(p), count, classes->shape);
  classes->run_starts = (block.run_starts | 1) & valid;
  uint32_t others = block.others & valid, unprintable = ~block.printable & valid;
  uint8_t marks = block.marks;
  int codepoints = __builtin_popcount(block.first_bytes & valid);
  if (n > 32) {
    valid = first_bits(n - 32);
    block = classify_block(load_beyond(p + 32), n - 32, NULL);
    others |= block.others & valid;
    unprintable |= ~block.printable & valid;
    marks |= block.marks;
    codepoints += __builtin_popcount(block.first_bytes & valid);
  }
  classes->codepoints = (uint8_t)codepoints;
  classes->set = set_of(marks, others != 0);
  classes->is_printable = unprintable == 0;
}

/// A text so near to the end of its page that what is loaded would reach into the next.
static __attribute__((noinline, cold)) void classify_at_page_end(const uint8_t *p, size_t n,
                                                                 bulkcheck_text_classes *classes) {
  short_text copy;
  copy_short(&copy, p, n);
  classify_blocks(copy.bytes, n, classes);
}

ALWAYS_INLINE void classify_text(const uint8_t *p, size_t n, bulkcheck_text_classes *classes) {
  if (__builtin_expect(!is_loadable(p), 0)) {
    classify_at_page_end(p, n, classes);
  } else {
    classify_blocks(p, n, classes);
  }
}

#endif
