/// A timing function as batches evaluate it: by table, or exactly where no table is good enough.
struct BatchTiming: Sendable {
  /// The function itself.
  let function: TimingFunction

  /// The table, or `nil` when the function has none.
  let table: TimingTable?

  /// Prepares a function; the named ones are prepared once, whoever asks.
  init(_ function: TimingFunction) {
    self = Self.named.first { $0.function == function } ?? BatchTiming(preparing: function)
  }

  private init(preparing function: TimingFunction) {
    self.function = function
    table = TimingTable(function)
  }

  /// The curves of nearly all animations: making a table takes longer than many frames.
  private static let named = [
    TimingFunction.linear, .easeIn, .easeOut, .easeInOut, .default,
  ].map(BatchTiming.init(preparing:))

  /// The progress at one fraction in 0…1, without a table.
  func exactProgress(at fraction: Float) -> Float {
    Float(function.progress(at: Double(fraction)))
  }

  /// Writes the progress at each of `count` fractions, which are moved into 0…1 first.
  ///
  /// The result may be written over the fractions.
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
