#include "include/bulkcheck_scan.h"

#include "pattern.h"

/// Looks at no more than the text's end.
static bulkcheck_answer match_tail(const bulkcheck_pattern *pattern, const uint8_t *text,
                                   size_t count) {
  if (count > pattern->tail_length) {
    text += count - pattern->tail_length;
    count = pattern->tail_length;
  }
  return pattern->match_tail(pattern, text, count);
}

static uint64_t match_column(const bulkcheck_pattern *pattern, const bulkcheck_node *nodes,
                             uint64_t lanes, uint64_t *undecided) {
  return match_each(pattern, nodes, lanes, undecided, pattern->match);
}

void bulkcheck_pattern_prepare(bulkcheck_pattern *pattern) {
  bulkcheck_matcher *steps = bulkcheck_pattern_match_scalar, *class = bulkcheck_class_match_scalar;
  bulkcheck_column_matcher *steps_column = match_column, *class_column = match_column;
#if defined(__x86_64__)
  if (pattern->kernel == BULKCHECK_KERNEL_AVX2 || pattern->kernel == BULKCHECK_KERNEL_AVX512) {
    steps = bulkcheck_pattern_match_avx2;
    class = bulkcheck_class_match_avx2;
    steps_column = bulkcheck_pattern_match_column_avx2;
    class_column = bulkcheck_class_match_column_avx2;
  }
#elif defined(__aarch64__)
  if (pattern->kernel == BULKCHECK_KERNEL_NEON) {
    steps = bulkcheck_pattern_match_neon;
    class = bulkcheck_class_match_neon;
    steps_column = bulkcheck_pattern_match_column_neon;
    class_column = bulkcheck_class_match_column_neon;
  }
#endif
  int has_steps = pattern->form == BULKCHECK_FORM_STEPS;
  pattern->match = has_steps ? steps : class;
  pattern->match_column = has_steps ? steps_column : class_column;
  if (pattern->tail_length == 0)
    return;
  pattern->match_tail = pattern->match;
  pattern->match = match_tail;
  pattern->match_column = match_column;
}
