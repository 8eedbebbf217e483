/// Four adjacent lanes of a block, to read.
///
/// Without compiler flags, x86-64 has sixteen registers of four lanes, so a value of sixteen lanes
/// takes four of them. A kernel with many values and little arithmetic then spends most of its time
/// moving values to the stack and back. Four lanes take one register. The results are the same
/// bits.
struct BlockQuarter {
  private let first: UnsafePointer<SIMD4<Float>>

  /// The four lanes from 4 · `quarter` on, in each field of a structure of `SIMD16` fields.
  @inline(__always)
  init<Block: BitwiseCopyable>(_ quarter: Int, of block: UnsafePointer<Block>) {
    first = UnsafeRawPointer(block).assumingMemoryBound(to: SIMD4<Float>.self) + quarter
  }

  /// The four lanes of a field; fields are numbered from 0, in order of declaration.
  @inline(__always)
  subscript(field: Int) -> SIMD4<Float> { first[4 * field] }
}

/// Four adjacent lanes of a block, to write.
struct MutableBlockQuarter {
  private let first: UnsafeMutablePointer<SIMD4<Float>>

  /// The four lanes from 4 · `quarter` on, in each field of a structure of `SIMD16` fields.
  @inline(__always)
  init<Block: BitwiseCopyable>(_ quarter: Int, of block: UnsafeMutablePointer<Block>) {
    first = UnsafeMutableRawPointer(block).assumingMemoryBound(to: SIMD4<Float>.self) + quarter
  }

  /// Writes consecutive fields, starting with `field`.
  @inline(__always)
  func write(
    _ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>, _ d: SIMD4<Float>, from field: Int
  ) {
    write(a, b, from: field)
    write(c, d, from: field + 2)
  }

  /// Writes consecutive fields, starting with `field`.
  @inline(__always)
  func write(_ a: SIMD4<Float>, _ b: SIMD4<Float>, from field: Int) {
    write(a, to: field)
    write(b, to: field + 1)
  }

  /// Writes a field.
  @inline(__always)
  func write(_ a: SIMD4<Float>, to field: Int) { first[4 * field] = a }
}
