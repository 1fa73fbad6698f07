#ifndef BULKCHECK_STEPS_H
#define BULKCHECK_STEPS_H

// The steps of a pattern over class masks: the part that is the same for every instruction set.

#include "blocks.h"
#include "include/bulkcheck_pattern.h"

/// Whatever is reached over any number of members: the sum carries each marker to the end of its run.
ALWAYS_INLINE uint64_t over_run(uint64_t marker, uint64_t members) {
  return (((marker & members) + members) ^ members) | marker;
}

/// The positions from which `length` members follow one another.
ALWAYS_INLINE uint64_t runs_of(uint64_t members, unsigned length) {
  unsigned have = 1;
  while (have < length) {
    unsigned more = have < length - have ? have : length - have;
    members &= members >> more;
    have += more;
  }
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

/// Whether `low` to `high` members lead from the marker to the end.
ALWAYS_INLINE int reaches_end(uint64_t marker, uint64_t members, uint64_t valid, size_t n, size_t low, size_t high) {
  if (n < low) return 0;
  marker &= (2ull << (n - low)) - 1;
  if (n > high) marker &= ~0ull << (n - high);
  uint64_t others = ~members & valid;
  // Not from the last other byte or before it.
  if (others == 0) return marker != 0;
  return (marker >> (64 - __builtin_clzll(others))) != 0;
}

/// Runs the steps; `valid` has the bits of the text's bytes, and the masks none beyond them.
ALWAYS_INLINE bulkcheck_answer run_steps(const bulkcheck_pattern *pattern, const uint64_t *masks, uint64_t valid,
                                         size_t n) {
  uint64_t marker = pattern->start & (valid << 1 | 1);
  uint64_t starts[BULKCHECK_PATTERN_DEPTH_MAXIMUM];
  uint64_t totals[BULKCHECK_PATTERN_DEPTH_MAXIMUM];
  size_t depth = 0;
  for (const bulkcheck_step *step = pattern->steps;; step++) {
    uint64_t members = masks[step->class_index];
    switch (step->code) {
      case BULKCHECK_STEP_ACCEPT: return marker != 0;
      case BULKCHECK_STEP_ACCEPT_END: return (marker >> n) & 1;
      case BULKCHECK_STEP_ACCEPT_TAIL: return reaches_end(marker, members, valid, n, step->low, step->high);
      case BULKCHECK_STEP_ONE: marker = (marker & members) << 1; break;
      case BULKCHECK_STEP_ROW:
        for (unsigned i = 0; i < step->low; i++) marker = (marker & masks[step->classes[i]]) << 1;
        break;
      case BULKCHECK_STEP_OPTIONAL: marker |= (marker & members) << 1; break;
      case BULKCHECK_STEP_ANY: marker = over_run(marker, members); break;
      case BULKCHECK_STEP_SOME: marker = over_run((marker & members) << 1, members); break;
      case BULKCHECK_STEP_EXACTLY: marker = (marker & runs_of(members, step->low)) << step->low; break;
      case BULKCHECK_STEP_BETWEEN:
        if (step->low > 0) marker = (marker & runs_of(members, step->low)) << step->low;
        // What a run leads to lies near enough to its marker if it lies near enough to any: one in between is in the
        // same run.
        marker = over_run(marker, members) & smeared(marker, (unsigned)(step->high - step->low));
        break;
      case BULKCHECK_STEP_SOME_ONE:
        marker = over_run((marker & members) << 1, members);
        marker = (marker & masks[step->classes[0]]) << 1;
        break;
      case BULKCHECK_STEP_TEXT_START: marker &= 1; break;
      case BULKCHECK_STEP_TEXT_END: marker &= 1ull << n; break;
      // Behind a line feed, unless it is the last byte.
      case BULKCHECK_STEP_LINE_START: marker &= ((members << 1) & valid) | 1; break;
      case BULKCHECK_STEP_LINE_END: marker &= members | 1ull << n; break;
      case BULKCHECK_STEP_WORD_BOUNDARY: marker &= members ^ members << 1; break;
      case BULKCHECK_STEP_NO_WORD_BOUNDARY: marker &= ~(members ^ members << 1); break;
      case BULKCHECK_STEP_BRANCHES:
        starts[depth] = marker;
        totals[depth++] = 0;
        break;
      case BULKCHECK_STEP_MAYBE: totals[depth++] = marker; break;
      case BULKCHECK_STEP_NEXT:
        totals[depth - 1] |= marker;
        marker = starts[depth - 1];
        break;
      case BULKCHECK_STEP_JOIN: marker |= totals[--depth]; break;
      case BULKCHECK_STEP_LOOP: totals[depth++] = 0; break;
      case BULKCHECK_STEP_LOOP_OR_NONE: totals[depth++] = marker; break;
      case BULKCHECK_STEP_AGAIN: {
        // Each turn goes on from what is new, and every turn but the last adds a bit: there are at most 65.
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
      default: marker = 0;
    }
  }
}

#endif
