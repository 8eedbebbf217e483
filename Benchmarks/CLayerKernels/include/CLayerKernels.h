// The batch kernels of MotionKernels, compiled once per instruction set.
//
// Every array consists of blocks: structures whose fields are sixteen floats each. Pointers must be
// aligned to 16 bytes; 64 are needed for full speed. The formulas are those of MotionKernels/Lanes.

#ifndef CMOTIONKERNELS_H
#define CMOTIONKERNELS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Instruction sets; each includes those before it.
enum {
  motion_isa_base = 0,
  motion_isa_avx2 = 1,
  motion_isa_avx512 = 2
};

/// The 64 cubic pieces of a timing function, by piece (128 entries of four coefficients) and by
/// coefficient (four times 64 numbers).
typedef struct {
  const float *pieces;
  const float *columns;
  int32_t warp;
} motion_timing;

/// The kernels of one instruction set. `blocks` counts blocks of sixteen.
typedef struct {
  void (*concatenate)(const float *left, const float *right, float *result, size_t blocks);
  void (*compose)(const float *poses, const float *perspectives, float *result, size_t blocks);
  void (*interpolate_decomposed)(
    const float *start, const float *end, const float *progress, float *result, size_t blocks);
  void (*interpolate_stored)(
    const float *start, const float *end, const float *progress, float *result, size_t blocks);
  void (*map_quads)(
    const float *transforms, const float *half_sizes, float *result, size_t blocks);
  void (*springs)(const float *springs, float time, float *result, size_t blocks);
  void (*springs_oscillating)(
    const float *springs, float high, float low, float whole, float *result, size_t blocks);
  void (*springs_overdamped)(const float *springs, float whole, float *result, size_t blocks);
  void (*springs_step)(const float *propagators, float *states, size_t blocks);
  void (*timing)(const float *fractions, motion_timing timing, float *result, size_t blocks);
  void (*whole_frame)(
    const float *layers, float time, const float *parent, motion_timing timing, float *result,
    size_t blocks);
  /// Twelve independent chains of multiply-adds, sixteen wide: 384 operations per iteration.
  void (*multiply_add)(float *numbers, size_t iterations);
  void (*copy)(const float *source, float *result, size_t blocks);
  void (*update)(const float *source, float *result, size_t blocks);
} motion_kernels;

/// The kernels for an instruction set, or null if this machine or build does not have it.
const motion_kernels *motion_kernels_for(int isa);

/// The best instruction set of this machine, or -1 on processors other than x86-64.
///
/// The environment variable FRAMEGATE_ISA (base, avx2 or avx512) caps it.
int motion_best_isa(void);

#ifdef __cplusplus
}
#endif

#endif
