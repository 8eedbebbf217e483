import FramegateKit

/// Work that depends on the seed of Swift's hashing, which differs between two processes of one
/// build; ``ProcessBenchmarks`` depend on everything else that does.
enum HashBenchmarks {
  static func register(in registry: inout BenchmarkRegistry) {
    // Says what it sees instead of being measured.
    registry.benchmark(
      "sees.hashOrder",
      work: .init(
        setup: { throw Unavailable("\(Array(Set(0..<20)))") }, body: { (_: inout Int) in }))
    registry.benchmark(
      "sees.hashValue",
      work: .init(
        setup: { throw Unavailable("\("framegate".hashValue)") },
        body: { (_: inout Int) in }))

    registry.benchmark(
      "hash.strings", operations: 500,
      work: .init(setup: { words }) { words in
        var seen: Set<String> = []
        for word in words { seen.insert(word) }
        blackHole(seen)
      })
    registry.benchmark(
      "hash.order", operations: 500,
      work: .init(setup: { Set(words) }) { words in
        var length = 0
        for word in words where word.utf8.count > length % 7 { length += word.utf8.count }
        blackHole(length)
      })
  }

  private static let words = (0..<500).map { "word \($0 &* 2_654_435_761 % 1_000)" }
}
