package import FrameTiming

/// Which budgets are judged, and on which display.
package struct BudgetSettings: Hashable, Sendable {
  /// Budgets that replace those declared beside every scenario; nil keeps the declared ones.
  package var overriding: [FrameBudget]?

  /// A pipeline depth and a reserve that replace those of every budget.
  package var depth: Int?
  package var reserveNs: Int64?

  /// Whether a budget on something that was not measured is no failure.
  package var allowsMissing: Bool

  package init(
    overriding: [FrameBudget]? = nil, depth: Int? = nil, reserveNs: Int64? = nil,
    allowsMissing: Bool = false
  ) {
    (self.overriding, self.depth, self.reserveNs) = (overriding, depth, reserveNs)
    self.allowsMissing = allowsMissing
  }
}

extension FrameBudget {
  /// The same limit on a display of another depth or reserve.
  ///
  /// - Parameters:
  ///   - depth: The depth; nil keeps the budget's own.
  ///   - reserveNs: The reserve; nil keeps the budget's own.
  /// - Returns: The budget; unchanged when it holds on every display.
  /// - Throws: ``ResultsError/refused(reason:)`` for a depth or reserve out of range.
  package func onDisplay(
    depth: Int?, reserveNs: Int64?
  ) throws(ResultsError) -> FrameBudget {
    guard let display, depth != nil || reserveNs != nil else { return self }
    let depth = depth ?? display.depth
    let reserveNs = reserveNs ?? display.reserveNs
    guard ReplaySettings.depths.contains(depth) else {
      throw .refused(reason: FrameTimingError.depthOutOfRange(given: depth).description)
    }
    guard reserveNs >= 0 else {
      throw .refused(reason: FrameTimingError.negativeReserve(nanoseconds: reserveNs).description)
    }
    let limit = description.prefix { $0 != "@" }
    return try FrameBudget(
      text: "\(limit)@\(display.rate.hertz)/d\(depth)/r\(TimeText.print(reserveNs))")
  }

  /// Reads a budget's text, from a file or a command line.
  ///
  /// - Parameter text: Such as `noDroppedFrames@120/d2`.
  /// - Throws: ``ResultsError/refused(reason:)``.
  package init(text: String) throws(ResultsError) {
    do {
      try self.init(parsing: text)
    } catch {
      throw .refused(reason: error.description)
    }
  }
}
