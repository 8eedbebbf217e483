/// Requests to the allocator.
package struct Allocations: Hashable, Codable, Sendable, AdditiveArithmetic {
  package let bytes: Int
  package let count: Int

  package init(bytes: Int, count: Int) {
    self.bytes = bytes
    self.count = count
  }

  package static let zero = Allocations(bytes: 0, count: 0)

  package static func + (left: Allocations, right: Allocations) -> Allocations {
    Allocations(bytes: left.bytes + right.bytes, count: left.count + right.count)
  }

  package static func - (end: Allocations, start: Allocations) -> Allocations {
    Allocations(bytes: end.bytes - start.bytes, count: end.count - start.count)
  }
}
