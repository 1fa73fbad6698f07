// Texts of other encodings: one character after the other, ASCII in words.

#include "include/bulkcheck_scan.h"

#include <string.h>

#define INLINE static inline __attribute__((always_inline))

typedef uint16_t units8 __attribute__((vector_size(16)));
typedef uint8_t bytes8 __attribute__((vector_size(8)));

INLINE uint64_t word_at(const uint8_t *bytes) {
  uint64_t word;
  memcpy(&word, bytes, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  return word;
}

/// Copies ASCII, in words as long as both sides have room for them; returns how much.
INLINE size_t copy_ascii(const uint8_t *bytes, size_t count, uint8_t *out, size_t room) {
  size_t most = count < room ? count : room, i = 0;
  while (i + 8 <= most) {
    uint64_t high = word_at(bytes + i) & 0x8080808080808080u;
    memcpy(out + i, bytes + i, 8);
    if (high != 0)
      return i + (size_t)(__builtin_ctzll(high) >> 3);
    i += 8;
  }
  while (i < most && bytes[i] < 0x80) {
    out[i] = bytes[i];
    i++;
  }
  return i;
}

INLINE size_t put_character(uint32_t code, uint8_t *out) {
  if (code < 0x80) {
    out[0] = (uint8_t)code;
    return 1;
  }
  if (code < 0x800) {
    out[0] = (uint8_t)(0xC0 | code >> 6);
    out[1] = (uint8_t)(0x80 | (code & 0x3F));
    return 2;
  }
  if (code < 0x10000) {
    out[0] = (uint8_t)(0xE0 | code >> 12);
    out[1] = (uint8_t)(0x80 | (code >> 6 & 0x3F));
    out[2] = (uint8_t)(0x80 | (code & 0x3F));
    return 3;
  }
  out[0] = (uint8_t)(0xF0 | code >> 18);
  out[1] = (uint8_t)(0x80 | (code >> 12 & 0x3F));
  out[2] = (uint8_t)(0x80 | (code >> 6 & 0x3F));
  out[3] = (uint8_t)(0x80 | (code & 0x3F));
  return 4;
}

INLINE size_t put_stand_in(uint8_t byte, uint8_t *out) {
  out[0] = (uint8_t)(0xF8 | byte >> 6);
  out[1] = (uint8_t)(0x80 | (byte & 0x3F));
  return 2;
}

INLINE int is_continuation(uint8_t byte) { return (byte & 0xC0) == 0x80; }

INLINE int is_stand_in(uint8_t byte) { return byte >= 0xF8 && byte <= 0xFB; }

/// How many bytes a character of UTF-8 has, or a stand-in; 1 for what cannot begin one.
INLINE size_t character_length(uint8_t first) {
  if (first < 0xC0)
    return 1;
  if (first < 0xE0)
    return 2;
  if (first < 0xF0)
    return 3;
  return first < 0xF8 ? 4 : 2;
}

/// The code point of a whole character of UTF-8.
INLINE uint32_t code_point(const uint8_t *bytes, size_t length) {
  switch (length) {
  case 1:
    return bytes[0];
  case 2:
    return (uint32_t)(bytes[0] & 0x1F) << 6 | (bytes[1] & 0x3F);
  case 3:
    return (uint32_t)(bytes[0] & 0x0F) << 12 | (uint32_t)(bytes[1] & 0x3F) << 6 |
           (bytes[2] & 0x3F);
  default:
    return (uint32_t)(bytes[0] & 0x07) << 18 | (uint32_t)(bytes[1] & 0x3F) << 12 |
           (uint32_t)(bytes[2] & 0x3F) << 6 | (bytes[3] & 0x3F);
  }
}

// UTF-16

INLINE uint32_t unit_at(const uint8_t *bytes, int is_big_endian) {
  return is_big_endian ? (uint32_t)bytes[0] << 8 | bytes[1] : (uint32_t)bytes[1] << 8 | bytes[0];
}

/// The units of 16 bytes.
INLINE units8 units_at(const uint8_t *bytes, int is_big_endian) {
  units8 units;
  memcpy(&units, bytes, sizeof units);
  if (is_big_endian == (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__))
    units = units << 8 | units >> 8;
  return units;
}

INLINE size_t decode_ascii_units(const uint8_t *bytes, size_t count, int is_big_endian,
                                 uint8_t *out, size_t room) {
  size_t units = count / 2 < room ? count / 2 : room, i = 0;
  while (i + 8 <= units) {
    units8 block = units_at(bytes + 2 * i, is_big_endian);
    if (__builtin_reduce_or(block) >= 0x80)
      break;
    bytes8 narrow = __builtin_convertvector(block, bytes8);
    memcpy(out + i, &narrow, sizeof narrow);
    i += 8;
  }
  while (i < units) {
    uint32_t unit = unit_at(bytes + 2 * i, is_big_endian);
    if (unit >= 0x80)
      break;
    out[i++] = (uint8_t)unit;
  }
  return i;
}

INLINE bulkcheck_transfer decode_utf16(const uint8_t *bytes, size_t count, int is_big_endian,
                                       uint8_t *out, size_t room) {
  size_t read = 0, written = 0;
  while (count - read >= 2) {
    size_t ascii =
        decode_ascii_units(bytes + read, count - read, is_big_endian, out + written,
                           room - written);
    read += 2 * ascii;
    written += ascii;
    // As long as no ASCII comes, it is not looked for.
    while (count - read >= 2 && room - written >= BULKCHECK_CHARACTER_ROOM) {
      uint32_t unit = unit_at(bytes + read, is_big_endian);
      if (unit < 0x80)
        break;
      if (unit >= 0xD800 && unit < 0xDC00) {
        if (count - read < 4)
          return (bulkcheck_transfer){read, written};
        uint32_t low = unit_at(bytes + read + 2, is_big_endian);
        if (low >= 0xDC00 && low < 0xE000) {
          uint32_t code = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
          written += put_character(code, out + written);
          read += 4;
          continue;
        }
      }
      if (unit >= 0xD800 && unit < 0xE000) {
        written += put_stand_in(bytes[read], out + written);
        written += put_stand_in(bytes[read + 1], out + written);
      } else {
        written += put_character(unit, out + written);
      }
      read += 2;
    }
    if (room - written < BULKCHECK_CHARACTER_ROOM)
      break;
  }
  return (bulkcheck_transfer){read, written};
}

bulkcheck_transfer bulkcheck_decode_utf16(const uint8_t *bytes, size_t count, int is_big_endian,
                                          uint8_t *out, size_t room) {
  return is_big_endian ? decode_utf16(bytes, count, 1, out, room)
                       : decode_utf16(bytes, count, 0, out, room);
}

INLINE size_t put_unit(uint32_t unit, int is_big_endian, uint8_t *out) {
  out[is_big_endian ? 1 : 0] = (uint8_t)unit;
  out[is_big_endian ? 0 : 1] = (uint8_t)(unit >> 8);
  return 2;
}

INLINE size_t encode_ascii_units(const uint8_t *bytes, size_t count, int is_big_endian,
                                 uint8_t *out, size_t room) {
  size_t most = count < room / 2 ? count : room / 2, i = 0;
  while (i + 8 <= most) {
    if (word_at(bytes + i) & 0x8080808080808080u)
      break;
    bytes8 block;
    memcpy(&block, bytes + i, sizeof block);
    units8 wide = __builtin_convertvector(block, units8);
    if (is_big_endian == (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__))
      wide = wide << 8;
    memcpy(out + 2 * i, &wide, sizeof wide);
    i += 8;
  }
  for (; i < most && bytes[i] < 0x80; i++)
    put_unit(bytes[i], is_big_endian, out + 2 * i);
  return i;
}

bulkcheck_transfer bulkcheck_encode_utf16(const uint8_t *bytes, size_t count, int is_big_endian,
                                          uint8_t *out, size_t room) {
  size_t read = 0, written = 0;
  while (read < count) {
    size_t ascii =
        encode_ascii_units(bytes + read, count - read, is_big_endian, out + written,
                           room - written);
    read += ascii;
    written += 2 * ascii;
    if (read == count || room - written < BULKCHECK_CHARACTER_ROOM)
      break;
    uint8_t first = bytes[read];
    size_t length = character_length(first);
    if (count - read < length)
      break;
    uint32_t code = code_point(bytes + read, length);
    if (is_stand_in(first)) {
      out[written++] = (uint8_t)(first << 6 | (bytes[read + 1] & 0x3F));
    } else if (code >= 0x10000) {
      written += put_unit(0xD7C0 + (code >> 10), is_big_endian, out + written);
      written += put_unit(0xDC00 + (code & 0x3FF), is_big_endian, out + written);
    } else {
      written += put_unit(code, is_big_endian, out + written);
    }
    read += length;
  }
  return (bulkcheck_transfer){read, written};
}

size_t bulkcheck_count_utf16(const uint8_t *bytes, size_t count) {
  size_t total = 0;
  while (count > 0) {
    // No sum of a byte overflows: 63 times 4 at most.
    size_t step = count < 63 * 16 ? count : 63 * 16;
    uint8_t sums[16] = {0};
    size_t i = 0;
    for (; i + 16 <= step; i += 16)
      for (size_t j = 0; j < 16; j++) {
        uint8_t byte = bytes[i + j];
        uint8_t begins = (int8_t)byte >= (int8_t)0xC0 ? 2 : 0;
        uint8_t large = byte >= 0xF0 ? 2 : 0;
        uint8_t stand_in = byte >= 0xF8 ? 3 : 0;
        sums[j] += (uint8_t)(begins + large - stand_in);
      }
    for (size_t j = 0; j < 16; j++)
      total += sums[j];
    for (; i < step; i++)
      if (!is_continuation(bytes[i]))
        total += bytes[i] < 0xF0 ? 2 : is_stand_in(bytes[i]) ? 1 : 4;
    bytes += step;
    count -= step;
  }
  return total;
}

// Tables

/// The code point of four bytes of GB 18030 that count from U+10000 on; 0 if they are others.
INLINE uint32_t counted_code_point(const uint8_t *bytes) {
  if (bytes[1] < 0x30 || bytes[1] > 0x39 || bytes[2] < 0x81 || bytes[2] > 0xFE ||
      bytes[3] < 0x30 || bytes[3] > 0x39)
    return 0;
  uint32_t place = (((uint32_t)(bytes[0] - 0x90) * 10 + (bytes[1] - 0x30u)) * 126 +
                    (bytes[2] - 0x81u)) * 10 + (bytes[3] - 0x30u);
  return place < 0x100000 ? 0x10000 + place : 0;
}

bulkcheck_transfer bulkcheck_decode_table(const uint8_t *bytes, size_t count,
                                          const uint32_t *pages, uint8_t *out, size_t room) {
  size_t read = 0, written = 0;
  while (read < count) {
    size_t ascii = copy_ascii(bytes + read, count - read, out + written, room - written);
    read += ascii;
    written += ascii;
    while (read < count && bytes[read] >= 0x80) {
      if (room - written < BULKCHECK_CHARACTER_ROOM)
        return (bulkcheck_transfer){read, written};
      uint32_t entry = pages[bytes[read]];
      size_t length = 1;
      while (entry & BULKCHECK_ENTRY_PAGE) {
        if (read + length == count)
          return (bulkcheck_transfer){read, written};
        size_t page = entry & 0xFFFFFF;
        entry = pages[page * 256 + bytes[read + length]];
        length++;
      }
      if (entry == BULKCHECK_ENTRY_COUNTED) {
        if (count - read < 4)
          return (bulkcheck_transfer){read, written};
        entry = counted_code_point(bytes + read);
        length = 4;
      }
      if (entry == BULKCHECK_ENTRY_NONE) {
        written += put_stand_in(bytes[read], out + written);
        read++;
      } else {
        written += put_character(entry, out + written);
        read += length;
      }
    }
    if (written == room)
      break;
  }
  return (bulkcheck_transfer){read, written};
}

/// The bytes of a whole character as a number; 0 if the table has none.
INLINE uint32_t code_of(const uint8_t *bytes, size_t length, const uint32_t *codes,
                        size_t code_count) {
  uint32_t point = code_point(bytes, length);
  return point < code_count ? codes[point] : 0;
}

INLINE size_t code_length(uint32_t code) {
  return code > 0xFFFFFF ? 4 : code > 0xFFFF ? 3 : code > 0xFF ? 2 : 1;
}

bulkcheck_transfer bulkcheck_encode_table(const uint8_t *bytes, size_t count,
                                          const uint32_t *codes, size_t code_count, uint8_t *out,
                                          size_t room) {
  size_t read = 0, written = 0;
  while (read < count) {
    size_t ascii = copy_ascii(bytes + read, count - read, out + written, room - written);
    read += ascii;
    written += ascii;
    if (read == count || room - written < BULKCHECK_CHARACTER_ROOM)
      break;
    uint8_t first = bytes[read];
    if (first < 0x80)
      continue;
    size_t length = character_length(first);
    if (count - read < length)
      break;
    if (is_stand_in(first)) {
      out[written++] = (uint8_t)(first << 6 | (bytes[read + 1] & 0x3F));
    } else {
      uint32_t code = code_of(bytes + read, length, codes, code_count);
      if (code == 0)
        break;
      size_t size = code_length(code);
      for (size_t i = 0; i < size; i++)
        out[written + i] = (uint8_t)(code >> 8 * (size - 1 - i));
      written += size;
    }
    read += length;
  }
  return (bulkcheck_transfer){read, written};
}

size_t bulkcheck_count_table(const uint8_t *bytes, size_t count, const uint32_t *codes,
                             size_t code_count) {
  size_t total = 0;
  for (size_t i = 0; i < count;) {
    uint8_t first = bytes[i];
    size_t length = character_length(first);
    if (first < 0x80 || is_stand_in(first))
      total += 1;
    else if (count - i < length)
      // A line that is too long for a record was cut here.
      total += 2;
    else if (!is_continuation(first)) {
      uint32_t code = code_of(bytes + i, length, codes, code_count);
      total += code == 0 ? 4 : code_length(code);
    }
    i += length;
  }
  return total;
}
