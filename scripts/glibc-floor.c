// Three functions that libstdc++, libgcc and Swift's runtime would otherwise take from glibc 2.35
// and 2.36, if that is what they are linked with. Linked into the packaged command, they keep it
// running on glibc 2.34, the oldest that Swift's runtime itself runs on: RHEL 9, Amazon Linux 2023.
//
// scripts/static-libraries compiles this file. Only the packaged command has it.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>

// For the command alone, not for the libraries that it loads.
#pragma GCC visibility push(hidden)

// glibc 2.36. libstdc++ makes its std::random_device of it.
uint32_t arc4random(void) {
  uint32_t value;
  unsigned char *next = (unsigned char *)&value;
  size_t left = sizeof value;
  while (left > 0) {
    // Up to 256 bytes come whole or not at all; it fails only where a signal interrupts it.
    ssize_t count = getrandom(next, left, 0);
    if (count > 0) {
      next += count;
      left -= (size_t)count;
    }
  }
  return value;
}

// The version of glibc 2.35 sets no errno. In double precision no square of a float overflows.
float hypotf(float x, float y) {
  if (isinf(x) || isinf(y)) {
    return INFINITY;
  }
  return (float)sqrt((double)x * x + (double)y * y);
}

#ifdef DLFO_STRUCT_HAS_EH_DBASE
// glibc 2.35. The unwinder of libgcc asks which loaded object holds an instruction.
struct search {
  uintptr_t address;
  struct dl_find_object *result;
};

// What the unwinder reads of it: where the object is loaded. One for each thread that unwinds.
static _Thread_local struct link_map found_map;

static int visit(struct dl_phdr_info *object, size_t size, void *data) {
  (void)size;
  struct search *search = data;
  uintptr_t start = 0, end = 0;
  void *frames = NULL;
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *header = &object->dlpi_phdr[i];
    uintptr_t first = object->dlpi_addr + header->p_vaddr;
    if (header->p_type == PT_LOAD && search->address >= first &&
        search->address < first + header->p_memsz) {
      start = first;
      end = first + header->p_memsz;
    } else if (header->p_type == PT_GNU_EH_FRAME) {
      frames = (void *)first;
    }
  }
  if (end == 0 || frames == NULL) {
    return 0;
  }
  found_map.l_addr = object->dlpi_addr;
  search->result->dlfo_flags = 0;
  search->result->dlfo_map_start = (void *)start;
  search->result->dlfo_map_end = (void *)end;
  search->result->dlfo_link_map = &found_map;
  search->result->dlfo_eh_frame = frames;
  return 1;
}

int _dl_find_object(void *address, struct dl_find_object *result) {
  struct search search = {(uintptr_t)address, result};
  return dl_iterate_phdr(visit, &search) == 1 ? 0 : -1;
}
#endif

#pragma GCC visibility pop
