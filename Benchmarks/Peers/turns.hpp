// Measures several implementations in turns.

#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <string>
#include <vector>

struct Turn {
  /// The kernel and the implementation, separated by a period.
  std::string name;
  std::function<void()> body;

  /// The number of calls per turn, so that a turn lasts long enough for the clock.
  int repeats = 1;

  /// The nanoseconds per operation in the fastest turn.
  double best = 1e9;
};

/// Takes 25 turns of each implementation; each call of a body does `operations` operations.
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
