import CAllocator

/// Counts this process's requests to its allocator.
///
/// Requests are rounded up to jemalloc's size classes: 8 032 bytes count as 8 192. Once the code is
/// warm, counts are exact and repeatable on any number of threads, so tests may compare them with
/// `==`.
struct AllocationCounter {
  private let threadBytes: UnsafePointer<UInt64>

  /// What counts: `jemalloc` or `counting library`.
  let name: String

  /// Creates a counter; nil when nothing that counts is preloaded.
  init?() {
    let counter = framegate_allocator_open()
    guard counter != framegate_no_counter, let bytes = framegate_allocator_thread_bytes() else {
      return nil
    }
    threadBytes = bytes
    name = counter == framegate_jemalloc ? "jemalloc" : "counting library"
  }

  /// The requests of all threads so far.
  ///
  /// Allocates nothing; takes about 40 µs with jemalloc.
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
