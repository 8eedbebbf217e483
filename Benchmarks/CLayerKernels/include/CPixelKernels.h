// The pixel kernels, compiled once per instruction set.
//
// Images are rows of premultiplied pixels of four bytes each, and masks are rows of one byte per
// pixel. A stride is the number of bytes from one row to the next. Nothing needs to be aligned. All
// instruction sets give the same bytes.

#ifndef CPIXELKERNELS_H
#define CPIXELKERNELS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// One of three moving averages.
typedef struct {
  /// The number of pixels that are averaged, and how many of them come after the averaged pixel.
  size_t length, after;

  /// `half` is added to a sum, which is then multiplied by the reciprocal: the high half of the
  /// product is the average.
  uint16_t half, reciprocal;
} pixel_window;

/// The pixels of a long line that one pixel of a shorter line covers.
typedef struct {
  size_t first, last;

  /// The weights of the first and last pixel; all pixels between them have the same weight.
  int32_t first_weight, last_weight;
} pixel_span;

/// The spans of a line, their number, and the weight of a wholly covered pixel.
typedef struct {
  const pixel_span *spans;
  size_t count;
  int32_t whole;
} pixel_spans;

/// The kernels of one instruction set.
typedef struct {
  /// Blends `width` × `height` pixels over others, with an opacity of 0 to 255.
  void (*blend)(
    const uint8_t *source, size_t source_stride, uint8_t opacity, uint8_t *target, size_t target_stride,
    size_t width, size_t height);

  /// Blends a color over pixels, as far as a mask covers them.
  void (*fill)(
    uint32_t color, const uint8_t *mask, size_t mask_stride, uint8_t *target, size_t target_stride,
    size_t width, size_t height);

  /// Multiplies pixels by a mask.
  void (*apply)(
    const uint8_t *mask, size_t mask_stride, uint8_t *target, size_t target_stride, size_t width,
    size_t height);

  /// Averages three times in both directions. Rows have no padding. `scratch` must have
  /// ``pixel_blur_scratch(width:height:bytes_per_pixel:windows:)`` bytes and start on a cache line.
  void (*blur)(
    uint8_t *image, size_t width, size_t height, size_t bytes_per_pixel, const pixel_window windows[3],
    uint8_t *scratch);

  /// Scales down an image with at least ``pixel_downsample_width`` pixels per row.
  ///
  /// `sums` must have room for four numbers per pixel of a row. Weights of rows must be below 2^15,
  /// and sums below 2^31.
  void (*downsample)(
    const uint8_t *image, size_t width, pixel_spans rows, pixel_spans columns, size_t area,
    uint8_t *target, int32_t *sums);
} pixel_kernels;

/// The smallest width of an image that can be scaled down.
enum { pixel_downsample_width = 16 };

/// The kernels for an instruction set of CLayerKernels.h, or null if this machine or build does not
/// have it.
///
/// Vectors are 16 bytes wide on the base set, 32 on AVX2, and 64 on AVX-512.
const pixel_kernels *pixel_kernels_for(int isa);

/// The number of bytes that a blur needs in addition to the image.
size_t pixel_blur_scratch(
  size_t width, size_t height, size_t bytes_per_pixel, const pixel_window windows[3]);

#ifdef __cplusplus
}
#endif

#endif
