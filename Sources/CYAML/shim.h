#ifndef BULKCHECK_CYAML_SHIM_H
#define BULKCHECK_CYAML_SHIM_H
#include <yaml.h>
#endif
