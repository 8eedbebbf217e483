import CAllocator

/// Counts this process's requests to its allocator.
///
/// jemalloc rounds requests up to its size classes: 8 032 bytes count as 8 192. Once the code is
/// warm, counts are exact and repeatable on any number of threads, so tests may compare them with
/// `==`.
struct AllocationCounter {
  private let threadBytes: UnsafePointer<UInt64>

  /// Creates a counter; nil when the process does not run on jemalloc.
  init?() {
    guard framegate_allocator_open() == 1, let bytes = framegate_allocator_thread_bytes() else {
      return nil
    }
    threadBytes = bytes
  }

  /// The requests of all threads so far.
  ///
  /// Allocates nothing; takes about 40 µs.
  var total: Allocations {
    let total = framegate_allocator_read()
    return Allocations(bytes: Int(total.bytes), count: Int(total.count))
  }

  /// Bytes that the thread which created this counter has requested; one load.
  @inline(__always)
  var bytesOfThisThread: UInt64 { threadBytes.pointee }
}

/// Requests to the allocator.
package struct Allocations: Hashable, Codable, Sendable {
  package let bytes: Int
  package let count: Int

  static func + (left: Allocations, right: Allocations) -> Allocations {
    Allocations(bytes: left.bytes + right.bytes, count: left.count + right.count)
  }

  static func - (end: Allocations, start: Allocations) -> Allocations {
    Allocations(bytes: end.bytes - start.bytes, count: end.count - start.count)
  }
}
