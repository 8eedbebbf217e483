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

  /// The name of the memory that the bytes come from, as reports show it, with the kind of traffic,
  /// on which the bandwidth depends.
  func memory(_ traffic: MemoryTraffic) -> String {
    switch traffic {
    case .reads: "\(rawValue.uppercased()) reads"
    case .outOfPlace: rawValue.uppercased()
    case .inPlace: "\(rawValue.uppercased()) in place"
    }
  }

  /// The number of operations that fills the working set, a multiple of 16.
  func operations(bytesPerOperation: Int) -> Int {
    max(16, workingSet / bytesPerOperation / 16 * 16)
  }
}

/// How a kernel uses memory; each kind of traffic has a bandwidth of its own.
enum MemoryTraffic: String, CaseIterable {
  /// Reads, and writes very little.
  case reads

  /// Reads one array and writes another, whose cache lines are fetched only to be overwritten.
  case outOfPlace

  /// Writes the memory that it has read.
  case inPlace
}
