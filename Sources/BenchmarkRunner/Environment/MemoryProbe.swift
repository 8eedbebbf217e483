import Foundation

/// The memory that processes may still use.
enum MemoryProbe {
  /// Whether `count` processes with `memory` bytes each take at most a quarter of what is
  /// available; false if `memory` is nil.
  static func fits(
    processes count: Int, using memory: Int?, of available: Int = availableBytes
  ) -> Bool { memory.map { Double($0) * Double(count) <= Double(available) / 4 } ?? false }

  /// The available memory in bytes, or all memory if the system does not report how much of it is
  /// free.
  static var availableBytes: Int {
    let machine = Int(clamping: ProcessInfo.processInfo.physicalMemory)
    #if os(Linux)
      let free =
        MachineProbe.field("MemAvailable", in: "/proc/meminfo", separator: ":")
        .flatMap { Int($0.prefix { $0.isNumber }) }.map { $0 * 1_024 }
      return ControlGroups.folders(of: "memory").compactMap(left).reduce(free ?? machine, min)
    #else
      return machine
    #endif
  }

  #if os(Linux)
    /// The memory that a control group leaves, or nil without a limit.
    ///
    /// It counts cached files as used; those that were not read lately make room for processes.
    static func left(in group: ControlGroups.Folder) -> Int? {
      let (limit, use, files) =
        group.isUnified
        ? ("memory.max", "memory.current", "inactive_file ")
        : ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file ")
      guard let limit = group.numbers(in: limit).first, let used = group.numbers(in: use).first
      else { return nil }
      let idle = MachineProbe.field(files, in: "\(group.path)/memory.stat", separator: " ")
        .flatMap { Double($0) }
      // No limit is close to 2⁶³ in version 1.
      return Int(min(max(0, limit - max(0, used - (idle ?? 0))), 1e18))
    }
  #endif
}
