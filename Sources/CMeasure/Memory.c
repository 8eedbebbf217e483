#define _GNU_SOURCE
#include "CMeasure.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

void *framegate_map_memory(size_t bytes) {
  void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0);
  if (memory == MAP_FAILED) return NULL;
#if defined(MADV_NOHUGEPAGE)
  madvise(memory, bytes, MADV_NOHUGEPAGE);
#endif
  return memory;
}

void framegate_unmap_memory(void *memory, size_t bytes) { munmap(memory, bytes); }

int64_t framegate_peak_memory(void) {
#if defined(__linux__)
  // The peak of getrusage includes the program that ran in this process before this one was
  // executed.
  FILE *status = fopen("/proc/self/status", "re");
  if (status == NULL) return 0;
  char line[256];
  long long kibibytes = 0;
  while (fgets(line, sizeof line, status) != NULL)
    if (sscanf(line, "VmHWM: %lld kB", &kibibytes) == 1) break;
  fclose(status);
  return kibibytes * 1024;
#else
  struct rusage usage;
  return getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_maxrss : 0;
#endif
}

int framegate_reset_peak_memory(void) {
#if defined(__linux__)
  const int file = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC);
  if (file < 0) return errno;
  const int error = write(file, "5", 1) == 1 ? 0 : errno;
  close(file);
  return error;
#else
  return -1;
#endif
}
