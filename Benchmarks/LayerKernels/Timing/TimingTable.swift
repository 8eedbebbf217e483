import MotionKernels

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A timing function as 64 cubic pieces, with a check of its own accuracy.
///
/// Each piece meets the curve at the four Chebyshev points; the first piece also meets it at 0. If
/// a control point coincides with its end of the curve, the curve is not smooth in x there. It is
/// smooth in the square root of the distance from that end, so x is warped first. When the table is
/// built, every piece is compared with the curve in `Double`. If any piece misses the curve by more
/// than ``tolerance``, the curve has no table.
///
/// If they are accurate enough, the table also has fewer pieces of a higher degree. One register
/// holds a coefficient of all these pieces, so that nothing is looked up in memory.
///
/// - Shape: 3.625 KiB: 128 entries of 4 `Float`s, where entries 64…127 hold the end value; the
///   first 64 entries once more by coefficient; then eight pieces with eight coefficients each, and
///   sixteen pieces with six coefficients each.
struct TimingTable: Sendable {
  /// How the fraction is stretched before it selects a piece.
  enum Warp: Int32, Sendable {
    case none, start, end, both
  }

  /// The largest deviation from the exact curve that a table may have before rounding to `Float`.
  static let tolerance = 7e-8

  /// Pieces that fit into registers, one lane for each.
  struct RegisterPieces: Sendable {
    let count, degree: Int

    /// Pieces for registers of eight lanes (AVX2).
    static let septics = RegisterPieces(count: 8, degree: 7)

    /// Pieces for registers of sixteen lanes (AVX-512).
    static let quintics = RegisterPieces(count: 16, degree: 5)

    /// The number of coefficients of all pieces.
    var size: Int { count * (degree + 1) }
  }

  /// The largest deviation that pieces in registers may have in `Float`; pieces that deviate more
  /// are not used.
  ///
  /// Between the points that are checked, the pieces are within 1.1e-7 of the curve.
  private static let registerTolerance = 8.5e-8

  let warp: Warp

  /// Whether there are pieces of degree 7, and of degree 5.
  let hasSeptics, hasQuintics: Bool

  /// All numbers of the table, in blocks.
  private let numbers: BlockArray<SIMD16<Float>>

  /// Builds the table; `nil` if it would not be accurate enough.
  init?(_ function: TimingFunction) {
    let curve: CubicBezier
    switch function.shape {
    case .linear: curve = CubicBezier(0.25, 0.25, 0.75, 0.75)
    case .cubicBezier(let given): curve = given
    case .piecewiseLinear, .steps: return nil
    }
    let warp = Warp(start: curve.x1 == 0, end: curve.x2 == 1)
    let value = { (v: Double) in curve.value(at: warp.unwarped(v)) }
    var entries: [SIMD4<Float>] = []
    entries.reserveCapacity(128)
    for piece in 0..<64 {
      let value = { (u: Double) in value((Double(piece) + u) / 64) }
      let polynomial = Polynomial(degree: 3, through: value, start: piece == 0 ? 0 : nil)
      for check in 0...16 {
        let u = Double(check) / 16
        guard abs(polynomial.value(at: u) - value(u)) <= Self.tolerance else { return nil }
      }
      entries.append(SIMD4(polynomial.coefficients.map { Float($0) }))
    }
    while entries.count < 128 { entries.append(SIMD4(1, 0, 0, 0)) }
    let septics = Self.numbers(.septics, curve, warp)
    let quintics = Self.numbers(.quintics, curve, warp)
    self.warp = warp
    hasSeptics = septics != nil
    hasQuintics = quintics != nil
    numbers = BlockStorage.blocks(
      entries.flatMap { entry in entry.indices.map { entry[$0] } }
        + (0..<4).flatMap { coefficient in entries.prefix(64).map { $0[coefficient] } }
        + (septics ?? Array(repeating: 0, count: RegisterPieces.septics.size))
        + (quintics ?? Array(repeating: 0, count: RegisterPieces.quintics.size)),
      padding: 0, of: SIMD16<Float>.self)
  }

  /// The coefficients of pieces in registers, one coefficient after another, or nil if the pieces
  /// are not accurate enough.
  ///
  /// If only the end is stretched, pieces are counted from the end.
  private static func numbers(
    _ kind: RegisterPieces, _ curve: CubicBezier, _ warp: Warp
  ) -> [Float]? {
    let isBackward = warp == .end
    let pieces = (0..<kind.count).map { piece in
      Polynomial(
        degree: kind.degree,
        through: {
          let v = (Double(piece) + $0) / Double(kind.count)
          return curve.value(at: warp.unwarped(isBackward ? 1 - v : v))
        },
        start: piece == 0 ? (isBackward ? 1 : 0) : nil,
        end: piece == kind.count - 1 ? (isBackward ? 0 : 1) : nil
      ).rounded
    }
    guard progress(at: 0, pieces, warp) == 0, progress(at: 1, pieces, warp) == 1 else {
      return nil
    }
    for check in 0..<1_024 {
      let fraction = Float(warp.unwarped(Double(check) / 1_024))
      let error = Double(progress(at: fraction, pieces, warp)) - curve.value(at: Double(fraction))
      guard abs(error) <= registerTolerance else { return nil }
    }
    return (0...kind.degree).flatMap { coefficient in pieces.map { $0[coefficient] } }
  }

  /// The progress at a fraction from pieces in registers, with the same rounding as in the C
  /// kernels.
  private static func progress(at x: Float, _ pieces: [[Float]], _ warp: Warp) -> Float {
    let count = Float(pieces.count)
    let root = warp == .end ? (1 - x).squareRoot() : warp.warped(x)
    let piece = Float(-0.5).addingProduct(root, count.nextDown).rounded(.toNearestOrEven)
    let coefficients = pieces[Int(piece)]
    let u = root * count - piece
    return coefficients.dropLast().reversed().reduce(coefficients[coefficients.count - 1]) {
      $1.addingProduct($0, u)
    }
  }
}

/// A polynomial on 0…1 that meets a function at its Chebyshev points.
private struct Polynomial {
  /// The coefficients, with the constant first.
  var coefficients: [Double]

  /// The exact value at 1, which rounding keeps, or nil if any value will do.
  let end: Double?

  /// Creates a polynomial.
  ///
  /// - Parameters:
  ///   - degree: The degree, one less than the number of points.
  ///   - value: The function.
  ///   - start: The exact value at 0; the correction fades out toward 1.
  ///   - end: The exact value at 1; the correction fades out toward 0.
  init(
    degree: Int, through value: (Double) -> Double, start: Double? = nil, end: Double? = nil
  ) {
    self.end = end
    let nodes = (0...degree).map { index in
      0.5 - 0.5 * cos(Double(2 * index + 1) * .pi / Double(2 * (degree + 1)))
    }
    var differences = nodes.map(value)
    for order in 1...degree {
      for index in stride(from: degree, through: order, by: -1) {
        differences[index] =
          (differences[index] - differences[index - 1]) / (nodes[index] - nodes[index - order])
      }
    }
    // Newton's form, expanded from the innermost parenthesis: p·(u − node) + difference.
    coefficients = Array(repeating: 0, count: degree + 1)
    coefficients[0] = differences[degree]
    for index in stride(from: degree - 1, through: 0, by: -1) {
      for power in stride(from: degree, through: 1, by: -1) {
        coefficients[power] = coefficients[power - 1] - coefficients[power] * nodes[index]
      }
      coefficients[0] = differences[index] - coefficients[0] * nodes[index]
    }
    if let start {
      // Subtracts the error at 0, times (1 − u) to the power of the degree.
      var correction = coefficients[0] - start
      for power in 0...degree {
        coefficients[power] -= correction
        correction *= -Double(degree - power) / Double(power + 1)
      }
    }
    if let end { coefficients[degree] += end - self.value(at: 1) }
  }

  /// The coefficients as `Float`s; the second coefficient compensates for rounding the first one.
  ///
  /// If the value at 1 must be exact, the first coefficient then compensates for rounding the sum.
  var rounded: [Float] {
    var coefficients = coefficients
    coefficients[1] += coefficients[0] - Double(Float(coefficients[0]))
    var rounded = coefficients.map { Float($0) }
    if let end {
      let others = rounded.dropFirst().reversed().reduce(0, +)
      if others + rounded[0] != Float(end) { rounded[0] = Float(end) - others }
    }
    return rounded
  }

  func value(at u: Double) -> Double {
    coefficients.dropLast().reversed().reduce(coefficients[coefficients.count - 1]) { $0 * u + $1 }
  }
}

extension TimingTable {
  /// The 128 entries, valid as long as the table exists.
  @inline(__always)
  var entries: UnsafePointer<SIMD4<Float>> {
    UnsafeRawPointer(numbers.baseAddress).assumingMemoryBound(to: SIMD4<Float>.self)
  }

  /// The first 64 entries by coefficient, valid as long as the table exists.
  @inline(__always)
  var columns: UnsafePointer<Float> { floats(numbers.baseAddress + 32) }

  /// The coefficients of eight pieces of degree 7, or nil if they are not accurate enough.
  ///
  /// Valid as long as the table exists.
  @inline(__always)
  var septics: UnsafePointer<Float>? { hasSeptics ? floats(numbers.baseAddress + 48) : nil }

  /// The coefficients of sixteen pieces of degree 5, or nil if they are not accurate enough.
  ///
  /// Valid as long as the table exists.
  @inline(__always)
  var quintics: UnsafePointer<Float>? { hasQuintics ? floats(numbers.baseAddress + 52) : nil }
}

extension TimingTable.Warp {
  init(start: Bool, end: Bool) {
    self = start ? (end ? .both : .start) : (end ? .end : .none)
  }

  /// A stretched fraction.
  func warped(_ x: Float) -> Float {
    switch self {
    case .none: Unwarped.warped(x)
    case .start: StartWarp.warped(x)
    case .end: EndWarp.warped(x)
    case .both: BothWarp.warped(x)
    }
  }

  /// The fraction whose stretched value is `v`.
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
    defer { withExtendedLifetime(self) {} }
    switch warp {
    case .none: Self.progress(at: fractions, count, into: result, entries, Unwarped.self)
    case .start: Self.progress(at: fractions, count, into: result, entries, StartWarp.self)
    case .end: Self.progress(at: fractions, count, into: result, entries, EndWarp.self)
    case .both: Self.progress(at: fractions, count, into: result, entries, BothWarp.self)
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
