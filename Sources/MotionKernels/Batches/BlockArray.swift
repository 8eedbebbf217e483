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

  /// How many blocks there are.
  package var count: Int { memory.count }

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

  /// Calls `body` with these blocks to write, their number, and the blocks of `inputs` to read.
  ///
  /// Checks the counts and the uniqueness once. A kernel then reads each field where it needs it,
  /// and no block is copied whole.
  ///
  /// - Precondition: Every input has as many blocks as this array.
  @inline(__always)
  mutating func fill<each Input: BitwiseCopyable & Sendable>(
    from inputs: repeat BlockArray<each Input>,
    with body: (UnsafeMutablePointer<Element>, Int, repeat UnsafePointer<each Input>) -> Void
  ) {
    repeat (each inputs).requireCount(count)
    makeUnique()
    defer { withExtendedLifetime((memory, repeat (each inputs).memory)) {} }
    body(memory.blocks, count, repeat UnsafePointer((each inputs).memory.blocks))
  }

  @inline(__always)
  private func requireCount(_ expected: Int) {
    precondition(count == expected, "An input has \(count) blocks, the result has \(expected)")
  }

  private mutating func makeUnique() {
    guard !isKnownUniquelyReferenced(&memory) else { return }
    let copy = BlockMemory<Element>(count: count)
    copy.blocks.initialize(from: memory.blocks, count: count)
    memory = copy
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
