#include "CMeasure.h"

int framegate_recording = FRAMEGATE_NOTHING;

__attribute__((noinline)) void framegate_counted_region(
    void (*body)(void *context), void *context) {
  body(context);
  // Keeps the call above from becoming a jump: a profiler would not see this function return.
  __asm__ volatile("" ::: "memory");
}

__attribute__((noinline)) void framegate_toggle_counting(void) {
  // A client request of valgrind: an instruction sequence that it recognizes, with callgrind's
  // number for 'toggle collection'. Without valgrind, the rotations cancel out.
#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
  volatile unsigned long request[6] = {((unsigned long)'C' << 24 | (unsigned long)'T' << 16) + 2, 0, 0, 0, 0, 0};
#if defined(__x86_64__)
  unsigned long result = 0;
  __asm__ volatile(
      "rolq $3, %%rdi; rolq $13, %%rdi; rolq $61, %%rdi; rolq $51, %%rdi\n\t"
      "xchgq %%rbx, %%rbx"
      : "+d"(result)
      : "a"(&request[0])
      : "cc", "memory");
#else
  __asm__ volatile(
      "mov x3, xzr\n\tmov x4, %0\n\t"
      "ror x12, x12, #3; ror x12, x12, #13; ror x12, x12, #51; ror x12, x12, #61\n\t"
      "orr x10, x10, x10"
      :
      : "r"(&request[0])
      : "cc", "memory", "x3", "x4");
#endif
#endif
}
