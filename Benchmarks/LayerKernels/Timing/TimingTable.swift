import MotionKernels

/// A timing function as 64 cubic pieces, with a check of its own accuracy.
///
/// Each piece meets the curve at the four Chebyshev points; the first also meets it at 0. If a
/// control point coincides with its end of the curve, the curve is not smooth in x there. It is
/// smooth in the square root of the distance, so x is warped first. When the table is built, every
/// piece is compared with the curve in `Double`; a curve that some piece misses by more than
/// ``tolerance`` has no table.
///
/// - Shape: 128 entries of 4 `Float`s; 2 KiB. Entries from 64 on hold the end value.
struct TimingTable: Sendable {
  /// How the fraction is stretched before it selects a piece.
  enum Warp: Int32, Sendable {
    case none, start, end, both
  }

  /// The largest deviation from the exact curve that a table may have before rounding to `Float`.
  static let tolerance = 7e-8

  let warp: Warp
  let entries: [SIMD4<Float>]

  /// The same 64 pieces, one coefficient after another, so that wide registers can hold the table.
  let columns: BlockArray<SIMD16<Float>>

  /// Builds the table; `nil` if it would miss the curve.
  init?(_ function: TimingFunction) {
    let curve: CubicBezier
    switch function.shape {
    case .linear: curve = CubicBezier(0.25, 0.25, 0.75, 0.75)
    case .cubicBezier(let given): curve = given
    case .piecewiseLinear, .steps: return nil
    }
    let warp = Warp(start: curve.x1 == 0, end: curve.x2 == 1)
    var entries: [SIMD4<Float>] = []
    entries.reserveCapacity(128)
    for piece in 0..<64 {
      let value = { (u: Double) in curve.value(at: warp.unwarped((Double(piece) + u) / 64)) }
      var cubic = Self.cubic(through: value)
      if piece == 0 {
        // Makes the value at 0 exactly 0; the correction fades out within the piece.
        cubic -= cubic.x * SIMD4(1, -3, 3, -1)
      }
      for check in 0...16 {
        let u = Double(check) / 16
        let fitted = cubic.x + u * (cubic.y + u * (cubic.z + u * cubic.w))
        guard abs(fitted - value(u)) <= Self.tolerance else { return nil }
      }
      entries.append(SIMD4<Float>(cubic))
    }
    while entries.count < 128 { entries.append(SIMD4(1, 0, 0, 0)) }
    self.warp = warp
    self.entries = entries
    columns = BlockStorage.columns(entries)
  }

  /// The cubic that equals `value` at the four Chebyshev points of 0…1, by coefficients.
  private static func cubic(through value: (Double) -> Double) -> SIMD4<Double> {
    // ½ ∓ ½·cos(π/8) and ½ ∓ ½·cos(3π/8).
    let (outer, inner) = (0.46193976625564337, 0.19134171618254489)
    let nodes = [0.5 - outer, 0.5 - inner, 0.5 + inner, 0.5 + outer]
    var differences = nodes.map(value)
    for order in 1..<4 {
      for index in stride(from: 3, through: order, by: -1) {
        differences[index] =
          (differences[index] - differences[index - 1]) / (nodes[index] - nodes[index - order])
      }
    }
    // Newton's form, expanded from the innermost parenthesis: p·(u − node) + difference.
    var cubic = SIMD4(differences[3], 0, 0, 0)
    for index in [2, 1, 0] {
      let shifted = SIMD4(0, cubic.x, cubic.y, cubic.z)
      cubic = shifted - cubic * nodes[index]
      cubic.x += differences[index]
    }
    return cubic
  }
}

extension TimingTable.Warp {
  init(start: Bool, end: Bool) {
    self = start ? (end ? .both : .start) : (end ? .end : .none)
  }

  /// The fraction that was stretched to `v`.
  func unwarped(_ v: Double) -> Double {
    switch self {
    case .none: v
    case .start: v * v
    case .end: 1 - (1 - v) * (1 - v)
    case .both: v <= 0.5 ? 2 * v * v : 1 - 2 * (1 - v) * (1 - v)
    }
  }
}

extension TimingTable {
  /// The progress at fractions in 0…1, from a table with the given warp.
  @inline(__always)
  static func progress<V: Lanes, W: FractionWarp>(
    at x: V, _ table: UnsafePointer<SIMD4<Float>>, _: W.Type
  ) -> V {
    let position = W.warped(x) * V.splat(64)
    let (bits, piece) = V.roundedToInteger(position - V.splat(0.5))
    let u = position - piece
    let (c0, c1, c2, c3) = V.lookUp(table, at: bits)
    return V.multiplyAdd(V.multiplyAdd(V.multiplyAdd(c3, u, c2), u, c1), u, c0)
  }

  /// The progress at fractions in 0…1.
  @inline(__always)
  func progress<V: Lanes>(at x: V, _ table: UnsafePointer<SIMD4<Float>>) -> V {
    switch warp {
    case .none: Self.progress(at: x, table, Unwarped.self)
    case .start: Self.progress(at: x, table, StartWarp.self)
    case .end: Self.progress(at: x, table, EndWarp.self)
    case .both: Self.progress(at: x, table, BothWarp.self)
    }
  }

  /// Writes the progress at each of `count` fractions, after clamping them to 0…1.
  func progress<V: Lanes>(
    at fractions: UnsafePointer<V>, count: Int, into result: UnsafeMutablePointer<V>
  ) {
    entries.withUnsafeBufferPointer { entries in
      guard let entries = entries.baseAddress else { return }
      switch warp {
      case .none: Self.progress(at: fractions, count, into: result, entries, Unwarped.self)
      case .start: Self.progress(at: fractions, count, into: result, entries, StartWarp.self)
      case .end: Self.progress(at: fractions, count, into: result, entries, EndWarp.self)
      case .both: Self.progress(at: fractions, count, into: result, entries, BothWarp.self)
      }
    }
  }

  private static func progress<V: Lanes, W: FractionWarp>(
    at fractions: UnsafePointer<V>, _ count: Int, into result: UnsafeMutablePointer<V>,
    _ entries: UnsafePointer<SIMD4<Float>>, _: W.Type
  ) {
    for index in 0..<count {
      result[index] = progress(at: .clamp(fractions[index], 0, 1), entries, W.self)
    }
  }
}
