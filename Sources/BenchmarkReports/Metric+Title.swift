import BenchmarkModel

extension Metric {
  func title(per unit: String) -> String {
    switch self {
    case .mallocBytesCount: "B/\(unit)"
    case .mallocCountTotal: "allocations/\(unit)"
    case .pageFaults: "page faults/\(unit)"
    case .contextSwitches: "context switches/\(unit)"
    case .readBytesLogical: "B read/\(unit)"
    case .writeBytesLogical: "B written/\(unit)"
    case .peakMemoryResident: "peak B"
    default: "\(name)/\(unit)"
    }
  }
}
