#ifndef BULKCHECK_TEXT_MARKS_H
#define BULKCHECK_TEXT_MARKS_H

// How bytes of texts are classified: `low[c & 15] & high[c >> 4]` is the mark of byte c, a single
// bit, or 0 if it is of no class. Letters have two marks a case, for each case takes two rows of
// the ASCII table. Their class and that of digits is told by bits 5 and 6 of the byte, once it is
// known to be one of them.

#include "blocks.h"

enum {
  MARK_DIGIT = 1,
  MARK_A_TO_O = 2,
  MARK_P_TO_Z = 4,
  MARK_a_TO_o = 8,
  MARK_p_TO_z = 16,
  MARK_UNDERSCORE = 32,
  MARK_HYPHEN = 64,
  MARK_POINT = 128,
  MARKS_1_TO_F = MARK_A_TO_O | MARK_a_TO_o,
  MARKS_0_TO_A = MARK_P_TO_Z | MARK_p_TO_z,
  MARKS_UPPER = MARK_A_TO_O | MARK_P_TO_Z,
  MARKS_LOWER = MARK_a_TO_o | MARK_p_TO_z,
  WORD_MARKS = MARK_DIGIT | MARKS_UPPER | MARKS_LOWER,
};

#define TEXT_LOW_1_TO_9 (MARK_DIGIT | MARKS_1_TO_F | MARKS_0_TO_A)
#define TEXT_LOW                                                                                 \
  MARK_DIGIT | MARKS_0_TO_A, TEXT_LOW_1_TO_9, TEXT_LOW_1_TO_9, TEXT_LOW_1_TO_9, TEXT_LOW_1_TO_9, \
      TEXT_LOW_1_TO_9, TEXT_LOW_1_TO_9, TEXT_LOW_1_TO_9, TEXT_LOW_1_TO_9, TEXT_LOW_1_TO_9,       \
      MARKS_1_TO_F | MARKS_0_TO_A, MARKS_1_TO_F, MARKS_1_TO_F, MARKS_1_TO_F | MARK_HYPHEN,       \
      MARKS_1_TO_F | MARK_POINT, MARKS_1_TO_F | MARK_UNDERSCORE
#define TEXT_HIGH                                                                         \
  0, 0, MARK_HYPHEN | MARK_POINT, MARK_DIGIT, MARK_A_TO_O, MARK_P_TO_Z | MARK_UNDERSCORE, \
      MARK_a_TO_o, MARK_p_TO_z, 0, 0, 0, 0, 0, 0, 0, 0

/// The classes of the marks that occur.
ALWAYS_INLINE uint8_t set_of(uint8_t marks, int has_others) {
  uint8_t set = (marks & MARK_DIGIT) | (uint8_t)((marks & 0xE0) >> 2);
  if (marks & MARKS_UPPER)
    set |= BULKCHECK_TEXT_UPPER;
  if (marks & MARKS_LOWER)
    set |= BULKCHECK_TEXT_LOWER;
  return has_others ? set | BULKCHECK_TEXT_OTHER : set;
}

#endif
