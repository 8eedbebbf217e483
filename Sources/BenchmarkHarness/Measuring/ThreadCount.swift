import Foundation

/// How many threads this process has.
enum ThreadCount {
  /// Whether the calling thread is the only one; false where the system does not say.
  static var isOne: Bool {
    #if os(Linux)
      let tasks = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
      return tasks?.count == 1
    #else
      return false
    #endif
  }
}
