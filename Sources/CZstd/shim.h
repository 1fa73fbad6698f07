#ifndef BULKCHECK_CZSTD_SHIM_H
#define BULKCHECK_CZSTD_SHIM_H
#include <zstd.h>
#include <zstd_errors.h>
#endif
