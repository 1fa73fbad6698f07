#ifndef BULKCHECK_TEXT_H
#define BULKCHECK_TEXT_H

#include <stddef.h>
#include <stdint.h>

// Of what classes of characters short texts are made.

/// The longest text.
#define BULKCHECK_TEXT_MAXIMUM 64
/// The longest text whose shape is told.
#define BULKCHECK_SHAPE_MAXIMUM 32

/// The classes of ASCII characters, as bits of a set.
enum {
  BULKCHECK_TEXT_DIGIT = 1,
  BULKCHECK_TEXT_UPPER = 2,
  BULKCHECK_TEXT_LOWER = 4,
  BULKCHECK_TEXT_UNDERSCORE = 8,
  BULKCHECK_TEXT_HYPHEN = 16,
  BULKCHECK_TEXT_POINT = 32,
  /// Everything else.
  BULKCHECK_TEXT_OTHER = 64,
};

/// What a text is made of.
typedef struct {
  /// The shape as words: each digit as a byte of 1, each upper case letter as 2, each lower case
  /// one as 3, all other bytes as they are; behind the text's end 0. The first byte is at the first
  /// address, so the lowest of its word on the processors that there are kernels for. Of texts
  /// of up to BULKCHECK_SHAPE_MAXIMUM bytes.
  uint64_t shape[4];
  /// Bit i: byte i is not of the class of the byte before it or, if it is of none, not that byte.
  /// The first byte's bit is always set. Of texts of up to BULKCHECK_SHAPE_MAXIMUM bytes.
  uint32_t run_starts;
  /// In well-formed UTF-8.
  uint8_t codepoints;
  /// The classes that occur.
  uint8_t set;
  /// All bytes are printable ASCII.
  uint8_t is_printable;
} bulkcheck_text_classes;

#endif
