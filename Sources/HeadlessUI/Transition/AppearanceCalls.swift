/// The appearance calls of one transition, which reverse when it is canceled.
struct AppearanceCalls {
  /// The controller that appears; nil when it was on screen all along.
  let incoming: ViewController?

  /// The controller that disappears; nil when it stays on screen.
  let outgoing: ViewController?

  let isAnimated: Bool
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
    if isReversed {
      incoming?.viewWillDisappear(isAnimated)
      outgoing?.viewWillAppear(isAnimated)
    } else {
      announce()
    }
  }

  /// Sends the matching "did" calls; reverses first when the outcome is not the announced one.
  mutating func end(didComplete: Bool, incomingFirst: Bool) {
    if isReversed == didComplete { reverse() }
    if incomingFirst { endIncoming() }
    if isReversed {
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
