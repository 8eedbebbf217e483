// The same kernels with GLM, cglm and Eigen, as their users write them, on the inputs of this file.
//
//   peers            prints one line per kernel and library: name, nanoseconds per operation
//
// Every result is compared with a plain computation in double first; a library that is wrong is not
// measured. Kernels take turns, the minimum of 25 rounds is printed.

#define GLM_FORCE_RADIANS
#define GLM_ENABLE_EXPERIMENTAL
#include <glm/glm.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/quaternion.hpp>

#include <Eigen/Dense>
#include <Eigen/Geometry>
#include <cglm/cglm.h>

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
constexpr float now = 0.2f;

// A Bezier solver of the kind that all three libraries' users bring along: Newton in double.
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
Matrix reference(const Layer &l, double t) {
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
  p.m[1][3] = l.m24;
  p.m[2][3] = l.m34;
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

// GLM and cglm hold columns and multiply column vectors: their matrix is our transpose read
// column by column, so the memory is the same and the product's order is reversed.
namespace with_glm {
std::vector<glm::mat4> a(count), b(count), result(count);
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
void concat() { for (int i = 0; i < count; i++) result[i] = b[i] * a[i]; keep(result[0]); }
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
std::vector<M> a(count), b(count), result(count);
std::vector<Corners> corners(count);
void at(const Layer &l, float t, mat4 out) {
  vec3 translation, scale;
  alignas(16) versor from, to, q;
  glm_vec3_lerp((float *)l.from_t, (float *)l.to_t, t, translation);
  glm_vec3_lerp((float *)l.from_s, (float *)l.to_s, t, scale);
  for (int i = 0; i < 4; i++) from[i] = l.from_q[i], to[i] = l.to_q[i];
  glm_quat_slerp(from, to, t, q);
  M perspective = {GLM_MAT4_IDENTITY_INIT}, rotation, move;
  perspective.m[1][3] = l.m24;
  perspective.m[2][3] = l.m34;
  glm_translate_make(move.m, translation);
  glm_quat_mat4(q, rotation.m);
  glm_mat4_mul(move.m, rotation.m, rotation.m);
  glm_mat4_mul(perspective.m, rotation.m, out);
  glm_scale(out, scale);
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
std::vector<M, Eigen::aligned_allocator<M>> a(count), b(count), result(count);
std::vector<Corners> corners(count);
M at(const Layer &l, float t) {
  using V = Eigen::Map<const Eigen::Vector3f>;
  const auto quat = [](const float *q) { return Eigen::Quaternionf(q[3], q[0], q[1], q[2]); };
  M perspective = M::Identity();
  perspective(3, 1) = l.m24;
  perspective(3, 2) = l.m34;
  const Eigen::Vector3f translation = V(l.from_t) + (V(l.to_t) - V(l.from_t)) * t;
  const Eigen::Vector3f scale = V(l.from_s) + (V(l.to_s) - V(l.from_s)) * t;
  const Eigen::Affine3f local = Eigen::Translation3f(translation)
    * quat(l.from_q).slerp(t, quat(l.to_q)) * Eigen::Scaling(scale);
  return perspective * local.matrix();
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
    for (int k = 0; k < 16; k++) {
      const float u = float(x.m[k / 4][k % 4]), v = float(y.m[k / 4][k % 4]);
      with_glm::a[i][k / 4][k % 4] = with_cglm::a[i].m[k / 4][k % 4] = with_eigen::a[i](k % 4, k / 4) = u;
      with_glm::b[i][k / 4][k % 4] = with_cglm::b[i].m[k / 4][k % 4] = with_eigen::b[i](k % 4, k / 4) = v;
    }
  }
}

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
  struct Entry {
    std::string name;
    std::function<void()> body;
    int repeats;
    double best;
  };
  std::vector<Entry> entries;
  const auto add = [&](const char *library, auto concat, auto stored, auto quads, auto frame, auto &corners) {
    frame();
    if (!right(library, corners)) return;
    const std::string suffix = std::string(".") + library;
    entries.push_back({"concat" + suffix, concat, 1, 1e9});
    entries.push_back({"interpolateStored" + suffix, stored, 1, 1e9});
    entries.push_back({"mapQuads" + suffix, quads, 1, 1e9});
    entries.push_back({"wholeFrame" + suffix, frame, 1, 1e9});
  };
  add("glm", with_glm::concat, with_glm::stored, with_glm::quads, with_glm::frame, with_glm::corners);
  add("cglm", with_cglm::concat, with_cglm::stored, with_cglm::quads, with_cglm::frame, with_cglm::corners);
  add("eigen", with_eigen::concat, with_eigen::stored, with_eigen::quads, with_eigen::frame, with_eigen::corners);
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
