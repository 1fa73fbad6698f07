#include "bulkcheck_scan.h"
