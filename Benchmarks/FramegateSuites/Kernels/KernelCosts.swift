import LayerKernels

/// The number of additions, multiplications, divisions and roots in one operation of each kernel.
///
/// Counted in the shared formulas, for one lane; selections and bit operations are free. All
/// variants have the same number, because they compute the same result: a variant that computes
/// more, or calls libm, is just further from the limit. A division counts as one although it takes
/// longer.
enum KernelFlops {
  static let concat = 112
  static let compose = 46
  static let invert = 144
  static let mapQuads = 42
  static let interpolateStored = 144
  static let interpolateDecomposed = 557
  static let spring = 98

  /// For a spring that oscillates; other springs need fewer.
  static let springSorted = 58
  static let springFixedStep = 6

  /// For a curve without a warp, such as `easeInOut`; a curve with a control point at its end point
  /// also needs a root.
  static let timing = 11
  static let wholeFrame = 197

  /// The product with the parent's transform 45, opacities 1, corners 49, visibility 1.
  static let treeWalk = 96
}

/// The number of bytes that one operation reads and writes: those of all cache lines that a call
/// touches, divided by its operations.
///
/// Usually, this is the size of the operands and the result. Unused fields of a structure of fields
/// do not count, because they stay out of the caches.
enum KernelBytes {
  /// The bytes of one value of each type, in total.
  static func perItem<each Value>(_ types: repeat (each Value).Type) -> Int {
    var bytes = 0
    for type in repeat each types { bytes += stride(of: type) }
    return bytes
  }

  /// The bytes of one of the sixteen items in a block of each type, in total.
  static func perLane<each Block>(_ blocks: repeat (each Block).Type) -> Int {
    perItem(repeat each blocks) / 16
  }

  /// The bytes of a mapped rectangle in blocks: nine of the sixteen fields of its transform and its
  /// size are read, and four corners are written.
  static let mappedQuads = 9 * 4 + perLane(PairBlock.self, QuadBlock.self)

  private static func stride<Value>(of _: Value.Type) -> Int { MemoryLayout<Value>.stride }
}
