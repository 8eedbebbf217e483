#include "CLayerKernels.h"

#include <stdlib.h>

#if defined(__x86_64__)

#include <immintrin.h>

// Vectors of sixteen floats are passed only between functions that are always inlined.
#pragma clang diagnostic ignored "-Wpsabi"

typedef float v16 __attribute__((vector_size(64), aligned(16)));
typedef uint32_t u16 __attribute__((vector_size(64), aligned(16)));
typedef float v8 __attribute__((vector_size(32), aligned(16)));
typedef float v4 __attribute__((vector_size(16)));

#define INLINE static inline __attribute__((always_inline))

#define NAME(name) CLayerKernels_##name##_base
#define LANES_BASE 1
#include "kernels.inc"
#undef LANES_BASE
#undef NAME

#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#define NAME(name) CLayerKernels_##name##_avx2
#define LANES_AVX2 1
#include "kernels.inc"
#undef LANES_AVX2
#undef NAME
#pragma clang attribute pop

#pragma clang attribute push( \
  __attribute__((target("avx512f,avx512vl,avx512dq,avx512bw,fma"))), apply_to = function)
#define NAME(name) CLayerKernels_##name##_avx512
#define LANES_AVX512 1
#include "kernels.inc"
#undef LANES_AVX512
#undef NAME
#pragma clang attribute pop

static int detected(void) {
  __builtin_cpu_init();
  if (
    __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl")
    && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw")
    && __builtin_cpu_supports("fma")) {
    return motion_isa_avx512;
  }
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return motion_isa_avx2;
  return motion_isa_base;
}

const motion_kernels *motion_kernels_for(int isa) {
  if (isa < motion_isa_base || isa > detected()) return NULL;
  return isa == motion_isa_avx512 ? &CLayerKernels_kernels_avx512
    : isa == motion_isa_avx2 ? &CLayerKernels_kernels_avx2 : &CLayerKernels_kernels_base;
}

int motion_best_isa(void) { return detected(); }

#else

const motion_kernels *motion_kernels_for(int isa) {
  (void)isa;
  return NULL;
}

int motion_best_isa(void) { return -1; }

#endif

const char *motion_wanted_isa(void) { return getenv("FRAMEGATE_ISA"); }
