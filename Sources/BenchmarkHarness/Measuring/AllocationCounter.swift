import CAllocator

/// What this process has asked its allocator for.
///
/// Counted as jemalloc rounds requests up to its size classes: 8 032 bytes count as 8 192. Exact and
/// repeatable once warm, on any number of threads, so tests may compare with `==`.
struct AllocationCounter {
  private let threadBytes: UnsafePointer<UInt64>

  /// Fails when the process does not run on jemalloc.
  init?() {
    guard framegate_allocator_open() == 1, let bytes = framegate_allocator_thread_bytes() else {
      return nil
    }
    threadBytes = bytes
  }

  /// Every thread's requests so far.
  ///
  /// Allocates nothing, takes some 40 µs.
  var total: Allocations {
    let total = framegate_allocator_read()
    return Allocations(bytes: Int(total.bytes), count: Int(total.count))
  }

  /// Bytes that the thread which made this counter has asked for; one load.
  @inline(__always)
  var bytesOfThisThread: UInt64 { threadBytes.pointee }
}

/// Requests made of the allocator.
package struct Allocations: Hashable, Codable, Sendable {
  package let bytes: Int
  package let count: Int

  package init(bytes: Int, count: Int) {
    (self.bytes, self.count) = (bytes, count)
  }

  static func - (end: Allocations, start: Allocations) -> Allocations {
    Allocations(bytes: end.bytes - start.bytes, count: end.count - start.count)
  }
}
