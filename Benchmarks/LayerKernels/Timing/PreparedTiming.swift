internal import CLayerKernels
package import MotionKernels

/// A timing function in the form that batches evaluate: with a table, or exactly if no table is
/// accurate enough.
package struct PreparedTiming: Sendable {
  /// The function itself.
  let function: TimingFunction

  /// The table, or `nil` if the function has none.
  let table: TimingTable?

  /// The table in the form that the C kernels take, valid as long as this value exists.
  let native: NativeTiming?

  /// Prepares a function with up to 3,600 exact evaluations, which take less than a millisecond.
  ///
  /// The named functions are prepared only once per process.
  package init(_ function: TimingFunction) {
    self = Self.named.first { $0.function == function } ?? PreparedTiming(preparing: function)
  }

  private init(preparing function: TimingFunction) {
    self.function = function
    table = TimingTable(function)
    native = table.map { NativeTiming($0) }
  }

  /// The curves of nearly all animations, prepared once, because building a table takes longer than
  /// evaluating many frames.
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

/// Pointers to the numbers of a table, ready to be passed on.
///
/// A separate value, because a call would otherwise retain the table. Sendable although it has
/// pointers, because nobody writes to what they point to.
struct NativeTiming: @unchecked Sendable {
  let value: motion_timing

  /// Creates the pointers, which are valid as long as the table exists.
  init(_ table: TimingTable) {
    value = motion_timing(
      pieces: UnsafeRawPointer(table.entries).assumingMemoryBound(to: Float.self),
      columns: table.columns, septics: table.septics, quintics: table.quintics,
      warp: table.warp.rawValue)
  }
}
