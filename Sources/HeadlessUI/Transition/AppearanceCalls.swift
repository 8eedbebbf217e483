/// The appearance calls of one transition, which turn when it is cancelled (§9.3).
struct AppearanceCalls {
  /// What comes on screen; nil when it was there all along.
  let incoming: ViewController?

  /// What leaves the screen; nil when it stays.
  let outgoing: ViewController?
  let isAnimated: Bool
  private(set) var isTurned = false

  init(incoming: ViewController?, outgoing: ViewController?, isAnimated: Bool) {
    (self.incoming, self.outgoing, self.isAnimated) = (incoming, outgoing, isAnimated)
  }
}

extension AppearanceCalls {
  func begin() {
    outgoing?.viewWillDisappear(isAnimated)
    incoming?.viewWillAppear(isAnimated)
  }

  /// The transition changed its direction.
  mutating func turn() {
    isTurned.toggle()
    if isTurned {
      incoming?.viewWillDisappear(isAnimated)
      outgoing?.viewWillAppear(isAnimated)
    } else {
      begin()
    }
  }

  /// Sends the did-calls that match; turns first when the outcome is not the one that was announced.
  mutating func end(didComplete: Bool, incomingFirst: Bool) {
    if isTurned == didComplete { turn() }
    if incomingFirst { endIncoming() }
    if isTurned {
      outgoing?.viewDidAppear(isAnimated)
    } else {
      outgoing?.viewDidDisappear(isAnimated)
    }
    if !incomingFirst { endIncoming() }
  }

  private func endIncoming() {
    if isTurned {
      incoming?.viewDidDisappear(isAnimated)
    } else {
      incoming?.viewDidAppear(isAnimated)
    }
  }
}
