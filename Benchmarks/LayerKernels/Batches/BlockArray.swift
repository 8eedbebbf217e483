/// An array of blocks that starts on a cache line.
///
/// An `Array` of `SIMD16` values is aligned to 16 bytes only, so every wide load would straddle two
/// cache lines. This is a value type: copies share their memory until one of them is written to.
package struct BlockArray<Element: BitwiseCopyable & Sendable>: Sendable {
  private var memory: BlockMemory<Element>

  /// Creates `count` copies of `element`.
  package init(repeating element: Element, count: Int) {
    memory = BlockMemory(count: count)
    memory.blocks.initialize(repeating: element, count: count)
  }

  /// The number of blocks.
  @inline(__always)
  package var count: Int { memory.count }

  /// The first block; valid as long as this array exists and is not written to.
  @inline(__always)
  var baseAddress: UnsafePointer<Element> { UnsafePointer(memory.blocks) }

  /// One block.
  ///
  /// - Precondition: `index` is in 0..<`count`.
  package subscript(index: Int) -> Element {
    get {
      precondition((0..<count).contains(index), "No block \(index) of \(count)")
      return memory.blocks[index]
    }
    set {
      precondition((0..<count).contains(index), "No block \(index) of \(count)")
      makeUnique()
      memory.blocks[index] = newValue
    }
  }
}

extension BlockArray {
  /// Calls `body` with the blocks as memory to read.
  @inline(__always)
  package func withUnsafeBufferPointer<Result>(
    _ body: (UnsafeBufferPointer<Element>) throws -> Result
  ) rethrows -> Result {
    defer { withExtendedLifetime(memory) {} }
    return try body(UnsafeBufferPointer(start: memory.blocks, count: count))
  }

  /// Calls `body` with the blocks as memory to write.
  @inline(__always)
  mutating func withUnsafeMutableBufferPointer<Result>(
    _ body: (UnsafeMutableBufferPointer<Element>) throws -> Result
  ) rethrows -> Result {
    makeUnique()
    defer { withExtendedLifetime(memory) {} }
    return try body(UnsafeMutableBufferPointer(start: memory.blocks, count: count))
  }

  @inline(__always)
  private mutating func makeUnique() {
    guard !isKnownUniquelyReferenced(&memory) else { return }
    let copy = BlockMemory<Element>(count: count)
    copy.blocks.initialize(from: memory.blocks, count: count)
    memory = copy
  }
}

// Access for a kernel to its result and up to three inputs as memory. Counts and uniqueness are
// checked once, and the kernel reads each field where it needs it instead of copying whole blocks.
//
// These are overloads because a parameter pack retains every array: 18 ns per call instead of 5.
extension BlockArray {
  /// Calls `body` with these blocks to write, their number, and the blocks of an input to read.
  ///
  /// - Precondition: The input has as many blocks as this array.
  @inline(__always)
  mutating func fill<A>(
    from a: BlockArray<A>,
    with body: (UnsafeMutablePointer<Element>, Int, UnsafePointer<A>) -> Void
  ) {
    precondition(a.count == count, "An input has \(a.count) blocks, the result has \(count)")
    makeUnique()
    defer { withExtendedLifetime(memory) {} }
    defer { withExtendedLifetime(a.memory) {} }
    body(memory.blocks, memory.count, UnsafePointer(a.memory.blocks))
  }

  /// Calls `body` with these blocks to write, their number, and the blocks of two inputs to read.
  ///
  /// - Precondition: Every input has as many blocks as this array.
  @inline(__always)
  mutating func fill<A, B>(
    from a: BlockArray<A>, _ b: BlockArray<B>,
    with body: (UnsafeMutablePointer<Element>, Int, UnsafePointer<A>, UnsafePointer<B>) -> Void
  ) {
    precondition(b.count == count, "An input has \(b.count) blocks, the result has \(count)")
    defer { withExtendedLifetime(b.memory) {} }
    fill(from: a) { result, count, a in body(result, count, a, UnsafePointer(b.memory.blocks)) }
  }

  /// Calls `body` with these blocks to write, their number, and the blocks of three inputs to read.
  ///
  /// - Precondition: Every input has as many blocks as this array.
  @inline(__always)
  mutating func fill<A, B, C>(
    from a: BlockArray<A>, _ b: BlockArray<B>, _ c: BlockArray<C>,
    with body: (
      UnsafeMutablePointer<Element>, Int, UnsafePointer<A>, UnsafePointer<B>, UnsafePointer<C>
    ) -> Void
  ) {
    precondition(c.count == count, "An input has \(c.count) blocks, the result has \(count)")
    defer { withExtendedLifetime(c.memory) {} }
    fill(from: a, b) { result, count, a, b in
      body(result, count, a, b, UnsafePointer(c.memory.blocks))
    }
  }
}

/// The memory of a block array.
///
/// Sendable although the compiler cannot prove it: it is private to ``BlockArray``, which writes to
/// it only while it holds the only reference, so shared memory is only ever read.
private final class BlockMemory<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  let blocks: UnsafeMutablePointer<Element>
  let count: Int

  init(count: Int) {
    let bytes = UnsafeMutableRawPointer.allocate(
      byteCount: max(count, 1) * MemoryLayout<Element>.stride, alignment: 64)
    blocks = bytes.bindMemory(to: Element.self, capacity: count)
    self.count = count
  }

  deinit { UnsafeMutableRawPointer(blocks).deallocate() }
}
