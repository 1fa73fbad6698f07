#ifndef BULKCHECK_ENCODINGS_H
#define BULKCHECK_ENCODINGS_H

#include <stddef.h>
#include <stdint.h>

// Texts of other encodings as UTF-8, and back.
//
// A byte that means nothing becomes a stand-in of two bytes, F8 ... FB and 80 ... BF, which hold
// its eight bits. No UTF-8 has these, so the record is malformed, and nothing is lost: its length
// can be counted, and it can be written as it was. In windows-1252, where 81 means nothing:
//
//     61 E9 81        a é (nothing)
//     61 C3 A9 FA 81
//
// Plain C, in words of eight bytes where characters are ASCII. Measured on one core of an x86-64
// server: 10 GB/s and more where one character in 100 is not ASCII, 1 GB/s where one in ten is.

/// How far a text was taken, and how many bytes came of it.
typedef struct {
  size_t read;
  size_t written;
} bulkcheck_transfer;

/// The room without which a character may not be written.
#define BULKCHECK_CHARACTER_ROOM 4

// The entries of tables of characters. A table has pages of 256 entries, the first of them for
// first bytes. An entry is a code point above 0, or one of these.

/// The byte means nothing.
#define BULKCHECK_ENTRY_NONE 0u
/// The bytes are the first of four of GB 18030 that count code points from U+10000 on.
#define BULKCHECK_ENTRY_COUNTED 0x40000000u
/// Another byte follows: the rest is the number of its page.
#define BULKCHECK_ENTRY_PAGE 0x80000000u

/// Makes UTF-8 of UTF-16, surrogates without a partner by bytes.
///
/// Stops where the bytes end within a character, or the room has less than
/// BULKCHECK_CHARACTER_ROOM bytes. Reads `bytes[0 ..< count]`, and writes `out[0 ..< room]`.
bulkcheck_transfer bulkcheck_decode_utf16(const uint8_t *bytes, size_t count, int is_big_endian,
                                          uint8_t *out, size_t room);

/// Makes UTF-8 of text whose characters a table has; as above. Of bytes that mean nothing together,
/// the first one gets a stand-in, and the next begins anew.
bulkcheck_transfer bulkcheck_decode_table(const uint8_t *bytes, size_t count,
                                          const uint32_t *pages, uint8_t *out, size_t room);

/// Makes UTF-16 of UTF-8 and stand-ins; stops as above.
bulkcheck_transfer bulkcheck_encode_utf16(const uint8_t *bytes, size_t count, int is_big_endian,
                                          uint8_t *out, size_t room);

/// Makes text of UTF-8 and stand-ins. `codes` has the bytes of each of the first `code_count` code
/// points as one number, the last byte lowest, or 0. Stops also at a character that has none.
bulkcheck_transfer bulkcheck_encode_table(const uint8_t *bytes, size_t count,
                                          const uint32_t *codes, size_t code_count, uint8_t *out,
                                          size_t room);

/// The bytes of UTF-16 that UTF-8 and stand-ins are made of. Characters count where they begin.
size_t bulkcheck_count_utf16(const uint8_t *bytes, size_t count);

/// The bytes that UTF-8 and stand-ins are made of, where a code point has as many as `codes` says,
/// or else four.
size_t bulkcheck_count_table(const uint8_t *bytes, size_t count, const uint32_t *codes,
                             size_t code_count);

#endif
