#ifndef BULKCHECK_TABLES_H
#define BULKCHECK_TABLES_H

// The look-up tables of the vector kernels, 16 entries each, for every instruction set.

// UTF-8: Keiser, Lemire, Validating UTF-8 In Less Than One Instruction Per Byte (2021): the high
// and low half of the previous byte and the high half of this one look up the errors that their
// pair may be; what all three name is one.
enum {
  TOO_SHORT = 1 << 0,
  TOO_LONG = 1 << 1,
  OVERLONG_3 = 1 << 2,
  TOO_LARGE = 1 << 3,
  SURROGATE = 1 << 4,
  OVERLONG_2 = 1 << 5,
  TOO_LARGE_1000 = 1 << 6,
  OVERLONG_4 = 1 << 6,
  TWO_CONTS = 1 << 7,
  CARRY = TOO_SHORT | TOO_LONG | TWO_CONTS
};

#define UTF8_BYTE_1_HIGH                                                                     \
  TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TWO_CONTS, \
      TWO_CONTS, TWO_CONTS, TWO_CONTS, TOO_SHORT | OVERLONG_2, TOO_SHORT,                    \
      TOO_SHORT | OVERLONG_3 | SURROGATE, TOO_SHORT | TOO_LARGE | TOO_LARGE_1000 | OVERLONG_4

#define UTF8_BYTE_1_LOW                                                                          \
  CARRY | OVERLONG_3 | OVERLONG_2 | OVERLONG_4, CARRY | OVERLONG_2, CARRY, CARRY,                \
      CARRY | TOO_LARGE, CARRY | TOO_LARGE | TOO_LARGE_1000, CARRY | TOO_LARGE | TOO_LARGE_1000, \
      CARRY | TOO_LARGE | TOO_LARGE_1000, CARRY | TOO_LARGE | TOO_LARGE_1000,                    \
      CARRY | TOO_LARGE | TOO_LARGE_1000, CARRY | TOO_LARGE | TOO_LARGE_1000,                    \
      CARRY | TOO_LARGE | TOO_LARGE_1000, CARRY | TOO_LARGE | TOO_LARGE_1000,                    \
      CARRY | TOO_LARGE | TOO_LARGE_1000 | SURROGATE, CARRY | TOO_LARGE | TOO_LARGE_1000,        \
      CARRY | TOO_LARGE | TOO_LARGE_1000

#define UTF8_BYTE_2_HIGH                                                                          \
  TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT,         \
      TOO_LONG | OVERLONG_2 | TWO_CONTS | OVERLONG_3 | TOO_LARGE_1000 | OVERLONG_4,               \
      TOO_LONG | OVERLONG_2 | TWO_CONTS | OVERLONG_3 | TOO_LARGE,                                 \
      TOO_LONG | OVERLONG_2 | TWO_CONTS | SURROGATE | TOO_LARGE,                                  \
      TOO_LONG | OVERLONG_2 | TWO_CONTS | SURROGATE | TOO_LARGE, TOO_SHORT, TOO_SHORT, TOO_SHORT, \
      TOO_SHORT

/// All ones for eight bytes that are kept.
#define KEEP_8 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF

#endif
