import CAllocator

/// Counts this process's requests to its allocator.
///
/// Requests are rounded up to jemalloc's size classes: 8 032 bytes count as 8 192. Once the code is
/// warm, counts are exact and repeatable on any number of threads, so tests may compare them with
/// `==`.
package struct AllocationCounter {
  /// What counts: `jemalloc` or `counting library`.
  package let name: String

  /// Creates a counter; nil when nothing that counts is preloaded.
  package init?() {
    let counter = framegate_allocator_open()
    guard counter != framegate_no_counter else { return nil }
    name = counter == framegate_jemalloc ? "jemalloc" : "counting library"
  }

  /// The requests of all threads so far.
  ///
  /// Allocates nothing; takes about 40 µs with jemalloc.
  package var total: Allocations {
    let total = framegate_allocator_read()
    return Allocations(bytes: Int(total.bytes), count: Int(total.count))
  }
}

package struct Allocations: Hashable, Codable, Sendable, AdditiveArithmetic {
  package let bytes: Int
  package let count: Int

  package static let zero = Allocations(bytes: 0, count: 0)

  package static func + (left: Allocations, right: Allocations) -> Allocations {
    Allocations(bytes: left.bytes + right.bytes, count: left.count + right.count)
  }

  package static func - (end: Allocations, start: Allocations) -> Allocations {
    Allocations(bytes: end.bytes - start.bytes, count: end.count - start.count)
  }
}
