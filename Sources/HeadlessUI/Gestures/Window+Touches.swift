// How a window's touches reach recognizers, and which recognizer may begin.
extension Window {
  /// Whether a gesture may begin now.
  enum GesturePermission { case granted, refused, pending }

  /// Queues a touch for the first tick at or after its time.
  ///
  /// A tick handles its touches in the order of their times; touches with the same time, in the
  /// order in which they were sent.
  public func send(_ touch: Touch) { engine.touches.insert(touch, for: self) }

  /// Passes a touch to the recognizers of the view that it hit and of that view's superviews.
  ///
  /// A finger that goes down on a view that takes part in a transition is ignored until it is
  /// lifted, unless the transition can be interrupted. A second finger is reported and ignored.
  func deliver(_ touch: Touch) {
    guard finger == nil || touch.finger == finger else {
      if touch.phase == .began { engine.report(.secondFinger(window: name)) }
      return
    }
    switch touch.phase {
    case .began:
      // If the finger is already down, it was lifted unnoticed.
      if finger != nil {
        end(Touch(.cancelled, at: touch.location, nanoseconds: touch.nanoseconds))
      }
      finger = touch.finger
      lastTouch = touch
      track(touch)
    case .moved:
      lastTouch = touch
      passOn { recognizer in
        recognizer.location = touch.location
        recognizer.touchMoved(touch)
      }
    case .ended, .cancelled: end(touch)
    }
  }

  private func end(_ touch: Touch) {
    finger = nil
    lastTouch = touch
    for context in engine.transitions where context.state == .interacting {
      context.observed.releaseFrame = context.view(for: .from)?.frame
    }
    passOn { recognizer in
      recognizer.location = touch.location
      recognizer.touchEnded(touch)
    }
    for recognizer in trackedRecognizers {
      // The recognizer that it waited for has not failed.
      if recognizer.state == .possible { recognizer.reset(to: .failed) }
      recognizer.tracker = nil
    }
    trackedRecognizers.removeAll(keepingCapacity: true)
  }

  private func track(_ touch: Touch) {
    trackedRecognizers.removeAll(keepingCapacity: true)
    var hit = hitTest(touch.location, with: Event(touch: touch))
    if let view = hit, engine.isLocked(view) { return }
    while let view = hit {
      for recognizer in view.gestureRecognizers where recognizer.isEnabled {
        recognizer.location = touch.location
        guard recognizer.delegate?.gestureRecognizer(recognizer, shouldReceive: touch) != false
        else { continue }
        recognizer.tracker = self
        recognizer.reset(to: .possible)
        trackedRecognizers.append(recognizer)
      }
      hit = view.superview
    }
    passOn { $0.touchBegan(touch) }
  }

  /// Passes a touch to all recognizers, inner views first, and then lets those begin that can.
  private func passOn(_ body: (GestureRecognizer) -> Void) {
    isDelivering = true
    for recognizer in trackedRecognizers { body(recognizer) }
    isDelivering = false
    // Again while one has failed or begun, because those before it may have waited for it.
    var hasDecided = true
    while hasDecided {
      hasDecided = false
      for recognizer in trackedRecognizers {
        guard let awaited = recognizer.awaited else { continue }
        recognizer.transition(to: awaited)
        if recognizer.awaited == nil { hasDecided = true }
      }
    }
  }

  /// Whether a recognizer may begin, given the other recognizers that follow the finger.
  func permission(for recognizer: GestureRecognizer) -> GesturePermission {
    var isPending = false
    for other in trackedRecognizers where other !== recognizer {
      let isRecognized = other.isActive || other.state == .ended
      if recognizer.requiresFailure(of: other) {
        if isRecognized { return .refused }
        if other.state == .possible { isPending = true }
      } else if isRecognized, !recognizer.isSimultaneous(with: other) {
        return .refused
      }
    }
    if isPending { return .pending }
    let isAllowed = recognizer.delegate?.gestureRecognizerShouldBegin(recognizer) ?? true
    return isAllowed ? .granted : .refused
  }

  /// Fails all recognizers that may not recognize together with this one.
  func exclude(for recognizer: GestureRecognizer) {
    for other in trackedRecognizers
    where other !== recognizer && other.state == .possible
      && !recognizer.isSimultaneous(with: other)
    {
      other.reset(to: .failed)
    }
  }
}
