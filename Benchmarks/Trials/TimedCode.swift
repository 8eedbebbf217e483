import Foundation
import FramegateKit

/// Kinds of benchmarks on which estimators of times are tried.
enum TimedCode: String, CaseIterable {
  /// Arithmetic in registers.
  case steady

  /// Walks through more memory than a core's first-level cache holds.
  case memory

  /// Small blocks, requested and released.
  case allocating

  /// A dictionary, whose order and collisions depend on the hash seed of the process.
  case hashing

  /// Three of ten calls take about three times as long.
  case bimodal

  /// After every ten thousand calls, each call does one round more.
  case growing
}

extension TimedCode {
  var name: String { "timed.\(rawValue)" }

  func register(in registry: inout BenchmarkRegistry) {
    switch self {
    case .steady: registry.benchmark(name) { blackHole(Self.sum(40)) }
    case .memory:
      registry.benchmark(
        name,
        work: .init {
          [UInt64](repeating: 1, count: 16_384)
        } body: { words in
          words.withUnsafeMutableBufferPointer { words in
            for index in stride(from: 0, to: words.count, by: 64) { words[index] &+= 1 }
          }
        })
    case .allocating:
      registry.benchmark(name) {
        for size in 1...4 {
          UnsafeMutableRawPointer.allocate(byteCount: 48 * size, alignment: 16).deallocate()
        }
      }
    case .hashing:
      registry.benchmark(
        name,
        work: .init {
          Dictionary(uniqueKeysWithValues: (0..<500).map { ("key \($0)", $0) })
        } body: { values in
          blackHole((0..<4).reduce(0) { $0 + (values["key \($1 * 117)"] ?? 0) })
        })
    case .bimodal:
      registry.benchmark(
        name,
        work: .init {
          0
        } body: { calls in
          calls += 1
          blackHole(Self.sum(calls % 10 < 3 ? 90 : 30))
        })
    case .growing:
      registry.benchmark(
        name,
        work: .init {
          0
        } body: { calls in
          calls += 1
          blackHole(Self.sum(40 + calls / 10_000))
        })
    }
  }

  /// Work that takes time in proportion to `rounds`.
  private static func sum(_ rounds: Int) -> UInt64 {
    var value: UInt64 = 1
    var round = 0
    while round < rounds {
      value = value &* 6_364_136_223_846_793_005 &+ 1
      value ^= value >> 29
      round += 1
    }
    return value
  }
}
