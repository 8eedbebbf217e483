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

  /// The name of the memory that the bytes come from, as reports show it, with the traffic that
  /// decides on its bandwidth.
  func memory(_ traffic: MemoryTraffic) -> String {
    switch traffic {
    case .reads: "\(rawValue.uppercased()) reads"
    case .outOfPlace: rawValue.uppercased()
    case .inPlace: "\(rawValue.uppercased()) in place"
    }
  }

  /// How many operations fill the working set, a multiple of 16.
  func operations(bytesPerOperation: Int) -> Int {
    max(16, workingSet / bytesPerOperation / 16 * 16)
  }
}

/// What a kernel does with memory: each has a bandwidth of its own.
enum MemoryTraffic: String, CaseIterable {
  /// Reads, and hardly writes.
  case reads

  /// Writes other memory than it reads, whose cache lines are fetched only to be overwritten.
  case outOfPlace

  /// Writes what it has read.
  case inPlace
}
