// Our formulas as plain C, which the compiler vectorizes: plain.c.
//
// Blocks and images are those of CLayerKernels.h and CPixelKernels.h.

#pragma once

#include <stddef.h>
#include <stdint.h>

// If PLAIN_SET is defined, names end with it, so that one program can contain several sets.
#ifdef PLAIN_SET
#define PLAIN_JOIN(name, set) name##_##set
#define PLAIN_EXPAND(name, set) PLAIN_JOIN(name, set)
#define PLAIN(name) PLAIN_EXPAND(plain_##name, PLAIN_SET)
#else
#define PLAIN(name) plain_##name
#endif

#ifdef __cplusplus
extern "C" {
#endif

void PLAIN(concatenate)(const float *left, const float *right, float *result, size_t blocks);
void PLAIN(compose)(const float *poses, const float *perspectives, float *result, size_t blocks);
void PLAIN(interpolate_stored)(
  const float *start, const float *end, const float *progress, float *result, size_t blocks);
void PLAIN(map_quads)(const float *transforms, const float *half_sizes, float *result, size_t blocks);
void PLAIN(springs)(const float *springs, float time, float *result, size_t blocks);

// Four steps of Newton's method in single precision for the curve (x1, y1), (x2, y2).
void PLAIN(timing)(
  const float *fractions, float x1, float y1, float x2, float y2, float *result, size_t blocks);

void PLAIN(blend)(const uint32_t *source, uint8_t opacity, uint32_t *target, size_t pixels);
void PLAIN(blend_opaque)(const uint32_t *source, uint32_t *target, size_t pixels);
void PLAIN(mask)(const uint8_t *mask, uint32_t *target, size_t pixels);

// Averages `length` (odd) pixels three times down the columns, then along the rows. `scratch` is as
// large as the image; `sums` has a number for each byte of the longer side.
void PLAIN(blur)(
  uint8_t *image, size_t width, size_t height, size_t length, uint8_t *scratch, uint16_t *sums);

// Scales an image down. `sums` has four numbers for each pixel of a row.
void PLAIN(downsample)(
  const uint8_t *image, size_t width, size_t height, uint8_t *target, size_t target_width,
  size_t target_height, uint32_t *sums);

#ifdef __cplusplus
}
#endif
