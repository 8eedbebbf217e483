/// The appearance calls of one transition, which reverse when it is canceled.
struct AppearanceCalls {
  /// The controller that appears, or nil if it was on screen all along.
  let incoming: ViewController?

  /// The controller that disappears, or nil if it stays on screen.
  let outgoing: ViewController?

  let isAnimated: Bool

  /// The moment at which a canceled transition tells the outgoing controller that it will appear
  /// again.
  var returning = Returning.atRelease

  enum Returning {
    /// When the interaction is canceled, together with the incoming controller's "will" call.
    case atRelease
    /// At the end, after the incoming controller has disappeared.
    case atEnd
  }

  private(set) var isReversed = false
}

extension AppearanceCalls {
  /// Sends the "will" calls.
  func announce() {
    outgoing?.viewWillDisappear(isAnimated)
    incoming?.viewWillAppear(isAnimated)
  }

  /// Sends the "will" calls for the other direction.
  mutating func reverse() {
    isReversed.toggle()
    switch (returning, isReversed) {
    case (.atRelease, true):
      incoming?.viewWillDisappear(isAnimated)
      outgoing?.viewWillAppear(isAnimated)
    case (.atRelease, false): announce()
    // The outgoing controller has not been told yet that it returns.
    case (.atEnd, true): incoming?.viewWillDisappear(isAnimated)
    case (.atEnd, false): incoming?.viewWillAppear(isAnimated)
    }
  }

  /// Sends the matching "did" calls; reverses first if the outcome is not the announced one.
  mutating func end(didComplete: Bool, incomingFirst: Bool) {
    if isReversed == didComplete { reverse() }
    if incomingFirst { endIncoming() }
    if isReversed {
      if returning == .atEnd { outgoing?.viewWillAppear(isAnimated) }
      outgoing?.viewDidAppear(isAnimated)
    } else {
      outgoing?.viewDidDisappear(isAnimated)
    }
    if !incomingFirst { endIncoming() }
  }

  private func endIncoming() {
    if isReversed {
      incoming?.viewDidDisappear(isAnimated)
    } else {
      incoming?.viewDidAppear(isAnimated)
    }
  }
}
