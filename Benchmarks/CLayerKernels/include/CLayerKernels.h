// The batch kernels of LayerKernels, compiled once per instruction set.
//
// Every array consists of blocks: structures whose fields are sixteen floats each. Pointers must be
// aligned to 16 bytes; full speed needs an alignment of 64 bytes. The formulas are those of
// LayerKernels/Lanes.

#ifndef CLAYERKERNELS_H
#define CLAYERKERNELS_H

#include <stddef.h>
#include <stdint.h>

#include "CPixelKernels.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Instruction sets; each includes those before it.
enum {
  motion_isa_base = 0,
  motion_isa_avx2 = 1,
  motion_isa_avx512 = 2
};

/// The numbers of arithmetic chains that measure the machine's limits.
enum {
  motion_chains = 14,
  motion_mixed_multiply_adds = 8,
  motion_mixed_additions = 6
};

/// The pieces of a timing function. `pieces` has the 64 cubic pieces by piece (128 entries of four
/// coefficients), and `columns` has them by coefficient (four times 64 numbers). `septics` has
/// eight pieces of degree 7 and `quintics` sixteen of degree 5, by coefficient, for registers; each
/// is null if it is not accurate enough. If only the end is stretched, the pieces in registers are
/// in the opposite order, as polynomials in the distance from 1.
typedef struct {
  const float *pieces;
  const float *columns;
  const float *septics;
  const float *quintics;
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
  /// Independent chains of multiply-adds, sixteen lanes wide. `numbers` has a factor, a term, and
  /// one number for each of ``motion_chains`` chains, which the result replaces.
  void (*multiply_add)(float *numbers, size_t iterations);
  /// The same with ``motion_mixed_multiply_adds`` chains of multiply-adds and
  /// ``motion_mixed_additions`` of additions.
  void (*multiply_add_and_add)(float *numbers, size_t iterations);
  /// Reads all blocks and writes one.
  void (*read)(const float *source, float *result, size_t blocks);
  void (*copy)(const float *source, float *result, size_t blocks);
  void (*update)(const float *source, float *result, size_t blocks);
} motion_kernels;

/// The kernels for an instruction set, or null if this machine or build does not have it.
const motion_kernels *motion_kernels_for(int isa);

/// The best instruction set of this machine, or -1 on processors other than x86-64.
int motion_best_isa(void);

/// The value of the environment variable FRAMEGATE_ISA, or null.
const char *motion_wanted_isa(void);

#ifdef __cplusplus
}
#endif

#endif
