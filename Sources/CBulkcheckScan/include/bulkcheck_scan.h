#ifndef BULKCHECK_SCAN_H
#define BULKCHECK_SCAN_H
#endif
