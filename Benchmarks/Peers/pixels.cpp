// The kernels of pixels with pixman, OpenCV, Intel IPP and plain C, and ours for each instruction set, in one
// process.
//
//   pixels           prints one line per kernel and implementation: name, nanoseconds per pixel
//
// Measurements alternate between implementations; the minimum of 25 rounds is printed. An
// implementation is not measured if its bytes differ too much from ours: by more than 2 for the
// blurs of OpenCV and IPP, or by more than 1 for the rest. Libraries without headers are left out.

#include "CLayerKernels.h"
#include "turns.hpp"

#include <cstdio>
#include <cstdlib>
#include <random>

#if __has_include(<pixman.h>)
#include <pixman.h>
#define HAS_PIXMAN 1
#endif
#if __has_include(<opencv2/imgproc.hpp>)
#include <opencv2/imgproc.hpp>
#define HAS_OPENCV 1
#endif
#if __has_include(<ipp/ippi.h>)
#include <ipp/ippcore.h>
#include <ipp/ippi.h>
#define HAS_IPP 1
#endif

// plain.c, once per instruction set.
#define DECLARE_PLAIN(set) \
  extern "C" { \
  void plain_blend_##set(const uint32_t *, uint8_t, uint32_t *, size_t); \
  void plain_blend_opaque_##set(const uint32_t *, uint32_t *, size_t); \
  void plain_mask_##set(const uint8_t *, uint32_t *, size_t); \
  void plain_blur_##set(uint8_t *, size_t, size_t, size_t, uint8_t *, uint16_t *); \
  void plain_downsample_##set( \
    const uint8_t *, size_t, size_t, uint8_t *, size_t, size_t, uint32_t *); \
  }
DECLARE_PLAIN(sse2)
DECLARE_PLAIN(avx2)
DECLARE_PLAIN(avx512)

namespace {

// 96 KiB, like the image that our suites blur in the L2 cache.
constexpr size_t width = 192, height = 128, count = width * height, bytes = 4 * count;
constexpr size_t target_width = width * 9 / 32, target_height = height * 9 / 32;
constexpr uint8_t opacity = 200;

// The window for a standard deviation of 8 pixels.
constexpr size_t window = 15;

using Bytes = std::vector<uint8_t>;

Bytes image(unsigned seed) {
  std::mt19937 random(seed);
  Bytes result(bytes);
  for (size_t i = 0; i < bytes; i += 4) {
    const unsigned number = random(), alpha = number & 255;
    for (int c = 0; c < 3; c++) result[i + c] = uint8_t((number >> (8 * c + 8) & 255) * alpha / 255);
    result[i + 3] = uint8_t(alpha);
  }
  return result;
}

const Bytes source = image(1), behind = image(2);
Bytes mask(count), target(bytes), scratch(bytes), scaled(4 * target_width * target_height);
std::vector<uint16_t> sums(4 * std::max(width, height));
std::vector<uint32_t> wide_sums(4 * width);

std::vector<Turn> turns;

// Adds an implementation unless its result differs by more than `permitted` from that of the first
// implementation of its kernel, which is ours.
void add(
  const std::string &kernel, const std::string &name, int permitted, std::function<void()> body,
  const Bytes &result = target
) {
  target = behind;
  body();
  static std::vector<std::pair<std::string, Bytes>> ours;
  const auto found = std::find_if(ours.begin(), ours.end(), [&](const auto &other) {
    return other.first == kernel;
  });
  if (found == ours.end()) {
    ours.push_back({kernel, result});
  } else {
    int difference = 0;
    for (size_t i = 0; i < result.size(); i++)
      difference = std::max(difference, std::abs(int(result[i]) - int(found->second[i])));
    if (difference > permitted) {
      std::fprintf(
        stderr, "peers: %s of %s differs from ours by %d, not measured\n", kernel.c_str(), name.c_str(),
        difference);
      return;
    }
  }
  turns.push_back({kernel + "." + name, std::move(body)});
}

std::vector<pixel_span> spans(size_t from, size_t to) {
  std::vector<pixel_span> result;
  for (size_t i = 0; i < to; i++) {
    const size_t start = i * from, end = start + from, first = start / to, last = (end - 1) / to;
    result.push_back(
      {first, last, int32_t(std::min((first + 1) * to, end) - start),
       last > first ? int32_t(end - last * to) : 0});
  }
  return result;
}

void add_ours(const char *name, int isa) {
  const pixel_kernels *ours = pixel_kernels_for(isa);
  if (!ours) return;
  add("blend", name, 0, [=] {
    ours->blend(source.data(), 4 * width, opacity, target.data(), 4 * width, width, height);
  });
  add("blendOpaque", name, 0, [=] {
    ours->blend(source.data(), 4 * width, 255, target.data(), 4 * width, width, height);
  });
  add("mask", name, 0, [=] {
    ours->apply(mask.data(), width, target.data(), 4 * width, width, height);
  });
  const pixel_window windows[3] = {
    {window, window / 2, window / 2, (65536 + window / 2) / window},
    {window, window / 2, window / 2, (65536 + window / 2) / window},
    {window, window / 2, window / 2, (65536 + window / 2) / window}};
  uint8_t *memory = (uint8_t *)std::aligned_alloc(
    64, (pixel_blur_scratch(width, height, 4, windows) + 63) / 64 * 64);
  add("blur", name, 0, [=] { ours->blur(target.data(), width, height, 4, windows, memory); });
  static const auto rows = spans(height, target_height), columns = spans(width, target_width);
  add("downsample", name, 0, [=] {
    ours->downsample(
      source.data(), width, {rows.data(), rows.size(), int32_t(target_height)},
      {columns.data(), columns.size(), int32_t(target_width)}, count, scaled.data(),
      (int32_t *)wide_sums.data());
  }, scaled);
}

const uint32_t *words(const Bytes &bytes) { return (const uint32_t *)bytes.data(); }
uint32_t *words(Bytes &bytes) { return (uint32_t *)bytes.data(); }

#define ADD_PLAIN(set) \
  add("blend", "plain-" #set, 0, [] { \
    plain_blend_##set(words(source), opacity, words(target), count); \
  }); \
  add("blendOpaque", "plain-" #set, 0, [] { \
    plain_blend_opaque_##set(words(source), words(target), count); \
  }); \
  add("mask", "plain-" #set, 0, [] { plain_mask_##set(mask.data(), words(target), count); }); \
  add("blur", "plain-" #set, 0, [] { \
    plain_blur_##set(target.data(), width, height, window, scratch.data(), sums.data()); \
  }); \
  add("downsample", "plain-" #set, 0, [] { \
    plain_downsample_##set( \
      source.data(), width, height, scaled.data(), target_width, target_height, wide_sums.data()); \
  }, scaled);

#if HAS_PIXMAN
void add_pixman() {
  const auto bits = [](pixman_format_code_t format, const void *data, int stride) {
    return pixman_image_create_bits(format, width, height, (uint32_t *)data, stride);
  };
  pixman_image_t *front = bits(PIXMAN_a8r8g8b8, source.data(), 4 * width);
  pixman_image_t *back = bits(PIXMAN_a8r8g8b8, target.data(), 4 * width);
  pixman_image_t *coverage = bits(PIXMAN_a8, mask.data(), width);
  const pixman_color_t color = {0, 0, 0, opacity * 257};
  pixman_image_t *share = pixman_image_create_solid_fill(&color);
  const auto composite = [=](pixman_op_t op, pixman_image_t *image, pixman_image_t *with) {
    pixman_image_composite32(op, image, with, back, 0, 0, 0, 0, 0, 0, width, height);
  };
  add("blend", "pixman", 0, [=] { composite(PIXMAN_OP_OVER, front, share); });
  add("blendOpaque", "pixman", 0, [=] { composite(PIXMAN_OP_OVER, front, nullptr); });
  add("mask", "pixman", 0, [=] { composite(PIXMAN_OP_IN_REVERSE, coverage, nullptr); });
}
#endif

#if HAS_OPENCV
void add_opencv() {
  cv::setNumThreads(1);
  const auto mat = [](const Bytes &data, size_t rows, size_t columns) {
    return cv::Mat(int(rows), int(columns), CV_8UC4, (void *)data.data());
  };
  const cv::Mat image = mat(target, height, width), from = mat(source, height, width);
  const cv::Mat small = mat(scaled, target_height, target_width);
  static cv::Mat first(height, width, CV_8UC4), second(height, width, CV_8UC4);
  const cv::Size size(window, window);
  add("blur", "opencv", 2, [=]() mutable {
    cv::boxFilter(image, first, -1, size, {-1, -1}, true, cv::BORDER_CONSTANT | cv::BORDER_ISOLATED);
    cv::boxFilter(first, second, -1, size, {-1, -1}, true, cv::BORDER_CONSTANT | cv::BORDER_ISOLATED);
    cv::boxFilter(second, image, -1, size, {-1, -1}, true, cv::BORDER_CONSTANT | cv::BORDER_ISOLATED);
  });
  add("downsample", "opencv", 1, [=]() mutable {
    cv::resize(from, small, small.size(), 0, 0, cv::INTER_AREA);
  }, scaled);
}
#endif

#if HAS_IPP
void add_ipp() {
  ippInit();
  const IppiSize size = {int(width), int(height)}, small = {int(target_width), int(target_height)};
  const IppiSize box = {int(window), int(window)};
  const int stride = 4 * int(width);
  add("blendOpaque", "ipp", 1, [=] {
    ippiAlphaComp_8u_AC4R(
      source.data(), stride, target.data(), stride, target.data(), stride, size,
      ippAlphaOverPremul);
  });
  int length = 0;
  ippiFilterBoxBorderGetBufferSize(size, box, ipp8u, 4, &length);
  static Bytes buffer = Bytes(size_t(length)), first(bytes), second(bytes);
  const auto average = [=](const Bytes &from, Bytes &to) {
    const Ipp8u outside[4] = {};
    ippiFilterBoxBorder_8u_C4R(
      from.data(), stride, to.data(), stride, size, box, ippBorderConst, outside, buffer.data());
  };
  add("blur", "ipp", 2, [=] {
    average(target, first);
    average(first, second);
    average(second, target);
  });
  int state_length = 0, initial_length = 0, work_length = 0;
  ippiResizeGetSize_8u(size, small, ippSuper, 0, &state_length, &initial_length);
  static Bytes state(size_t(state_length) + 1);
  auto *resize = (IppiResizeSpec_32f *)state.data();
  ippiResizeSuperInit_8u(size, small, resize);
  ippiResizeGetBufferSize_8u(resize, small, 4, &work_length);
  static Bytes work(size_t(work_length) + 1);
  add("downsample", "ipp", 1, [=] {
    ippiResizeSuper_8u_C4R(
      source.data(), stride, scaled.data(), 4 * small.width, {0, 0}, small, resize, work.data());
  }, scaled);
}
#endif

}  // namespace

int main() {
  std::mt19937 random(3);
  for (uint8_t &coverage : mask) coverage = uint8_t(random());
  add_ours("base", motion_isa_base);
  add_ours("avx2", motion_isa_avx2);
  add_ours("avx512", motion_isa_avx512);
  ADD_PLAIN(sse2)
  if (pixel_kernels_for(motion_isa_avx2)) { ADD_PLAIN(avx2) }
  if (pixel_kernels_for(motion_isa_avx512)) { ADD_PLAIN(avx512) }
#if HAS_PIXMAN
  add_pixman();
#endif
#if HAS_OPENCV
  add_opencv();
#endif
#if HAS_IPP
  add_ipp();
#endif

  // Pixels that are blended and masked again and again take the same time as new ones.
  measure(turns, count);
  for (const Turn &turn : turns) std::printf("%s %.3f\n", turn.name.c_str(), turn.best);
}
