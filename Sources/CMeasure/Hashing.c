#include "CMeasure.h"

#include <stdbool.h>
#include <stddef.h>

/// The parameters of `Hasher` in the Swift runtime, which reads them whenever it starts a hash.
/// Weak, so that a runtime without them still links.
extern struct {
  uint64_t seed0, seed1;
  bool deterministic;
} _swift_stdlib_Hashing_parameters __attribute__((weak));

int framegate_seed_hashing(uint64_t seed) {
  if (&_swift_stdlib_Hashing_parameters == NULL) return 0;
  _swift_stdlib_Hashing_parameters.seed0 = seed;
  // Two halves that differ, as two random numbers do (the constant is 2^64 over the golden ratio).
  _swift_stdlib_Hashing_parameters.seed1 = seed * 0x9E3779B97F4A7C15u;
  // Otherwise every set and dictionary mixes its own address in.
  _swift_stdlib_Hashing_parameters.deterministic = true;
  return 1;
}
