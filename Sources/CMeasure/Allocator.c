// RTLD_DEFAULT before glibc 2.36, and dladdr1, need it.
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "Allocator.h"

#include <dlfcn.h>
#include <pthread.h>
#if defined(__linux__)
#include <link.h>
#endif
#include <string.h>

// "All arenas together", MALLCTL_ARENAS_ALL in jemalloc's header.
#define ALL_ARENAS "stats.arenas.4096."

enum { max_classes = 512, max_mib = 8 };

typedef int (*control)(const char *, void *, size_t *, void *, size_t);
typedef int (*name_to_mib)(const char *, size_t *, size_t *);
typedef int (*control_by_mib)(const size_t *, size_t, void *, size_t *, void *, size_t);

/// A family of counters, one per size class: the class is the mib's fifth part.
typedef struct {
  size_t mib[max_mib];
  size_t length;
  unsigned classes;
  uint64_t size[max_classes];
} counters;

// The functions that the counting library exports.
typedef void (*read_counts)(framegate_allocations *);
typedef void (*set_remembering)(int);
typedef int (*find_callers)(size_t, framegate_allocations *, const uintptr_t **);

// Set once, by the first call of framegate_allocator_open.
static enum framegate_counter counter;
static read_counts counting_read;
static set_remembering counting_remember;
static find_callers counting_callers;
static control mallctl;
static name_to_mib mallctlnametomib;
static control_by_mib mallctlbymib;
static size_t epoch[max_mib];
static size_t epoch_length = max_mib;
static counters small, large;

/// Fills in the classes of one family; 1 when jemalloc knows every name.
static int open_counters(counters *family, const char *count, const char *size, const char *requests) {
  size_t length = sizeof family->classes;
  if (mallctl(count, &family->classes, &length, NULL, 0) != 0) return 0;
  if (family->classes > max_classes) return 0;

  size_t mib[max_mib];
  size_t mib_length = max_mib;
  if (mallctlnametomib(size, mib, &mib_length) != 0) return 0;
  for (unsigned class = 0; class < family->classes; class++) {
    size_t bytes = 0;
    length = sizeof bytes;
    mib[2] = class;
    if (mallctlbymib(mib, mib_length, &bytes, &length, NULL, 0) != 0) return 0;
    family->size[class] = bytes;
  }

  family->length = max_mib;
  return mallctlnametomib(requests, family->mib, &family->length) == 0;
}

static int open_counting_library(void) {
  counting_read = (read_counts)dlsym(RTLD_DEFAULT, "framegate_counting_read");
  counting_remember = (set_remembering)dlsym(RTLD_DEFAULT, "framegate_counting_remember");
  counting_callers = (find_callers)dlsym(RTLD_DEFAULT, "framegate_counting_callers");
  return counting_read && counting_remember && counting_callers;
}

static int open_jemalloc(void) {
  mallctl = (control)dlsym(RTLD_DEFAULT, "mallctl");
  mallctlnametomib = (name_to_mib)dlsym(RTLD_DEFAULT, "mallctlnametomib");
  mallctlbymib = (control_by_mib)dlsym(RTLD_DEFAULT, "mallctlbymib");
  if (!mallctl || !mallctlnametomib || !mallctlbymib) return 0;

  epoch_length = max_mib;
  return mallctlnametomib("epoch", epoch, &epoch_length) == 0
    && open_counters(
      &small, "arenas.nbins", "arenas.bin.0.size", ALL_ARENAS "bins.0.nrequests")
    && open_counters(
      &large, "arenas.nlextents", "arenas.lextent.0.size", ALL_ARENAS "lextents.0.nrequests");
}

static void open_once(void) {
  if (open_counting_library()) counter = framegate_counting_library;
  else if (open_jemalloc()) counter = framegate_jemalloc;
}

enum framegate_counter framegate_allocator_open(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, open_once);
  return counter;
}

static void add(const counters *family, framegate_allocations *total) {
  size_t mib[max_mib];
  memcpy(mib, family->mib, sizeof mib);
  for (unsigned class = 0; class < family->classes; class++) {
    uint64_t requests = 0;
    size_t length = sizeof requests;
    mib[4] = class;
    mallctlbymib(mib, family->length, &requests, &length, NULL, 0);
    total->count += requests;
    total->bytes += requests * family->size[class];
  }
}

framegate_allocations framegate_allocator_read(void) {
  framegate_allocations total = {0, 0};
  if (counter == framegate_counting_library) {
    counting_read(&total);
    return total;
  }
  // jemalloc's statistics are a snapshot; advancing the epoch takes a new one.
  uint64_t now = 1;
  mallctlbymib(epoch, epoch_length, NULL, NULL, &now, sizeof now);

  add(&small, &total);
  add(&large, &total);
  return total;
}

int framegate_allocator_remember(int starts) {
  if (counter != framegate_counting_library) return 0;
  counting_remember(starts);
  return 1;
}

int framegate_allocator_callers(
    size_t index, framegate_allocations *requests, const uintptr_t **calls) {
  return counter == framegate_counting_library ? counting_callers(index, requests, calls) : 0;
}

const char *framegate_allocator_place(uintptr_t call, uint64_t *address) {
#if defined(__linux__)
  Dl_info found, own;
  struct link_map *file = NULL;
  if (dladdr1((void *)call, &found, (void **)&file, RTLD_DL_LINKMAP) == 0 || !file) return NULL;
  *address = call - file->l_addr;
  if (dladdr((void *)framegate_allocator_place, &own) && own.dli_fbase == found.dli_fbase) return "";
  return found.dli_fname;
#else
  (void)call, (void)address;
  return NULL;
#endif
}
