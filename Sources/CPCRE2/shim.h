#ifndef BULKCHECK_CPCRE2_SHIM_H
#define BULKCHECK_CPCRE2_SHIM_H
// PCRE2 renames its functions by code unit width; patterns here match UTF-8 bytes.
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
#endif
