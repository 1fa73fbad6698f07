#ifndef BULKCHECK_CZLIB_SHIM_H
#define BULKCHECK_CZLIB_SHIM_H
#include <zlib.h>
#endif
