#include "plain.h"

#include <math.h>
#include <string.h>

// One lane of a field of a block.
#define AT(block, field) (block)[16 * (field) + lane]

#define EACH_LANE _Pragma("clang loop vectorize(enable) interleave(enable)") \
  for (int lane = 0; lane < 16; lane++)

void PLAIN(concatenate)(
  const float *restrict left, const float *restrict right, float *restrict result, size_t blocks
) {
  for (size_t block = 0; block < blocks; block++) {
    const float *a = left + 256 * block, *b = right + 256 * block;
    float *r = result + 256 * block;
    for (int i = 0; i < 16; i += 4) {
      EACH_LANE {
        const float x = AT(a, i), y = AT(a, i + 1), z = AT(a, i + 2), w = AT(a, i + 3);
        AT(r, i) = w * AT(b, 12) + (z * AT(b, 8) + (y * AT(b, 4) + x * AT(b, 0)));
        AT(r, i + 1) = w * AT(b, 13) + (z * AT(b, 9) + (y * AT(b, 5) + x * AT(b, 1)));
        AT(r, i + 2) = w * AT(b, 14) + (z * AT(b, 10) + (y * AT(b, 6) + x * AT(b, 2)));
        AT(r, i + 3) = w * AT(b, 15) + (z * AT(b, 11) + (y * AT(b, 7) + x * AT(b, 3)));
      }
    }
  }
}

typedef struct {
  float m11, m12, m13, m21, m22, m23, m31, m32, m33;
} rotation;

static inline rotation rotate(float x, float y, float z, float w) {
  const float x2 = x + x, y2 = y + y, z2 = z + z;
  const float xx = x * x2, yy = y * y2, zz = z * z2, xy = x * y2, xz = x * z2, yz = y * z2;
  const float wx = w * x2, wy = w * y2, wz = w * z2;
  return (rotation){
    1.0f - (yy + zz), xy + wz, xz - wy, xy - wz, 1.0f - (xx + zz), yz + wx,
    xz + wy, yz - wx, 1.0f - (xx + yy)};
}

void PLAIN(compose)(
  const float *restrict poses, const float *restrict perspectives, float *restrict result, size_t blocks
) {
  for (size_t block = 0; block < blocks; block++) {
    const float *p = poses + 160 * block, *e = perspectives + 32 * block;
    float *m = result + 256 * block;
    EACH_LANE {
      const rotation r = rotate(AT(p, 3), AT(p, 4), AT(p, 5), AT(p, 6));
      const float m24 = AT(e, 0), m34 = AT(e, 1), x = AT(p, 7), y = AT(p, 8), z = AT(p, 9);
      AT(m, 0) = r.m11 * x;
      AT(m, 1) = r.m12 * x;
      AT(m, 2) = r.m13 * x;
      AT(m, 3) = r.m13 * x * m34 + r.m12 * x * m24;
      AT(m, 4) = r.m21 * y;
      AT(m, 5) = r.m22 * y;
      AT(m, 6) = r.m23 * y;
      AT(m, 7) = r.m23 * y * m34 + r.m22 * y * m24;
      AT(m, 8) = r.m31 * z;
      AT(m, 9) = r.m32 * z;
      AT(m, 10) = r.m33 * z;
      AT(m, 11) = r.m33 * z * m34 + r.m32 * z * m24;
      AT(m, 12) = AT(p, 0);
      AT(m, 13) = AT(p, 1);
      AT(m, 14) = AT(p, 2);
      AT(m, 15) = AT(p, 2) * m34 + (AT(p, 1) * m24 + 1.0f);
    }
  }
}

static inline float sine_over_angle(float z) {
  return ((((-2.2484978539978963e-08f * z + 2.7398215464228253e-06f) * z - 0.0001983668535764751f) * z
    + 0.008333273404037266f) * z - 0.16666663795661024f) * z + 0.9999999977678377f;
}

static inline float angle_squared(float h) {
  const float upper = ((0.3197135473435667f * h - 0.26622383517752307f) * h + 0.21760003335223327f) * h
    + 0.0411786360496241f;
  const float lower = ((0.11968681544511288f * h + 0.17742836562747474f) * h + 0.3333418027411137f) * h
    + 0.9999999667954854f;
  return 4.0f * h * (upper * (h * h * h * h) + lower);
}

void PLAIN(interpolate_stored)(
  const float *restrict start, const float *restrict end, const float *restrict progress,
  float *restrict result, size_t blocks
) {
  for (size_t block = 0; block < blocks; block++) {
    const float *a = start + 160 * block, *b = end + 160 * block, *times = progress + 16 * block;
    float *m = result + 256 * block;
    EACH_LANE {
      const float t = AT(times, 0), rest = 1.0f - t;
      const float ax = AT(a, 3), ay = AT(a, 4), az = AT(a, 5), aw = AT(a, 6);
      const float cosine = ax * AT(b, 3) + ay * AT(b, 4) + az * AT(b, 5) + aw * AT(b, 6);
      const float sign = cosine < 0 ? -1.0f : 1.0f;
      const float bx = AT(b, 3) * sign, by = AT(b, 4) * sign, bz = AT(b, 5) * sign, bw = AT(b, 6) * sign;
      const float chord = (bx - ax) * (bx - ax) + (by - ay) * (by - ay) + (bz - az) * (bz - az)
        + (bw - aw) * (bw - aw);
      const float angle = angle_squared(chord * 0.25f);
      const float whole = 1.0f / sine_over_angle(angle);
      const float last = t * sine_over_angle(angle * (t * t)) * whole;
      const float first = rest * sine_over_angle(angle * (rest * rest)) * whole;
      const rotation r = rotate(
        bx * last + ax * first, by * last + ay * first, bz * last + az * first, bw * last + aw * first);
      const float x = (AT(b, 7) - AT(a, 7)) * t + AT(a, 7), y = (AT(b, 8) - AT(a, 8)) * t + AT(a, 8);
      const float z = (AT(b, 9) - AT(a, 9)) * t + AT(a, 9);
      AT(m, 0) = r.m11 * x;
      AT(m, 1) = r.m12 * x;
      AT(m, 2) = r.m13 * x;
      AT(m, 3) = 0;
      AT(m, 4) = r.m21 * y;
      AT(m, 5) = r.m22 * y;
      AT(m, 6) = r.m23 * y;
      AT(m, 7) = 0;
      AT(m, 8) = r.m31 * z;
      AT(m, 9) = r.m32 * z;
      AT(m, 10) = r.m33 * z;
      AT(m, 11) = 0;
      AT(m, 12) = (AT(b, 0) - AT(a, 0)) * t + AT(a, 0);
      AT(m, 13) = (AT(b, 1) - AT(a, 1)) * t + AT(a, 1);
      AT(m, 14) = (AT(b, 2) - AT(a, 2)) * t + AT(a, 2);
      AT(m, 15) = 1;
    }
  }
}

void PLAIN(map_quads)(
  const float *restrict transforms, const float *restrict half_sizes, float *restrict result, size_t blocks
) {
  for (size_t block = 0; block < blocks; block++) {
    const float *m = transforms + 256 * block, *h = half_sizes + 32 * block;
    float *r = result + 128 * block;
    EACH_LANE {
      const float width = AT(h, 0), height = AT(h, 1);
      const float ax = AT(m, 0) * width, ay = AT(m, 1) * width, aw = AT(m, 3) * width;
      const float dx = AT(m, 4) * height, dy = AT(m, 5) * height, dw = AT(m, 7) * height;
      const float lx = AT(m, 12) - ax, ly = AT(m, 13) - ay, lw = AT(m, 15) - aw;
      const float rx = AT(m, 12) + ax, ry = AT(m, 13) + ay, rw = AT(m, 15) + aw;
      const float w0 = lw - dw, w1 = rw - dw, w2 = lw + dw, w3 = rw + dw;
      const float top = w0 * w1, bottom = w2 * w3, all = 1.0f / (top * bottom);
      const float over_top = all * bottom, over_bottom = all * top;
      AT(r, 0) = (lx - dx) * (over_top * w1);
      AT(r, 1) = (ly - dy) * (over_top * w1);
      AT(r, 2) = (rx - dx) * (over_top * w0);
      AT(r, 3) = (ry - dy) * (over_top * w0);
      AT(r, 4) = (lx + dx) * (over_bottom * w3);
      AT(r, 5) = (ly + dy) * (over_bottom * w3);
      AT(r, 6) = (rx + dx) * (over_bottom * w2);
      AT(r, 7) = (ry + dy) * (over_bottom * w2);
    }
  }
}

// With libm, for whose functions a compiler may know vector versions: glibc's are in libmvec. One
// loop per function, because GCC joins a sine and a cosine into one call that has no vector
// version, and because compilers do not vectorize conditional calls.
void PLAIN(springs)(const float *restrict springs, float time, float *restrict result, size_t blocks) {
  for (size_t block = 0; block < blocks; block++) {
    const float *p = springs + 64 * block;
    float *r = result + 32 * block;
    float damped[16], phase[16], rate[16], sine[16], cosine[16], lost[16], decay[16];
    for (int lane = 0; lane < 16; lane++) {
      const float w = AT(p, 0), ratio = AT(p, 1), beta = ratio * w;
      const float swing = (1.0f - ratio) * (1.0f + ratio), root = sqrtf(fabsf(swing));
      damped[lane] = w * (root < 1e-6f ? 1e-6f : root);
      phase[lane] = damped[lane] * time;
      const float slow = w * w / (beta + damped[lane]);
      rate[lane] = (swing < 0 ? slow : beta) * -time;
    }
    for (int lane = 0; lane < 16; lane++) sine[lane] = sinf(phase[lane]);
    for (int lane = 0; lane < 16; lane++) cosine[lane] = cosf(phase[lane]);
    for (int lane = 0; lane < 16; lane++) lost[lane] = expf(-2.0f * phase[lane]) - 1.0f;
    for (int lane = 0; lane < 16; lane++) decay[lane] = expf(rate[lane]);
    for (int lane = 0; lane < 16; lane++) {
      const float w = AT(p, 0), ratio = AT(p, 1), x = AT(p, 2), v = AT(p, 3), beta = ratio * w;
      const float fast = lost[lane] * 0.5f;
      const float c = decay[lane] * (ratio > 1 ? fast + 1.0f : cosine[lane]);
      const float s = decay[lane] * (ratio > 1 ? -fast : sine[lane]) / damped[lane];
      AT(r, 0) = s * v + (c + beta * s) * x;
      AT(r, 1) = (c - beta * s) * v - w * w * s * x;
    }
  }
}

void PLAIN(timing)(
  const float *restrict fractions, float cx1, float cy1, float cx2, float cy2, float *restrict result,
  size_t blocks
) {
  const float x1 = 3 * cx1, x2 = 3 * (cx2 - cx1) - x1, x3 = 1 - x1 - x2;
  const float y1 = 3 * cy1, y2 = 3 * (cy2 - cy1) - y1, y3 = 1 - y1 - y2;
  for (size_t i = 0; i < 16 * blocks; i++) {
    const float x = fractions[i];
    float s = x;
    for (int step = 0; step < 4; step++)
      s -= (((x3 * s + x2) * s + x1) * s - x) / ((3 * x3 * s + 2 * x2) * s + x1);
    result[i] = ((y3 * s + y2) * s + y1) * s;
  }
}

// A pixel times a share of 255, rounded to nearest: two channels at once, in halves of 16 bits.
static inline uint32_t product(uint32_t pixel, uint32_t share) {
  const uint32_t even = (pixel & 0xff00ff) * share + 0x800080;
  const uint32_t odd = (pixel >> 8 & 0xff00ff) * share + 0x800080;
  return ((even + (even >> 8 & 0xff00ff)) >> 8 & 0xff00ff) | ((odd + (odd >> 8 & 0xff00ff)) & 0xff00ff00);
}

void PLAIN(blend)(
  const uint32_t *restrict source, uint8_t opacity, uint32_t *restrict target, size_t pixels
) {
  for (size_t i = 0; i < pixels; i++) {
    const uint32_t front = product(source[i], opacity);
    target[i] = front + product(target[i], 255 - (front >> 24));
  }
}

void PLAIN(blend_opaque)(const uint32_t *restrict source, uint32_t *restrict target, size_t pixels) {
  for (size_t i = 0; i < pixels; i++)
    target[i] = source[i] + product(target[i], 255 - (source[i] >> 24));
}

void PLAIN(mask)(const uint8_t *restrict mask, uint32_t *restrict target, size_t pixels) {
  for (size_t i = 0; i < pixels; i++) target[i] = product(target[i], mask[i]);
}

// Averages once down the columns.
static void average(
  const uint8_t *restrict source, uint8_t *restrict target, size_t row_bytes, size_t rows, size_t length,
  uint16_t *restrict sums
) {
  const size_t after = length / 2;
  const uint16_t half = (uint16_t)(length / 2), reciprocal = (uint16_t)((65536 + length / 2) / length);
  for (size_t i = 0; i < row_bytes; i++) sums[i] = half;
  for (size_t time = 0; time < rows + after; time++) {
    if (time < rows)
      for (size_t i = 0; i < row_bytes; i++) sums[i] += source[time * row_bytes + i];
    if (time >= length)
      for (size_t i = 0; i < row_bytes; i++) sums[i] -= source[(time - length) * row_bytes + i];
    if (time >= after)
      for (size_t i = 0; i < row_bytes; i++)
        target[(time - after) * row_bytes + i] = (uint8_t)((uint32_t)sums[i] * reciprocal >> 16);
  }
}

static void transpose(
  const uint32_t *restrict source, uint32_t *restrict target, size_t width, size_t height
) {
  for (size_t top = 0; top < height; top += 8)
    for (size_t left = 0; left < width; left += 8)
      for (size_t column = left; column < left + 8 && column < width; column++)
        for (size_t row = top; row < top + 8 && row < height; row++)
          target[column * height + row] = source[row * width + column];
}

void PLAIN(blur)(
  uint8_t *image, size_t width, size_t height, size_t length, uint8_t *scratch, uint16_t *sums
) {
  average(image, scratch, 4 * width, height, length, sums);
  average(scratch, image, 4 * width, height, length, sums);
  average(image, scratch, 4 * width, height, length, sums);
  transpose((const uint32_t *)scratch, (uint32_t *)image, width, height);
  average(image, scratch, 4 * height, width, length, sums);
  average(scratch, image, 4 * height, width, length, sums);
  average(image, scratch, 4 * height, width, length, sums);
  transpose((const uint32_t *)scratch, (uint32_t *)image, height, width);
}

void PLAIN(downsample)(
  const uint8_t *restrict image, size_t width, size_t height, uint8_t *restrict target,
  size_t target_width, size_t target_height, uint32_t *restrict sums
) {
  const double reciprocal = 1.0 / (double)(width * height), half = (double)(width * height / 2) + 0.25;
  for (size_t y = 0; y < target_height; y++) {
    const size_t start = y * height, end = start + height;
    memset(sums, 0, 16 * width);
    for (size_t row = start / target_height; row * target_height < end; row++) {
      const size_t top = row * target_height, bottom = top + target_height;
      const uint32_t weight = (uint32_t)((bottom < end ? bottom : end) - (top > start ? top : start));
      for (size_t i = 0; i < 4 * width; i++) sums[i] += weight * image[4 * row * width + i];
    }
    for (size_t x = 0; x < target_width; x++) {
      const size_t first = x * width, last = first + width;
      double sum[4] = {};
      for (size_t column = first / target_width; column * target_width < last; column++) {
        const size_t left = column * target_width, right = left + target_width;
        const double weight = (double)((right < last ? right : last) - (left > first ? left : first));
        for (int channel = 0; channel < 4; channel++)
          sum[channel] += weight * (double)(int32_t)sums[4 * column + channel];
      }
      for (int channel = 0; channel < 4; channel++)
        target[4 * (y * target_width + x) + channel] = (uint8_t)((sum[channel] + half) * reciprocal);
    }
  }
}
