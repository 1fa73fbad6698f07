#ifndef BULKCHECK_SCAN_H
#define BULKCHECK_SCAN_H

#include <stddef.h>
#include <stdint.h>

#include "bulkcheck_columns.h"
#include "bulkcheck_encodings.h"
#include "bulkcheck_pattern.h"
#include "bulkcheck_string.h"
#include "bulkcheck_text.h"

// SIMD kernels of bulkcheck.
//
// The contract: these are pure functions of pointer and length. They do not allocate, start
// threads, set errno or keep anything. Each states what it reads (and how many bytes of padding it
// needs), the most that it writes, and what it returns. The kernels for short strings need no
// padding: they load 32 bytes at once only if these are in one page of 4096 bytes, and copy the
// string otherwise. So at the bytes
//
//     7,"a,b"\n      and 63 readable bytes behind them
//
// `bulkcheck_index_csv(bytes, 0, 8, ',', '"', &index, kernel)` reads one step of 64 bytes. It
// writes the positions 1, 2, 4, 6 and 7, and sets `token_count` to 5.
//
// Every kernel gives the same output for the same input. All of them are compiled, with target
// attributes, and one is selected at run time, never by compiler flags, which would forbid use as a
// dependency. Tests compare those that the machine can run with a plain twin in Swift.
//
// The NEON kernel multiplies without carry only if the compiler may assume the crypto extension, as
// for Apple's processors. Otherwise it shifts, as the portable kernel does. It was tested under
// emulation (`qemu-aarch64`), never on hardware, and its speed is not known: a driver in C compared
// it with the portable kernel and a slow twin on millions of random strings and step programs, some
// of them at the end of the last readable page. The same seeds gave the same output as AVX2, faults
// included. The Swift tests run it on ARM.
//
// The files:
//
//     scan.c pattern.c columns.c           choose a kernel
//     scalar.h pattern.h columns.h         declare the functions of each
//     scalar.c pattern_scalar.c            the portable kernel
//     avx2.c text_avx2.c pattern_avx2.c columns_avx2.c
//                                          the one with AVX2
//     avx512.c                             the index of CSV with AVX-512, 64 bytes in a register
//     x86.h                                what these two have in common
//     neon.c text_neon.c pattern_neon.c columns_neon.c neon.h
//                                          the one with NEON, which every 64-bit ARM has
//     encodings.c                          other encodings than UTF-8, in plain C
//     blocks.h steps.h                     the work on bit masks, for all kernels
//     vector_steps.h json_steps.h pattern_match.h class_match.h text_classes.h text_marks.h
//     short_text.h
//     tables.h                             what vector kernels share: loops, loading, tables

/// The instruction set of a kernel. Where one for another processor is asked for, the scalar one
/// runs.
typedef enum {
  BULKCHECK_KERNEL_SCALAR = 0,
  BULKCHECK_KERNEL_AVX2 = 1,
  BULKCHECK_KERNEL_NEON = 2,
  /// Where it has no function of its own, that for AVX2 runs.
  BULKCHECK_KERNEL_AVX512 = 3,
} bulkcheck_kernel;

/// The fastest kernel that this machine runs.
bulkcheck_kernel bulkcheck_best_kernel(void);

/// Whether this machine runs the kernel.
int bulkcheck_runs_kernel(bulkcheck_kernel kernel);

/// Where the interesting bytes of CSV text are. Positions count from `bytes`.
/// The arrays belong to the caller, who provides room (see the function).
typedef struct {
  /// Quotes, delimiters, line feeds, carriage returns, wherever they stand.
  uint32_t *tokens;
  size_t token_count;
  /// Starts of 64-byte steps in which ill-formed UTF-8 was noticed. It may begin up to three bytes
  /// before the step.
  uint32_t *faults;
  size_t fault_count;
} bulkcheck_index;

/// Indexes CSV text.
///
/// Reads `bytes[start ..< end]` and up to 63 bytes behind `end`. Needs room for `end - start + 64`
/// tokens and for `(end - start) / 64 + 2` faults.
void bulkcheck_index_csv(const uint8_t *bytes, size_t start, size_t end, uint8_t delimiter,
                         uint8_t quote, bulkcheck_index *index, bulkcheck_kernel kernel);

/// Of `bulkcheck_string_end`: the text is ill-formed UTF-8.
#define BULKCHECK_ILL_FORMED SIZE_MAX

/// The position of the first quote, backslash or control character at or behind `start`, or
/// BULKCHECK_ILL_FORMED if what comes before it is not well-formed UTF-8.
///
/// There must be one, and 31 readable bytes behind it.
size_t bulkcheck_string_end(const uint8_t *bytes, size_t start, bulkcheck_kernel kernel);

typedef enum { BULKCHECK_ASCII, BULKCHECK_UTF8, BULKCHECK_NOT_UTF8 } bulkcheck_encoding;

/// Whether a text is ASCII, other well-formed UTF-8, or neither. 31 bytes behind it are readable.
bulkcheck_encoding bulkcheck_encoding_of(const uint8_t *bytes, size_t count,
                                         bulkcheck_kernel kernel);

/// How far a JSON value has been read that goes on in other bytes; all zero at its beginning.
typedef struct {
  /// Braces and brackets that are open.
  uint64_t depth;
  /// Line feeds passed, and the position behind the last one; 0 if there is none.
  size_t lines, line_start;
  uint8_t is_string;
  /// A backslash came last.
  uint8_t is_escaped;
} bulkcheck_json_state;

/// Of `bulkcheck_json_value`: the value goes on.
#define BULKCHECK_UNFINISHED SIZE_MAX

/// Behind an object or array that begins at `start`, or goes on there, or BULKCHECK_UNFINISHED if
/// it does not end before `end`.
///
/// It ends where as many braces and brackets have been closed as opened, strings left out. Nothing
/// else of the grammar is looked at: a brace may close a bracket. Up to the end, line ends outside
/// of strings are changed so that the value is one line: line feeds become carriage returns, and
/// carriage returns blanks.
///
/// Reads `bytes[start ..< end]` and up to 63 bytes behind `end`, and writes within those up to the
/// end of the value. The first byte of a value is a brace or a bracket.
size_t bulkcheck_json_value(uint8_t *bytes, size_t start, size_t end, bulkcheck_json_state *state,
                            bulkcheck_kernel kernel);

/// An object or array among others: its bytes, and the line on which it begins, as
/// `bulkcheck_json_run` counts.
typedef struct {
  size_t start, end, line;
  ptrdiff_t line_start;
} bulkcheck_json_place;

/// How far objects and arrays have been listed.
typedef struct {
  /// Line feeds before the position, and where the line begins on which it is. They are given for
  /// the first value.
  size_t line;
  ptrdiff_t line_start;
  /// The values listed.
  size_t count;
  /// The value that goes on, if any of its brackets is open.
  bulkcheck_json_place open;
  bulkcheck_json_state state;
  /// At the position is a value, behind a comma.
  uint8_t is_at_value;
} bulkcheck_json_run;

/// Lists the objects and arrays that follow one another with a comma and blanks between them, the
/// first of which begins at `start`. Returns the position behind the last one; if another value
/// goes on, `end`; or the position of one that is longer than `bytes_maximum`, which has its line
/// feeds again. Lists at most `room` of them, which is not 0.
///
/// Each is passed as `bulkcheck_json_value` does it, and made one line.
///
/// Reads `bytes[start ..< end]` and up to 63 bytes behind `end`.
size_t bulkcheck_json_values(uint8_t *bytes, size_t start, size_t end, size_t bytes_maximum,
                             bulkcheck_json_run *run, bulkcheck_json_place *places, size_t room,
                             bulkcheck_kernel kernel);

/// Gives a part of a value that `bulkcheck_json_value` has passed its line feeds again. The part
/// begins where the value does.
void bulkcheck_json_restore_lines(uint8_t *bytes, size_t start, size_t end);

/// The number of bytes equal to `byte` in `bytes[0 ..< count]`. Reads nothing else.
size_t bulkcheck_count_byte(const uint8_t *bytes, size_t count, uint8_t byte,
                            bulkcheck_kernel kernel);

/// The number of code points in well-formed UTF-8, which is that of bytes but 0x80 ... 0xBF. Reads
/// `bytes[0 ..< count]` and, if `count` is not 0, at most 31 bytes more, never beyond the page of
/// 4096 bytes that the last one lies in.
size_t bulkcheck_count_codepoints(const uint8_t *bytes, size_t count, bulkcheck_kernel kernel);

/// What a text of 1 to BULKCHECK_TEXT_MAXIMUM bytes is made of. Reads at most 64 bytes from `bytes`
/// on, never beyond the page of 4096 bytes that they lie in.
void bulkcheck_classify_text(const uint8_t *bytes, size_t count, bulkcheck_text_classes *classes,
                             bulkcheck_kernel kernel);

/// The values of a column whose mark is the given one, and those of them that have no bytes.
///
/// - lanes: the set of values that are looked at. Reads their nodes, those before the last one, and
///   up to three behind it.
uint64_t bulkcheck_alike(const bulkcheck_node *nodes, uint64_t lanes, uint16_t mark,
                         uint64_t *empties, bulkcheck_kernel kernel);

#endif
