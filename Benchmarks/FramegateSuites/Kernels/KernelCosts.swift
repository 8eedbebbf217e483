import LayerKernels

/// How many additions, multiplications, divisions and roots one operation of each kernel needs.
///
/// Counted in the shared formulas, for one lane; selections and bit operations are free. Every
/// variant has the same number because it answers the same question: a variant that computes more,
/// or calls libm, is just further from the limit. A division counts as one although it takes
/// longer.
enum KernelFlops {
  static let concat = 112
  static let compose = 46
  static let invert = 144
  static let mapQuads = 42
  static let interpolateStored = 144
  static let interpolateDecomposed = 557
  static let spring = 98

  /// For a spring that oscillates; the others need fewer.
  static let springSorted = 58
  static let springFixedStep = 6

  /// For a curve without a warp, such as `easeInOut`: a control point that coincides with its end
  /// of the curve takes a root.
  static let timing = 11
  static let wholeFrame = 197

  /// The product with the parent's transform 45, opacities 1, corners 49, what shows 1.
  static let treeWalk = 96
}

/// How many bytes one operation reads and writes: those of all cache lines that a call touches, by
/// the number of its operations.
///
/// Mostly the bytes of the operands' and the result's types. Of a structure of fields, those that
/// are not used stay out of the caches.
enum KernelBytes {
  /// Bytes of one value of each type.
  static func perItem<each Value>(_ types: repeat (each Value).Type) -> Int {
    var bytes = 0
    for type in repeat each types { bytes += stride(of: type) }
    return bytes
  }

  /// Bytes of one of sixteen items in a block of each type.
  static func perLane<each Block>(_ blocks: repeat (each Block).Type) -> Int {
    perItem(repeat each blocks) / 16
  }

  /// Bytes of a mapped rectangle in blocks: nine of the sixteen fields of its transform are read,
  /// its size, and four corners are written.
  static let mappedQuads = 9 * 4 + perLane(PairBlock.self, QuadBlock.self)

  private static func stride<Value>(of _: Value.Type) -> Int { MemoryLayout<Value>.stride }
}
