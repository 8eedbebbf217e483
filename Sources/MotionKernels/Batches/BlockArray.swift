/// An array of blocks whose first byte lies on a cache line.
///
/// An `Array` of `SIMD16` values is only aligned to 16 bytes, so that every wide load would straddle
/// two cache lines. A value type: copies share their memory until one of them is written to.
public struct BlockArray<Element: BitwiseCopyable & Sendable>: Sendable {
  private var memory: BlockMemory<Element>

  /// Creates `count` copies of `element`.
  public init(repeating element: Element, count: Int) {
    memory = BlockMemory(count: count)
    memory.elements.initialize(repeating: element)
  }

  /// How many blocks there are.
  public var count: Int { memory.elements.count }

  /// One block.
  ///
  /// - Precondition: `index` lies in 0..<`count`.
  public subscript(index: Int) -> Element {
    get {
      precondition(memory.elements.indices.contains(index), "No block \(index) of \(count)")
      return memory.elements[index]
    }
    set {
      precondition(memory.elements.indices.contains(index), "No block \(index) of \(count)")
      makeUnique()
      memory.elements[index] = newValue
    }
  }

  /// Gives the blocks to `body` as memory.
  @inline(__always)
  public func withUnsafeBufferPointer<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result {
    defer { withExtendedLifetime(memory) {} }
    return try body(UnsafeBufferPointer(memory.elements))
  }

  /// Gives the blocks to `body` as memory that it may change.
  @inline(__always)
  public mutating func withUnsafeMutableBufferPointer<Result>(
    _ body: (UnsafeMutableBufferPointer<Element>) throws -> Result
  ) rethrows -> Result {
    makeUnique()
    defer { withExtendedLifetime(memory) {} }
    return try body(memory.elements)
  }

  private mutating func makeUnique() {
    guard !isKnownUniquelyReferenced(&memory) else { return }
    let copy = BlockMemory<Element>(count: count)
    _ = copy.elements.initialize(from: memory.elements)
    memory = copy
  }
}

/// The memory of a block array.
///
/// Sendable although the compiler cannot see why: it is private to ``BlockArray``, which writes to it
/// only while it holds the only reference, so that shared memory is only ever read.
private final class BlockMemory<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  let elements: UnsafeMutableBufferPointer<Element>

  init(count: Int) {
    let bytes = UnsafeMutableRawPointer.allocate(
      byteCount: max(count, 1) * MemoryLayout<Element>.stride, alignment: 64)
    elements = UnsafeMutableBufferPointer(
      start: bytes.bindMemory(to: Element.self, capacity: count), count: count)
  }

  deinit { UnsafeMutableRawPointer(elements.baseAddress)?.deallocate() }
}
