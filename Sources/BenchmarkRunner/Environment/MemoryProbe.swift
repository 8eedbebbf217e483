import Foundation

/// The memory that processes may still use.
enum MemoryProbe {
  /// In bytes; the machine's memory where the system does not say how much of it is free.
  static var availableBytes: Int {
    let machine = Int(clamping: ProcessInfo.processInfo.physicalMemory)
    #if os(Linux)
      let free = kibibytes("MemAvailable:", in: "/proc/meminfo") ?? machine
      return min(free, groupBytes ?? free)
    #else
      return machine
    #endif
  }

  #if os(Linux)
    /// What the limit of the process's control group leaves; nil without a limit.
    private static var groupBytes: Int? {
      func number(_ path: String) -> Int? {
        (try? String(contentsOfFile: path, encoding: .utf8))
          .flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
      }
      guard let limit = number("/sys/fs/cgroup/memory.max"),
        let used = number("/sys/fs/cgroup/memory.current")
      else { return nil }
      return max(0, limit - used)
    }

    private static func kibibytes(_ name: String, in path: String) -> Int? {
      guard let text = try? String(contentsOfFile: path, encoding: .utf8),
        let line = text.split(separator: "\n").first(where: { $0.hasPrefix(name) })
      else { return nil }
      return line.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 1_024 }
    }
  #endif
}
