// Measures several implementations in turns.

#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <vector>

struct Turn {
  /// The kernel and the implementation, with a point between them.
  std::string name;
  std::function<void()> body;

  /// Calls per turn, so that one lasts long enough for the clock.
  int repeats = 1;

  /// Nanoseconds per operation, of the fastest turn.
  double best = 1e9;
};

/// Takes 25 turns of each; a body does `operations` operations.
inline void measure(std::vector<Turn> &turns, double operations) {
  using Clock = std::chrono::steady_clock;
  const auto time = [](const Turn &turn) {
    const auto start = Clock::now();
    for (int i = 0; i < turn.repeats; i++) turn.body();
    return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
  };
  for (Turn &turn : turns)
    while (time(turn) < 5e5) turn.repeats *= 2;
  for (int round = 0; round < 25; round++)
    for (Turn &turn : turns) turn.best = std::min(turn.best, time(turn) / turn.repeats / operations);
}
