#ifndef BULKCHECK_PATTERN_H
#define BULKCHECK_PATTERN_H

#include <stddef.h>
#include <stdint.h>

#include "bulkcheck_columns.h"

// Patterns over short texts, all starting positions and all ways at once: bitwise data parallelism
// (Cameron and others, 2014) in a single word. Bit i of a *marker* says that the match may have
// come to position i; bit i of a *class mask* says that byte i is a member of the class. A step of
// the pattern turns the marker into the next one with a handful of instructions, whatever the text.
//
// Patterns that ask no more than whether characters are members of a class need neither markers nor
// short texts.
//
// All functions here read `text[0 ..< count]` and, if `count` is not 0, at most 64 bytes from
// `text` on, never beyond the page of 4096 bytes that they lie in. The text need not be padded.

/// The longest text: its end needs a bit too.
#define BULKCHECK_PATTERN_TEXT_MAXIMUM 63
#define BULKCHECK_PATTERN_CLASS_MAXIMUM 32
/// How deep groups nest.
#define BULKCHECK_PATTERN_DEPTH_MAXIMUM 16

/// A set of ASCII characters.
typedef struct {
  /// Bit h of `members[l]`: the character `h << 4 | l` is a member. No other byte is.
  uint8_t members[16];
  /// The positions at which every matching text has a member.
  uint64_t required;
} bulkcheck_class;

/// What a step does. C is the mask of its class, M the marker, n the text's length.
typedef enum {
  /// The match ends: anywhere; at n; behind a number of members that reach to n: one of those in
  /// `counts`.
  BULKCHECK_STEP_ACCEPT = 0,
  BULKCHECK_STEP_ACCEPT_END,
  BULKCHECK_STEP_ACCEPT_TAIL,
  /// Members: one; up to four of the classes in `classes`, in turn; none or one; any number; one or
  /// more; exactly `low`; `low` to `high`.
  BULKCHECK_STEP_ONE,
  BULKCHECK_STEP_ROW,
  BULKCHECK_STEP_OPTIONAL,
  BULKCHECK_STEP_ANY,
  BULKCHECK_STEP_SOME,
  BULKCHECK_STEP_EXACTLY, // see `counts`
  BULKCHECK_STEP_BETWEEN,
  /// One or more members of a class and one of the class in `classes[0]`.
  BULKCHECK_STEP_SOME_ONE,
  /// Where the text starts or ends, a line (C: the line feeds), a word (C: the word characters).
  BULKCHECK_STEP_TEXT_START,
  BULKCHECK_STEP_TEXT_END,
  BULKCHECK_STEP_LINE_START,
  BULKCHECK_STEP_LINE_END,
  BULKCHECK_STEP_WORD_BOUNDARY,
  BULKCHECK_STEP_NO_WORD_BOUNDARY,
  /// Branches: BRANCHES, the first, NEXT, the second, NEXT … the last, JOIN. MAYBE, the group,
  /// JOIN: it may be left out.
  BULKCHECK_STEP_BRANCHES,
  BULKCHECK_STEP_MAYBE,
  BULKCHECK_STEP_NEXT,
  BULKCHECK_STEP_JOIN,
  /// A group that is repeated: once or more from LOOP, any number of times from LOOP_OR_NONE; to
  /// AGAIN, which leads back by `low` steps.
  BULKCHECK_STEP_LOOP,
  BULKCHECK_STEP_LOOP_OR_NONE,
  BULKCHECK_STEP_AGAIN,
  /// Nothing goes on from here.
  BULKCHECK_STEP_NEVER,
} bulkcheck_step_code;

typedef struct {
  uint8_t code;
  uint8_t class_index;
  uint8_t low, high;
  uint8_t classes[4];
  /// ACCEPT_TAIL: bit 63 - k means that k members will do. EXACTLY, BETWEEN: how to find runs of
  /// `low` members; each byte, from the lowest on, is a shift by which the mask is combined with
  /// itself; 0 ends.
  uint64_t counts;
} bulkcheck_step;

typedef enum {
  BULKCHECK_NOT_MATCHED = 0,
  BULKCHECK_MATCHED = 1,
  /// The text is too long, or has characters on which the classes do not decide.
  BULKCHECK_UNDECIDED = 2,
  /// Never returned; as `bulkcheck_pattern.beyond`: a longer text is judged by its first 63 bytes.
  BULKCHECK_CUT = 3,
} bulkcheck_answer;

/// How a pattern is judged.
typedef enum {
  /// By its steps.
  BULKCHECK_FORM_STEPS = 0,
  /// Of the first class a member is anywhere; all characters are members. These texts may have any
  /// length.
  BULKCHECK_FORM_ANY,
  BULKCHECK_FORM_ALL,
} bulkcheck_form;

typedef struct bulkcheck_pattern bulkcheck_pattern;
typedef bulkcheck_answer bulkcheck_matcher(const bulkcheck_pattern *pattern, const uint8_t *text,
                                           size_t count);

/// The values of a column that match, of those in `lanes`, and those that are not decided. All are
/// texts. Reads their nodes and texts.
typedef uint64_t bulkcheck_column_matcher(const bulkcheck_pattern *pattern,
                                          const bulkcheck_node *nodes, uint64_t lanes,
                                          uint64_t *undecided);

struct bulkcheck_pattern {
  /// What judges a text, and what judges its end; see `bulkcheck_pattern_prepare`.
  bulkcheck_matcher *match, *match_tail;
  bulkcheck_column_matcher *match_column;
  const bulkcheck_class *classes;
  /// The last one is a step of ACCEPT.
  const bulkcheck_step *steps;
  /// The first marker; bits beyond the text's end do not count.
  uint64_t start;
  uint8_t class_count;
  /// The text without bytes has an answer of its own, `empty`. Other texts that are shorter than
  /// the minimum, which is at least 1, do not match; the answer for longer ones is `beyond`. At
  /// most BULKCHECK_PATTERN_TEXT_MAXIMUM.
  uint8_t empty, length_minimum, length_maximum, beyond;
  /// A text that is not all ASCII is undecided.
  uint8_t needs_ascii;
  /// A `bulkcheck_kernel`.
  uint8_t kernel;
  /// What every matching text has at fixed places among its first 32 bytes: at each of these
  /// positions the byte, with the bits of `literal_blind` set, is that of `literal`.
  uint32_t literal_positions;
  uint8_t literal[32], literal_blind[32];
  /// A `bulkcheck_form`. For those without steps `length_minimum` holds too, and this is the
  /// longest text that may match, instead of `length_maximum`.
  uint8_t form;
  /// If it is not 0: of a longer text only so many bytes at the end are looked at.
  uint8_t tail_length;
  size_t form_maximum;
};

/// Chooses `match` and `match_column` by kernel, form and `tail_length`, once these are set.
void bulkcheck_pattern_prepare(bulkcheck_pattern *pattern);

/// The answer for a text without bytes, to be kept in `empty`.
bulkcheck_answer bulkcheck_pattern_match_empty(const bulkcheck_pattern *pattern);

#endif
