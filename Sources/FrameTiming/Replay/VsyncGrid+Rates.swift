extension VsyncGrid {
  /// The rates in order, at most four of them: `120→60 Hz`.
  package var rateText: String {
    let rates = segments.map { "\($0.rate.hertz)" }
    return (rates.count > 4 ? rates.prefix(3) + ["…"] : rates[...]).joined(separator: "→") + " Hz"
  }

  /// The shortest slot, in nanoseconds: a frame that takes no longer always fits.
  package var shortestPeriod: Int64 {
    1_000_000_000 / Int64(segments.reduce(1) { max($0, $1.rate.hertz) })
  }
}
