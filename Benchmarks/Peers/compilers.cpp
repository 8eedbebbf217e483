// Compares our formulas as plain C that a compiler vectorizes with our kernels for each instruction
// set, in one process.
//
//   compilers        prints one line per kernel and implementation: name, nanoseconds per operation
//
// The springs of 'libmvec' are also plain C, compiled with GCC, which calls glibc's vector versions
// of exp, sin, and cos. An implementation is not measured if it differs from ours by more than 5e-6
// of the largest number of a block.

#include "CLayerKernels.h"
#include "turns.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>

#define DECLARE_PLAIN(set) \
  extern "C" { \
  void plain_concatenate_##set(const float *, const float *, float *, size_t); \
  void plain_compose_##set(const float *, const float *, float *, size_t); \
  void plain_interpolate_stored_##set( \
    const float *, const float *, const float *, float *, size_t); \
  void plain_map_quads_##set(const float *, const float *, float *, size_t); \
  void plain_springs_##set(const float *, float, float *, size_t); \
  void plain_timing_##set(const float *, float, float, float, float, float *, size_t); \
  }
DECLARE_PLAIN(sse2)
DECLARE_PLAIN(avx2)
DECLARE_PLAIN(avx512)
DECLARE_PLAIN(mvec_sse2)
DECLARE_PLAIN(mvec_avx2)

namespace {

constexpr size_t count = 1024, blocks = count / 16;
constexpr float spring_time = 0.31f;

float *numbers(size_t fields) {
  return (float *)std::aligned_alloc(64, fields * count * sizeof(float));
}

float *const left = numbers(16), *const right = numbers(16), *const poses = numbers(10);
float *const ends = numbers(10), *const pairs = numbers(2), *const fractions = numbers(1);
float *const springs = numbers(4), *const result = numbers(16);

std::vector<Turn> turns;

void add(const std::string &kernel, const char *name, size_t fields, std::function<void()> body) {
  std::fill(result, result + 16 * count, 0.0f);
  body();
  const std::vector<float> values(result, result + fields * count);
  static std::vector<std::pair<std::string, std::vector<float>>> ours;
  const auto found = std::find_if(ours.begin(), ours.end(), [&](const auto &other) {
    return other.first == kernel;
  });
  if (found == ours.end()) {
    ours.push_back({kernel, values});
  } else {
    double worst = 0;
    for (size_t first = 0; first < values.size(); first += 16 * fields) {
      double largest = 0, difference = 0;
      for (size_t i = first; i < first + 16 * fields; i++) {
        largest = std::max(largest, double(std::fabs(found->second[i])));
        difference = std::max(difference, std::fabs(double(values[i]) - found->second[i]));
      }
      worst = std::max(worst, difference / largest);
    }
    if (!(worst < 5e-6)) {
      std::fprintf(
        stderr, "peers: %s of %s differs from ours by %g, not measured\n", kernel.c_str(), name, worst);
      return;
    }
  }
  turns.push_back({kernel + "." + name, std::move(body)});
}

// The 64 cubic pieces of easeInOut, and pieces of a higher degree for registers.
struct Table {
  float pieces[512], columns[256], septics[64], quintics[96];
};

double eased(double x) {
  double low = 0, high = 1;
  for (int i = 0; i < 60; i++) {
    const double s = (low + high) / 2;
    if (((1 + 3 * 0.42 - 3 * 0.58) * s + 3 * (0.58 - 2 * 0.42)) * s * s + 3 * 0.42 * s < x) low = s;
    else high = s;
  }
  const double s = (low + high) / 2;
  return (3 - 2 * s) * s * s;
}

// Finds the polynomials through the Chebyshev points of each piece, by elimination.
void fit(int pieces, int degree, float *coefficients) {
  for (int piece = 0; piece < pieces; piece++) {
    double a[8][9];
    const int size = degree + 1;
    for (int k = 0; k < size; k++) {
      const double u = 0.5 - 0.5 * std::cos((2 * k + 1) * M_PI / (2 * size));
      a[k][0] = 1;
      for (int j = 1; j < size; j++) a[k][j] = a[k][j - 1] * u;
      a[k][size] = eased((piece + u) / pieces);
    }
    for (int i = 0; i < size; i++) {
      int pivot = i;
      for (int row = i; row < size; row++)
        if (std::fabs(a[row][i]) > std::fabs(a[pivot][i])) pivot = row;
      for (int j = 0; j <= size; j++) std::swap(a[i][j], a[pivot][j]);
      for (int row = 0; row < size; row++) {
        if (row == i) continue;
        const double factor = a[row][i] / a[i][i];
        for (int j = i; j <= size; j++) a[row][j] -= factor * a[i][j];
      }
    }
    for (int j = 0; j < size; j++) coefficients[j * pieces + piece] = float(a[j][size] / a[j][j]);
  }
}

void add_ours(const char *name, int isa, const Table &table) {
  const motion_kernels *ours = motion_kernels_for(isa);
  if (!ours) return;
  const motion_timing timing = {table.pieces, table.columns, table.septics, table.quintics, 0};
  add("concat", name, 16, [=] { ours->concatenate(left, right, result, blocks); });
  add("compose", name, 16, [=] { ours->compose(poses, pairs, result, blocks); });
  add("interpolateStored", name, 16, [=] {
    ours->interpolate_stored(poses, ends, fractions, result, blocks);
  });
  add("mapQuads", name, 8, [=] { ours->map_quads(left, pairs, result, blocks); });
  add("spring", name, 2, [=] { ours->springs(springs, spring_time, result, blocks); });
  add("timing", name, 1, [=] { ours->timing(fractions, timing, result, blocks); });
}

#define ADD_PLAIN(set) \
  add("concat", "plain-" #set, 16, [] { plain_concatenate_##set(left, right, result, blocks); }); \
  add("compose", "plain-" #set, 16, [] { plain_compose_##set(poses, pairs, result, blocks); }); \
  add("interpolateStored", "plain-" #set, 16, [] { \
    plain_interpolate_stored_##set(poses, ends, fractions, result, blocks); \
  }); \
  add("mapQuads", "plain-" #set, 8, [] { plain_map_quads_##set(left, pairs, result, blocks); }); \
  add("timing", "plain-" #set, 1, [] { \
    plain_timing_##set(fractions, 0.42f, 0, 0.58f, 1, result, blocks); \
  });

}  // namespace

int main() {
  std::mt19937 random(7);
  const auto number = [&](float low, float high) {
    return std::uniform_real_distribution<float>(low, high)(random);
  };
  for (size_t i = 0; i < count; i++) {
    const auto set = [&](float *array, size_t fields, size_t field, float value) {
      array[(i / 16 * fields + field) * 16 + i % 16] = value;
    };
    for (float *array : {left, right})
      for (size_t field = 0; field < 16; field++)
        set(array, 16, field, field % 5 == 0 ? 1.5f : field % 4 == 3 ? 1e-3f : number(-1, 1));
    for (float *array : {poses, ends}) {
      float q[4], length = 0;
      for (float &part : q) length += (part = number(-1, 1)) * part;
      for (size_t field = 0; field < 3; field++) {
        set(array, 10, field, number(-200, 200));
        set(array, 10, 7 + field, number(0.5f, 2));
      }
      for (size_t field = 0; field < 4; field++) set(array, 10, 3 + field, q[field] / std::sqrt(length));
    }
    set(pairs, 2, 0, number(0.1f, 1));
    set(pairs, 2, 1, number(0.1f, 1));
    fractions[i] = number(0.001f, 0.999f);
    set(springs, 4, 0, number(5, 30));
    set(springs, 4, 1, number(0.1f, 2));
    set(springs, 4, 2, number(-200, 200));
    set(springs, 4, 3, number(-1000, 1000));
  }
  static Table table;
  fit(64, 3, table.columns);
  fit(8, 7, table.septics);
  fit(16, 5, table.quintics);
  for (int piece = 0; piece < 128; piece++)
    for (int k = 0; k < 4; k++)
      table.pieces[4 * piece + k] = piece < 64 ? table.columns[64 * k + piece] : k == 0;

  add_ours("base", motion_isa_base, table);
  add_ours("avx2", motion_isa_avx2, table);
  add_ours("avx512", motion_isa_avx512, table);
  ADD_PLAIN(sse2)
  add("spring", "libmvec-sse2", 2, [] { plain_springs_mvec_sse2(springs, spring_time, result, blocks); });
  if (motion_kernels_for(motion_isa_avx2)) {
    ADD_PLAIN(avx2)
    add("spring", "libmvec-avx2", 2, [] {
      plain_springs_mvec_avx2(springs, spring_time, result, blocks);
    });
  }
  if (motion_kernels_for(motion_isa_avx512)) { ADD_PLAIN(avx512) }
  measure(turns, count);
  for (const Turn &turn : turns) std::printf("%s %.3f\n", turn.name.c_str(), turn.best);
}
