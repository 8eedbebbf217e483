/// The cache that is meant to hold a benchmark's working set.
enum CacheLevel: String, CaseIterable {
  /// 16 KiB: half of a first-level cache of 32 KiB.
  case l1

  /// 192 KiB: well within a second-level cache of 512 KiB or more.
  case l2

  /// 8 MiB: more than a second-level cache, less than one core's share of a server's third level.
  case l3

  /// 128 MiB: more than any cache.
  case dram

  /// The bytes that all operations of one call touch.
  var workingSet: Int {
    switch self {
    case .l1: 16 << 10
    case .l2: 192 << 10
    case .l3: 8 << 20
    case .dram: 128 << 20
    }
  }

  /// The name of the memory that the bytes come from, as reports show it.
  var memory: String { rawValue.uppercased() }

  /// How many operations fill the working set, a multiple of 16.
  func operations(bytesPerOperation: Int) -> Int {
    max(16, workingSet / bytesPerOperation / 16 * 16)
  }
}
