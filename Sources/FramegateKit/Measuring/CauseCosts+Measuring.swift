import CMeasure
package import FrameModel

extension CauseCosts {
  /// Measures what a page fault and an allocation cost now; takes some milliseconds.
  package static func measure() -> CauseCosts {
    CauseCosts(faultNs: faultNs(), allocationNs: allocationNs())
  }

  /// The mean cost of a fault on the first touch of a page; one fault may bring several pages.
  private static func faultNs() -> Double {
    let pageSize = 4_096
    // More than the caches hold, as in a frame that is late because of its faults: it touches
    // many pages.
    let pages = 4_096
    // If the system has no memory to map, attribute no time to faults.
    guard let memory = framegate_map_memory(pages * pageSize) else { return 0 }
    defer { framegate_unmap_memory(memory, pages * pageSize) }
    let clock = SystemFrameClock()
    let before = clock.counters()?.minorFaults ?? 0
    let start = Clock.threadCPU
    for page in 0..<pages {
      memory.storeBytes(of: 1, toByteOffset: page * pageSize, as: UInt8.self)
    }
    let time = Double(Clock.threadCPU - start)
    let faults = (clock.counters()?.minorFaults ?? 0) - before
    return time / Double(max(1, faults))
  }

  /// The mean cost of a small block that is allocated and released.
  private static func allocationNs() -> Double {
    let count = 1_000
    let start = Clock.threadCPU
    let blocks = (0..<count).map { _ in
      UnsafeMutableRawPointer.allocate(byteCount: 64, alignment: 16)
    }
    for block in blocks { block.deallocate() }
    return Double(Clock.threadCPU - start) / Double(count)
  }
}
