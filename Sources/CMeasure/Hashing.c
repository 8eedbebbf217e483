#include "CMeasure.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/// The parameters of `Hasher` in the Swift runtime, which reads them whenever it starts a hash.
/// Weak, so that a runtime without them still links.
extern struct {
  uint64_t seed0, seed1;
  bool deterministic;
} _swift_stdlib_Hashing_parameters __attribute__((weak));

int framegate_seed_hashing(uint64_t seed) {
  if (&_swift_stdlib_Hashing_parameters == NULL) return 0;
  _swift_stdlib_Hashing_parameters.seed0 = seed;
  // The halves must differ, like two random numbers (the constant is 2^64 over the golden ratio).
  _swift_stdlib_Hashing_parameters.seed1 = seed * 0x9E3779B97F4A7C15u;
  // If this is false, every set and dictionary mixes its own address into its hashes.
  _swift_stdlib_Hashing_parameters.deterministic = true;
  return 1;
}

static uint64_t mix(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * 0x100000001B3u;
  // FNV-1a is made for bytes. With whole words, the high bits must also reach the low ones.
  return hash ^ hash >> 29;
}

static uint64_t little_endian(uint64_t word) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  return __builtin_bswap64(word);
#else
  return word;
#endif
}

uint64_t framegate_hash(uint64_t hash, const void *bytes, size_t count) {
  const unsigned char *rest = bytes;
  size_t left = count;
  for (; left >= 8; left -= 8, rest += 8) {
    uint64_t word;
    memcpy(&word, rest, 8);
    hash = mix(hash, little_endian(word));
  }
  for (; left > 0; left--) hash = mix(hash, *rest++);
  return mix(hash, count);
}
