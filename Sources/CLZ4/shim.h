#ifndef BULKCHECK_CLZ4_SHIM_H
#define BULKCHECK_CLZ4_SHIM_H
#include <lz4frame.h>
#endif
