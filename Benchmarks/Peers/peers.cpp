// Measures the same kernels with GLM, cglm, and Eigen, written as their users write them.
//
//   peers            prints one line per kernel and library: name, nanoseconds per operation
//
// Before anything is timed, every library's corners are compared with a plain computation in
// double. Its products, composed transforms, and interpolated transforms are compared with ours on
// the same inputs (the kernels of CLayerKernels, base instruction set, which are linked in). A
// library with wrong results is not measured. Measurements alternate between kernels; the minimum
// of 25 rounds is printed.

#define GLM_FORCE_RADIANS
#define GLM_ENABLE_EXPERIMENTAL
#include <glm/glm.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>
#include <glm/gtx/matrix_decompose.hpp>

#include <Eigen/Dense>
#include <Eigen/Geometry>
#include <cglm/cglm.h>

#include "CLayerKernels.h"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace {

constexpr int count = 1024;

struct Layer {
  float from_t[3], from_q[4], from_s[3];
  float to_t[3], to_q[4], to_s[3];
  float begin, duration, half_width, half_height, m24, m34;
};

struct Corners {
  float xy[8];
};

std::vector<Layer> layers(count);
float parent[16];

// The progress of each interpolation by decomposition.
std::vector<float> fractions(count);
constexpr float now = 0.2f;

// A Bezier solver like those that users of these libraries write: Newton's method in double.
double eased(double x) {
  const double x1 = 3 * 0.42, x2 = 3 * (0.58 - 0.42) - x1, x3 = 1 - x1 - x2;
  const double y1 = 0, y2 = 3, y3 = 1 - y1 - y2;
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  double s = x;
  for (int i = 0; i < 8; i++) {
    const double error = ((x3 * s + x2) * s + x1) * s - x;
    if (std::abs(error) < 1e-8) break;
    s -= error / ((3 * x3 * s + 2 * x2) * s + x1);
  }
  return ((y3 * s + y2) * s + y1) * s;
}

float progress(const Layer &l) {
  const float x = (now - l.begin) / l.duration;
  return float(eased(x < 0 ? 0 : x > 1 ? 1 : x));
}

// The reference: row vectors, double, no library.
struct Matrix {
  double m[4][4] = {};
};
Matrix product(const Matrix &a, const Matrix &b) {
  Matrix r;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++)
      for (int k = 0; k < 4; k++) r.m[i][j] += a.m[i][k] * b.m[k][j];
  return r;
}
Matrix reference(const Layer &l, double t, bool has_perspective = true) {
  double d = 0, q[4];
  for (int i = 0; i < 4; i++) d += double(l.from_q[i]) * l.to_q[i];
  const double sign = d < 0 ? -1 : 1, angle = std::acos(std::min(1.0, d * sign));
  const double a = angle < 1e-9 ? 1 - t : std::sin((1 - t) * angle) / std::sin(angle);
  const double b = angle < 1e-9 ? t : std::sin(t * angle) / std::sin(angle);
  for (int i = 0; i < 4; i++) q[i] = l.from_q[i] * a + sign * l.to_q[i] * b;
  const double x = q[0], y = q[1], z = q[2], w = q[3];
  const double rows[3][3] = {
    {1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)},
    {2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)},
    {2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)}};
  Matrix r, p;
  for (int i = 0; i < 3; i++) {
    const double s = l.from_s[i] + (l.to_s[i] - l.from_s[i]) * t;
    for (int j = 0; j < 3; j++) r.m[i][j] = rows[i][j] * s;
    r.m[3][i] = l.from_t[i] + (l.to_t[i] - l.from_t[i]) * t;
    p.m[i][i] = 1;
  }
  r.m[3][3] = p.m[3][3] = 1;
  if (has_perspective) {
    p.m[1][3] = l.m24;
    p.m[2][3] = l.m34;
  }
  return product(r, p);
}
Corners reference_corners(const Layer &l) {
  Matrix p;
  for (int i = 0; i < 16; i++) p.m[i / 4][i % 4] = parent[i];
  const Matrix w = product(reference(l, progress(l)), p);
  Corners c;
  for (int k = 0; k < 4; k++) {
    const double x = k & 1 ? l.half_width : -l.half_width;
    const double y = k & 2 ? l.half_height : -l.half_height;
    const auto at = [&](int j) { return x * w.m[0][j] + y * w.m[1][j] + w.m[3][j]; };
    c.xy[2 * k] = float(at(0) / at(3));
    c.xy[2 * k + 1] = float(at(1) / at(3));
  }
  return c;
}

template <typename T> void keep(const T &value) { asm volatile("" : : "g"(&value) : "memory"); }

// GLM and cglm store columns and multiply column vectors. Their matrix is the transpose of ours,
// stored column by column, so the memory is the same and the order of products is reversed.
namespace with_glm {
std::vector<glm::mat4> a(count), b(count), from(count), to(count), result(count);
std::vector<Corners> corners(count);
glm::mat4 compose(glm::vec3 t, glm::quat q, glm::vec3 s, float m24, float m34) {
  glm::mat4 perspective(1);
  perspective[1][3] = m24;
  perspective[2][3] = m34;
  return glm::scale(perspective * glm::translate(glm::mat4(1), t) * glm::mat4_cast(q), s);
}
glm::mat4 at(const Layer &l, float t) {
  const auto vec = [](const float *v) { return glm::vec3(v[0], v[1], v[2]); };
  const auto quat = [](const float *q) { return glm::quat(q[3], q[0], q[1], q[2]); };
  return compose(
    glm::mix(vec(l.from_t), vec(l.to_t), t), glm::slerp(quat(l.from_q), quat(l.to_q), t),
    glm::mix(vec(l.from_s), vec(l.to_s), t), l.m24, l.m34);
}
Corners quad(const glm::mat4 &w, const Layer &l) {
  Corners c;
  for (int k = 0; k < 4; k++) {
    const glm::vec4 p = w * glm::vec4(
      k & 1 ? l.half_width : -l.half_width, k & 2 ? l.half_height : -l.half_height, 0, 1);
    c.xy[2 * k] = p.x / p.w;
    c.xy[2 * k + 1] = p.y / p.w;
  }
  return c;
}
// With skew and perspective, which GLM's own decompose extracts.
glm::mat4 decomposed(const glm::mat4 &from, const glm::mat4 &to, float t) {
  glm::vec3 s[2], position[2], skew[2];
  glm::quat q[2];
  glm::vec4 p[2];
  glm::decompose(from, s[0], q[0], position[0], skew[0], p[0]);
  glm::decompose(to, s[1], q[1], position[1], skew[1], p[1]);
  const glm::vec4 edge = glm::mix(p[0], p[1], t);
  const glm::vec3 lean = glm::mix(skew[0], skew[1], t);
  glm::mat4 perspective(1), shear(1);
  for (int i = 0; i < 4; i++) perspective[i][3] = edge[i];
  shear[1][0] = lean.z;
  shear[2][0] = lean.y;
  shear[2][1] = lean.x;
  const glm::mat4 moved = glm::translate(perspective, glm::mix(position[0], position[1], t));
  return glm::scale(
    moved * glm::mat4_cast(glm::slerp(q[0], q[1], t)) * shear, glm::mix(s[0], s[1], t));
}
void concat() { for (int i = 0; i < count; i++) result[i] = b[i] * a[i]; keep(result[0]); }
void composed() {
  for (int i = 0; i < count; i++) {
    const Layer &l = layers[i];
    result[i] = compose(
      glm::vec3(l.from_t[0], l.from_t[1], l.from_t[2]),
      glm::quat(l.from_q[3], l.from_q[0], l.from_q[1], l.from_q[2]),
      glm::vec3(l.from_s[0], l.from_s[1], l.from_s[2]), l.m24, l.m34);
  }
  keep(result[0]);
}
void interpolated() {
  for (int i = 0; i < count; i++) result[i] = decomposed(from[i], to[i], fractions[i]);
  keep(result[0]);
}
float element(int i, int k) { return result[i][k / 4][k % 4]; }
void stored() { for (int i = 0; i < count; i++) result[i] = at(layers[i], 0.3f); keep(result[0]); }
void quads() { for (int i = 0; i < count; i++) corners[i] = quad(a[i], layers[i]); keep(corners[0]); }
void frame() {
  glm::mat4 p;
  for (int i = 0; i < 16; i++) p[i / 4][i % 4] = parent[i];
  for (int i = 0; i < count; i++) corners[i] = quad(p * at(layers[i], progress(layers[i])), layers[i]);
  keep(corners[0]);
}
}  // namespace with_glm

namespace with_cglm {
struct alignas(32) M { mat4 m; };
std::vector<M> a(count), b(count), from(count), to(count), result(count);
std::vector<Corners> corners(count);
void compose(vec3 translation, versor q, vec3 scale, float m24, float m34, mat4 out) {
  M perspective = {GLM_MAT4_IDENTITY_INIT}, rotation, move;
  perspective.m[1][3] = m24;
  perspective.m[2][3] = m34;
  glm_translate_make(move.m, translation);
  glm_quat_mat4(q, rotation.m);
  glm_mat4_mul(move.m, rotation.m, rotation.m);
  glm_mat4_mul(perspective.m, rotation.m, out);
  glm_scale(out, scale);
}
void at(const Layer &l, float t, mat4 out) {
  vec3 translation, scale;
  alignas(16) versor from, to, q;
  glm_vec3_lerp((float *)l.from_t, (float *)l.to_t, t, translation);
  glm_vec3_lerp((float *)l.from_s, (float *)l.to_s, t, scale);
  for (int i = 0; i < 4; i++) from[i] = l.from_q[i], to[i] = l.to_q[i];
  glm_quat_slerp(from, to, t, q);
  compose(translation, q, scale, l.m24, l.m34, out);
}
// cglm decomposes only into translation, rotation, and scale.
void decomposed(mat4 from, mat4 to, float t, mat4 out) {
  alignas(16) vec4 position[2];
  vec3 s[2];
  alignas(16) versor q[2];
  M rotation;
  glm_decompose(from, position[0], rotation.m, s[0]);
  glm_mat4_quat(rotation.m, q[0]);
  glm_decompose(to, position[1], rotation.m, s[1]);
  glm_mat4_quat(rotation.m, q[1]);
  glm_vec4_lerp(position[0], position[1], t, position[0]);
  glm_vec3_lerp(s[0], s[1], t, s[0]);
  glm_quat_slerp(q[0], q[1], t, q[0]);
  glm_translate_make(out, position[0]);
  glm_quat_mat4(q[0], rotation.m);
  glm_mul_rot(out, rotation.m, out);
  glm_scale(out, s[0]);
}
Corners quad(mat4 w, const Layer &l) {
  Corners c;
  for (int k = 0; k < 4; k++) {
    alignas(16) vec4 p = {
      k & 1 ? l.half_width : -l.half_width, k & 2 ? l.half_height : -l.half_height, 0, 1};
    alignas(16) vec4 image;
    glm_mat4_mulv(w, p, image);
    c.xy[2 * k] = image[0] / image[3];
    c.xy[2 * k + 1] = image[1] / image[3];
  }
  return c;
}
void concat() { for (int i = 0; i < count; i++) glm_mat4_mul(b[i].m, a[i].m, result[i].m); keep(result[0]); }
void composed() {
  for (int i = 0; i < count; i++) {
    const Layer &l = layers[i];
    alignas(16) versor q = {l.from_q[0], l.from_q[1], l.from_q[2], l.from_q[3]};
    compose((float *)l.from_t, q, (float *)l.from_s, l.m24, l.m34, result[i].m);
  }
  keep(result[0]);
}
void interpolated() {
  for (int i = 0; i < count; i++) decomposed(from[i].m, to[i].m, fractions[i], result[i].m);
  keep(result[0]);
}
float element(int i, int k) { return result[i].m[k / 4][k % 4]; }
void stored() { for (int i = 0; i < count; i++) at(layers[i], 0.3f, result[i].m); keep(result[0]); }
void quads() { for (int i = 0; i < count; i++) corners[i] = quad(a[i].m, layers[i]); keep(corners[0]); }
void frame() {
  M p, local, world;
  for (int i = 0; i < 16; i++) p.m[i / 4][i % 4] = parent[i];
  for (int i = 0; i < count; i++) {
    at(layers[i], progress(layers[i]), local.m);
    glm_mat4_mul(p.m, local.m, world.m);
    corners[i] = quad(world.m, layers[i]);
  }
  keep(corners[0]);
}
}  // namespace with_cglm

namespace with_eigen {
using M = Eigen::Matrix4f;
using V = Eigen::Map<const Eigen::Vector3f>;
std::vector<M, Eigen::aligned_allocator<M>> a(count), b(count), from(count), to(count), result(count);
std::vector<Corners> corners(count);
Eigen::Quaternionf quaternion(const float *q) { return Eigen::Quaternionf(q[3], q[0], q[1], q[2]); }
M compose(
  const Eigen::Vector3f &translation, const Eigen::Quaternionf &q, const Eigen::Vector3f &scale,
  float m24, float m34
) {
  M perspective = M::Identity();
  perspective(3, 1) = m24;
  perspective(3, 2) = m34;
  const Eigen::Affine3f local = Eigen::Translation3f(translation) * q * Eigen::Scaling(scale);
  return perspective * local.matrix();
}
M at(const Layer &l, float t) {
  return compose(
    V(l.from_t) + (V(l.to_t) - V(l.from_t)) * t,
    quaternion(l.from_q).slerp(t, quaternion(l.to_q)),
    V(l.from_s) + (V(l.to_s) - V(l.from_s)) * t, l.m24, l.m34);
}
// The scale is the lengths of the columns; Eigen's computeRotationScaling uses a far slower SVD.
M decomposed(const M &from, const M &to, float t) {
  const auto parts = [](const M &m, Eigen::Vector3f &scale) {
    const Eigen::Matrix3f linear = m.topLeftCorner<3, 3>();
    scale = linear.colwise().norm();
    return Eigen::Quaternionf(Eigen::Matrix3f(linear * scale.cwiseInverse().asDiagonal()));
  };
  Eigen::Vector3f scale_from, scale_to;
  const Eigen::Quaternionf q = parts(from, scale_from), r = parts(to, scale_to);
  const Eigen::Vector3f start = from.topRightCorner<3, 1>(), end = to.topRightCorner<3, 1>();
  const Eigen::Affine3f local = Eigen::Translation3f(start + (end - start) * t) * q.slerp(t, r)
    * Eigen::Scaling(Eigen::Vector3f(scale_from + (scale_to - scale_from) * t));
  return local.matrix();
}
Corners quad(const M &w, const Layer &l) {
  Corners c;
  for (int k = 0; k < 4; k++) {
    const Eigen::Vector4f p = w * Eigen::Vector4f(
      k & 1 ? l.half_width : -l.half_width, k & 2 ? l.half_height : -l.half_height, 0, 1);
    c.xy[2 * k] = p.x() / p.w();
    c.xy[2 * k + 1] = p.y() / p.w();
  }
  return c;
}
void concat() { for (int i = 0; i < count; i++) result[i].noalias() = b[i] * a[i]; keep(result[0]); }
void composed() {
  for (int i = 0; i < count; i++) {
    const Layer &l = layers[i];
    result[i] = compose(V(l.from_t), quaternion(l.from_q), V(l.from_s), l.m24, l.m34);
  }
  keep(result[0]);
}
void interpolated() {
  for (int i = 0; i < count; i++) result[i] = decomposed(from[i], to[i], fractions[i]);
  keep(result[0]);
}
float element(int i, int k) { return result[i](k % 4, k / 4); }
void stored() { for (int i = 0; i < count; i++) result[i] = at(layers[i], 0.3f); keep(result[0]); }
void quads() { for (int i = 0; i < count; i++) corners[i] = quad(a[i], layers[i]); keep(corners[0]); }
void frame() {
  const M p = Eigen::Map<const M>(parent);
  for (int i = 0; i < count; i++)
    corners[i] = quad(p * at(layers[i], progress(layers[i])), layers[i]);
  keep(corners[0]);
}
}  // namespace with_eigen

void build_inputs() {
  std::mt19937 generator(0x5eed);
  const auto number = [&](float low, float high) {
    return std::uniform_real_distribution<float>(low, high)(generator);
  };
  const auto pose = [&](float *t, float *q, float *s) {
    float length = 0;
    for (int i = 0; i < 3; i++) t[i] = number(-200, 200), s[i] = number(0.5, 2);
    for (int i = 0; i < 4; i++) q[i] = number(-1, 1), length += q[i] * q[i];
    for (int i = 0; i < 4; i++) q[i] /= std::sqrt(length);
  };
  for (Layer &l : layers) {
    pose(l.from_t, l.from_q, l.from_s);
    pose(l.to_t, l.to_q, l.to_s);
    l.begin = number(0, 0.1f);
    l.duration = number(0.25f, 0.5f);
    l.half_width = number(5, 30);
    l.half_height = number(5, 30);
    l.m24 = -1.0f / 4000;
    l.m34 = -1.0f / 3000;
  }
  Matrix p;
  for (int i = 0; i < 16; i++) parent[i] = i % 5 ? 0 : 1;
  parent[0] = 0.8f;
  parent[5] = 0.9f;
  parent[7] = -0.9f / 2000;
  parent[11] = -1.0f / 900;
  for (int i = 0; i < count; i++) {
    const Matrix x = reference(layers[i], 0.2), y = reference(layers[i], 0.7);
    // Without perspective, which cglm and Eigen cannot decompose.
    const Matrix z = reference(layers[i], 0, false), w = reference(layers[i], 1, false);
    fractions[i] = number(0.001f, 0.999f);
    for (int k = 0; k < 16; k++) {
      const int row = k / 4, column = k % 4;
      const auto set = [&](auto &glm, auto &cglm, auto &eigen, const Matrix &m) {
        const float value = float(m.m[row][column]);
        glm[i][row][column] = cglm[i].m[row][column] = eigen[i](column, row) = value;
      };
      set(with_glm::a, with_cglm::a, with_eigen::a, x);
      set(with_glm::b, with_cglm::b, with_eigen::b, y);
      set(with_glm::from, with_cglm::from, with_eigen::from, z);
      set(with_glm::to, with_cglm::to, with_eigen::to, w);
    }
  }
}

// Ours: blocks of sixteen, one field after another.
namespace ours {
using Blocks = std::vector<float>;
template <typename Field> Blocks blocks(int fields, Field field) {
  Blocks result(fields * count);
  for (int i = 0; i < count; i++)
    for (int f = 0; f < fields; f++) result[(i / 16 * fields + f) * 16 + i % 16] = field(i, f);
  return result;
}
Blocks transforms(const std::vector<glm::mat4> &m) {
  return blocks(16, [&](int i, int f) { return m[i][f / 4][f % 4]; });
}
Blocks product, composition, interpolation;

void compute() {
  const motion_kernels *kernels = motion_kernels_for(motion_isa_base);
  product = composition = interpolation = Blocks(16 * count);
  const Blocks a = transforms(with_glm::a), b = transforms(with_glm::b);
  kernels->concatenate(a.data(), b.data(), product.data(), count / 16);
  const Blocks poses = blocks(10, [](int i, int f) {
    const Layer &l = layers[i];
    return f < 3 ? l.from_t[f] : f < 7 ? l.from_q[f - 3] : l.from_s[f - 7];
  });
  const Blocks perspectives =
    blocks(2, [](int i, int f) { return f == 0 ? layers[i].m24 : layers[i].m34; });
  kernels->compose(poses.data(), perspectives.data(), composition.data(), count / 16);
  const Blocks from = transforms(with_glm::from), to = transforms(with_glm::to);
  kernels->interpolate_decomposed(
    from.data(), to.data(), fractions.data(), interpolation.data(), count / 16);
}

// Whether a library agrees with ours, within 1e-4 of each transform's largest element.
template <typename Element>
bool agree(const char *library, const char *kernel, const Blocks &expected, Element element) {
  double worst = 0;
  for (int i = 0; i < count; i++) {
    double largest = 0, difference = 0;
    for (int k = 0; k < 16; k++) {
      const double value = expected[(i / 16 * 16 + k) * 16 + i % 16];
      largest = std::max(largest, std::abs(value));
      difference = std::max(difference, std::abs(value - element(i, k)));
    }
    worst = std::max(worst, difference / largest);
  }
  if (worst < 1e-4) return true;
  std::fprintf(stderr, "peers: %s's %s differs from ours by %g, not measured\n", library, kernel, worst);
  return false;
}
}  // namespace ours

bool right(const char *name, const std::vector<Corners> &corners) {
  double worst = 0;
  for (int i = 0; i < count; i++) {
    const Corners expected = reference_corners(layers[i]);
    for (int k = 0; k < 8; k++) {
      const double scale = std::max(100.0, std::abs(double(expected.xy[k])));
      worst = std::max(worst, std::abs(double(corners[i].xy[k]) - expected.xy[k]) / scale);
    }
  }
  if (worst < 1e-4) return true;
  std::fprintf(stderr, "peers: %s is wrong by %g, not measured\n", name, worst);
  return false;
}

}  // namespace

int main() {
  build_inputs();
  ours::compute();
  struct Entry {
    std::string name;
    std::function<void()> body;
    int repeats;
    double best;
  };
  std::vector<Entry> entries;
  struct Library {
    const char *name;
    void (*concat)(), (*composed)(), (*interpolated)(), (*stored)(), (*quads)(), (*frame)();
    float (*element)(int, int);
    const std::vector<Corners> &corners;
  };
#define LIBRARY(name) \
  {#name, with_##name::concat, with_##name::composed, with_##name::interpolated, \
   with_##name::stored, with_##name::quads, with_##name::frame, with_##name::element, \
   with_##name::corners}
  const Library libraries[] = {LIBRARY(glm), LIBRARY(cglm), LIBRARY(eigen)};
  for (const Library &library : libraries) {
    library.frame();
    if (!right(library.name, library.corners)) continue;
    const std::string suffix = std::string(".") + library.name;
    const auto add = [&](const char *kernel, void (*body)(), const ours::Blocks *expected) {
      body();
      if (expected && !ours::agree(library.name, kernel, *expected, library.element)) return;
      entries.push_back({kernel + suffix, body, 1, 1e9});
    };
    add("concat", library.concat, &ours::product);
    add("compose", library.composed, &ours::composition);
    add("interpolateDecomposed", library.interpolated, &ours::interpolation);
    add("interpolateStored", library.stored, nullptr);
    add("mapQuads", library.quads, nullptr);
    add("wholeFrame", library.frame, nullptr);
  }
  using Clock = std::chrono::steady_clock;
  const auto time = [](const Entry &entry) {
    const auto start = Clock::now();
    for (int i = 0; i < entry.repeats; i++) entry.body();
    return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
  };
  for (Entry &entry : entries)
    while (time(entry) < 5e5) entry.repeats *= 2;
  for (int round = 0; round < 25; round++)
    for (Entry &entry : entries)
      entry.best = std::min(entry.best, time(entry) / entry.repeats / count);
  for (const Entry &entry : entries) std::printf("%s %.3f\n", entry.name.c_str(), entry.best);
}
