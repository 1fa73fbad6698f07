#ifndef BULKCHECK_SCALAR_H
#define BULKCHECK_SCALAR_H
#include "include/bulkcheck_scan.h"
size_t bulkcheck_string_end_scalar(const uint8_t *, size_t);
bulkcheck_encoding bulkcheck_encoding_of_scalar(const uint8_t *, size_t);
void bulkcheck_index_csv_scalar(const uint8_t *, size_t, size_t, uint8_t, uint8_t,
                                bulkcheck_index *);
void bulkcheck_classify_text_scalar(const uint8_t *, size_t, bulkcheck_text_classes *);
void bulkcheck_classify_text_avx2(const uint8_t *, size_t, bulkcheck_text_classes *);
void bulkcheck_classify_text_neon(const uint8_t *, size_t, bulkcheck_text_classes *);
size_t bulkcheck_count_byte_scalar(const uint8_t *, size_t, uint8_t);
size_t bulkcheck_string_end_avx2(const uint8_t *, size_t);
bulkcheck_encoding bulkcheck_encoding_of_avx2(const uint8_t *, size_t);
void bulkcheck_index_csv_avx2(const uint8_t *, size_t, size_t, uint8_t, uint8_t,
                              bulkcheck_index *);
void bulkcheck_index_csv_avx512(const uint8_t *, size_t, size_t, uint8_t, uint8_t,
                              bulkcheck_index *);
size_t bulkcheck_count_codepoints_scalar(const uint8_t *, size_t);
size_t bulkcheck_count_codepoints_avx2(const uint8_t *, size_t);
size_t bulkcheck_count_byte_avx2(const uint8_t *, size_t, uint8_t);
size_t bulkcheck_string_end_neon(const uint8_t *, size_t);
bulkcheck_encoding bulkcheck_encoding_of_neon(const uint8_t *, size_t);
void bulkcheck_index_csv_neon(const uint8_t *, size_t, size_t, uint8_t, uint8_t,
                              bulkcheck_index *);
size_t bulkcheck_count_codepoints_neon(const uint8_t *, size_t);
size_t bulkcheck_count_byte_neon(const uint8_t *, size_t, uint8_t);
size_t bulkcheck_json_value_scalar(uint8_t *, size_t, size_t, bulkcheck_json_state *);
size_t bulkcheck_json_value_avx2(uint8_t *, size_t, size_t, bulkcheck_json_state *);
size_t bulkcheck_json_value_neon(uint8_t *, size_t, size_t, bulkcheck_json_state *);
size_t bulkcheck_json_values_scalar(uint8_t *, size_t, size_t, size_t, bulkcheck_json_run *,
                                    bulkcheck_json_place *, size_t);
size_t bulkcheck_json_values_avx2(uint8_t *, size_t, size_t, size_t, bulkcheck_json_run *,
                                  bulkcheck_json_place *, size_t);
size_t bulkcheck_json_values_neon(uint8_t *, size_t, size_t, size_t, bulkcheck_json_run *,
                                  bulkcheck_json_place *, size_t);
#endif
