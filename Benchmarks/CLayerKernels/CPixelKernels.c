#include "CLayerKernels.h"

/// The widest strip of any instruction set, in bytes.
enum { widest_strip = 128 };

/// The number of rows of a strip that are transposed at once.
enum { tile_rows = 16 };

static size_t line_aligned(size_t bytes) { return (bytes + 63) & ~(size_t)63; }

size_t pixel_blur_scratch(
  size_t width, size_t height, size_t bytes_per_pixel, const pixel_window windows[3]
) {
  const size_t lines = windows[0].length + windows[1].length + windows[2].length;
  const size_t longest = width > height ? width : height;
  return line_aligned(bytes_per_pixel * width * height) + widest_strip * (lines + tile_rows + longest);
}

#if defined(__x86_64__)

#include <immintrin.h>
#include <string.h>

// Vectors are passed only between functions that are always inlined.
#pragma clang diagnostic ignored "-Wpsabi"

#define INLINE static inline __attribute__((always_inline))

/// For each byte of a vector of pixels, the index of the coverage that it takes: the low byte of
/// both halves of a pixel takes the pixel's coverage, and the high bytes take 0 (index -1). AVX2
/// uses only the part that fits into a vector.
static const int8_t coverage_order[64] = {
  0, -1, 0, -1, 1, -1, 1, -1, 2, -1, 2, -1, 3, -1, 3, -1,
  4, -1, 4, -1, 5, -1, 5, -1, 6, -1, 6, -1, 7, -1, 7, -1,
  8, -1, 8, -1, 9, -1, 9, -1, 10, -1, 10, -1, 11, -1, 11, -1,
  12, -1, 12, -1, 13, -1, 13, -1, 14, -1, 14, -1, 15, -1, 15, -1};

#define NAME(name) CLayerKernels_##name##_base
#define MM(operation) _mm_##operation
#define V __m128i
#include "pixels.inc"
#undef V
#undef MM
#undef NAME

#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#define NAME(name) CLayerKernels_##name##_avx2
#define MM(operation) _mm256_##operation
#define REPEATED(bytes) _mm256_broadcastsi128_si256(bytes)
#define V __m256i
#define PIXELS_AVX2 1
#include "pixels.inc"
#undef V
#undef REPEATED
#undef MM
#undef NAME
#pragma clang attribute pop

#pragma clang attribute push( \
  __attribute__((target("avx2,fma,avx512f,avx512vl,avx512dq,avx512bw"))), apply_to = function)
#define NAME(name) CLayerKernels_##name##_avx512
#define MM(operation) _mm512_##operation
#define REPEATED(bytes) _mm512_broadcast_i32x4(bytes)
#define V __m512i
#define PIXELS_AVX512 1
#include "pixels.inc"
#undef PIXELS_AVX512
#undef PIXELS_AVX2
#undef V
#undef REPEATED
#undef MM
#undef NAME
#pragma clang attribute pop

const pixel_kernels *pixel_kernels_for(int isa) {
  if (!motion_kernels_for(isa)) return NULL;
  return isa == motion_isa_avx512 ? &CLayerKernels_kernels_avx512
    : isa == motion_isa_avx2 ? &CLayerKernels_kernels_avx2 : &CLayerKernels_kernels_base;
}

#else

const pixel_kernels *pixel_kernels_for(int isa) {
  (void)isa;
  return NULL;
}

#endif
