#ifndef BULKCHECK_STEPS_H
#define BULKCHECK_STEPS_H

// The steps of a pattern over class masks: the part that is the same for every instruction set.

#include "blocks.h"
#include "include/bulkcheck_pattern.h"

/// Whatever is reached over any number of members: the sum carries each marker to the end of its
/// run.
ALWAYS_INLINE uint64_t over_run(uint64_t marker, uint64_t members) {
  return (((marker & members) + members) ^ members) | marker;
}

/// The positions from which members follow one another; `shifts` as in `bulkcheck_step.counts`.
ALWAYS_INLINE uint64_t runs_of(uint64_t members, uint64_t shifts) {
  for (; shifts != 0; shifts >>= 8)
    members &= members >> (shifts & 63);
  return members;
}

/// The marker and the `reach` positions behind each of its bits.
ALWAYS_INLINE uint64_t smeared(uint64_t marker, unsigned reach) {
  unsigned have = 0;
  while (have < reach) {
    unsigned more = have + 1 < reach - have ? have + 1 : reach - have;
    marker |= marker << more;
    have += more;
  }
  return marker;
}

/// Whether one of the counts of members leads from the marker to the end.
ALWAYS_INLINE int reaches_end(uint64_t marker, uint64_t members, uint64_t valid, size_t n,
                              uint64_t counts) {
  // The end is moved to bit 63, which leaves bit 63 without a byte: there is always a shift of less
  // than 64.
  size_t gap = 63 - n;
  uint64_t others = (~members & valid) << gap;
  size_t clear = others == 0 ? 64 : (size_t)__builtin_clzll(others);
  return (((marker << gap) & counts) >> (64 - clear)) != 0;
}

/// The answer of a step that ends a match.
ALWAYS_INLINE bulkcheck_answer accept(const bulkcheck_step *step, uint64_t marker,
                                      const uint64_t *masks, uint64_t valid, size_t n) {
  if (step->code == BULKCHECK_STEP_ACCEPT_TAIL)
    return (bulkcheck_answer)reaches_end(marker, masks[step->class_index], valid, n, step->counts);
  if (step->code == BULKCHECK_STEP_ACCEPT_END)
    return (bulkcheck_answer)((marker >> n) & 1);
  return (bulkcheck_answer)(marker != 0);
}

/// Runs the steps; `valid` has the bits of the text's bytes, and the masks none beyond them.
static __attribute__((noinline)) bulkcheck_answer run_steps(const bulkcheck_step *step,
                                                            uint64_t marker, const uint64_t *masks,
                                                            uint64_t valid, size_t n) {
  uint64_t starts[BULKCHECK_PATTERN_DEPTH_MAXIMUM];
  uint64_t totals[BULKCHECK_PATTERN_DEPTH_MAXIMUM];
  size_t depth = 0;
  for (;; step++) {
    uint64_t members = masks[step->class_index];
    switch (step->code) {
    case BULKCHECK_STEP_ACCEPT:
    case BULKCHECK_STEP_ACCEPT_END:
    case BULKCHECK_STEP_ACCEPT_TAIL:
      return accept(step, marker, masks, valid, n);
    case BULKCHECK_STEP_ONE:
      marker = (marker & members) << 1;
      break;
    case BULKCHECK_STEP_ROW:
      for (unsigned i = 0; i < step->low; i++)
        marker = (marker & masks[step->classes[i]]) << 1;
      break;
    case BULKCHECK_STEP_OPTIONAL:
      marker |= (marker & members) << 1;
      break;
    case BULKCHECK_STEP_ANY:
      marker = over_run(marker, members);
      break;
    case BULKCHECK_STEP_SOME:
      marker = over_run((marker & members) << 1, members);
      break;
    case BULKCHECK_STEP_EXACTLY:
      marker = (marker & runs_of(members, step->counts)) << step->low;
      break;
    case BULKCHECK_STEP_BETWEEN:
      if (step->low > 0)
        marker = (marker & runs_of(members, step->counts)) << step->low;
      // What a run leads to lies near enough to its marker if it lies near enough to any: one in
      // between is in the same run.
      marker = over_run(marker, members) & smeared(marker, (unsigned)(step->high - step->low));
      break;
    case BULKCHECK_STEP_SOME_ONE:
      marker = over_run((marker & members) << 1, members);
      marker = (marker & masks[step->classes[0]]) << 1;
      break;
    case BULKCHECK_STEP_TEXT_START:
      marker &= 1;
      break;
    case BULKCHECK_STEP_TEXT_END:
      marker &= 1ull << n;
      break;
    // Behind a line feed, unless it is the last byte.
    case BULKCHECK_STEP_LINE_START:
      marker &= ((members << 1) & valid) | 1;
      break;
    case BULKCHECK_STEP_LINE_END:
      marker &= members | 1ull << n;
      break;
    case BULKCHECK_STEP_WORD_BOUNDARY:
      marker &= members ^ members << 1;
      break;
    case BULKCHECK_STEP_NO_WORD_BOUNDARY:
      marker &= ~(members ^ members << 1);
      break;
    case BULKCHECK_STEP_BRANCHES:
      starts[depth] = marker;
      totals[depth++] = 0;
      break;
    case BULKCHECK_STEP_MAYBE:
      totals[depth++] = marker;
      break;
    case BULKCHECK_STEP_NEXT:
      totals[depth - 1] |= marker;
      marker = starts[depth - 1];
      break;
    case BULKCHECK_STEP_JOIN:
      marker |= totals[--depth];
      break;
    case BULKCHECK_STEP_LOOP:
      totals[depth++] = 0;
      break;
    case BULKCHECK_STEP_LOOP_OR_NONE:
      totals[depth++] = marker;
      break;
    case BULKCHECK_STEP_AGAIN: {
      // Each turn goes on from what is new, and every turn but the last adds a bit: there are at
      // most 65.
      uint64_t reached = marker & ~totals[depth - 1];
      totals[depth - 1] |= reached;
      if (reached != 0) {
        marker = reached;
        step -= step->low;
      } else {
        marker = totals[--depth];
      }
      break;
    }
    case BULKCHECK_STEP_NEVER:
      marker = 0;
      break;
    default:
      __builtin_unreachable();
    }
  }
}

/// The answer for the class masks of a text. Many patterns have no step but the last (classes that
/// are required at their places, and perhaps a run to the end), or a sign before it: these do
/// without a call.
ALWAYS_INLINE bulkcheck_answer judge(const bulkcheck_pattern *pattern, const uint64_t *masks,
                                     uint64_t valid, size_t n) {
  uint64_t marker = pattern->start & (valid << 1 | 1);
  const bulkcheck_step *step = pattern->steps;
  if (step->code == BULKCHECK_STEP_OPTIONAL) {
    marker |= (marker & masks[step->class_index]) << 1;
    step++;
  }
  if (step->code <= BULKCHECK_STEP_ACCEPT_TAIL)
    return accept(step, marker, masks, valid, n);
  return run_steps(step, marker, masks, valid, n);
}

#endif
