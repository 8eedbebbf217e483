package import MotionKernels

/// A timing function as batches evaluate it: by table, or exactly if no table is accurate enough.
package struct PreparedTiming: Sendable {
  /// The function itself.
  let function: TimingFunction

  /// The table, or `nil` if the function has none.
  let table: TimingTable?

  /// Prepares a function: up to 3,000 exact evaluations, which take less than a millisecond.
  ///
  /// The named functions are prepared only once per process.
  package init(_ function: TimingFunction) {
    self = Self.named.first { $0.function == function } ?? PreparedTiming(preparing: function)
  }

  private init(preparing function: TimingFunction) {
    self.function = function
    table = TimingTable(function)
  }

  /// The curves of nearly all animations: building a table takes longer than many frames.
  private static let named = [
    TimingFunction.linear, .easeIn, .easeOut, .easeInOut, .default,
  ].map(PreparedTiming.init(preparing:))
}

extension PreparedTiming {
  /// The progress at one fraction in 0…1, without a table.
  func exactProgress(at fraction: Float) -> Float {
    Float(function.progress(at: Double(fraction)))
  }

  /// Writes the progress at each of `count` fractions, after clamping them to 0…1.
  ///
  /// The result may overwrite the fractions.
  func progress(
    at fractions: UnsafePointer<SIMD16<Float>>, count: Int,
    into result: UnsafeMutablePointer<SIMD16<Float>>
  ) {
    if let table { return table.progress(at: fractions, count: count, into: result) }
    for index in 0..<count {
      let fraction = SIMD16<Float>.clamp(fractions[index], 0, 1)
      for lane in 0..<16 { result[index][lane] = exactProgress(at: fraction[lane]) }
    }
  }
}
