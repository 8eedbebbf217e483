/// A touch that waits for the tick at or after its time.
struct QueuedTouch {
  let touch: Touch
  let window: Window
}

extension Window {
  /// Queues a touch for step 1 of the first tick at or after its time.
  ///
  /// Touches of one tick are handled in the order of their times; those of one time in the order in
  /// which they were sent.
  public func send(_ touch: Touch) {
    let index = engine.touches.firstIndex { $0.touch.nanoseconds > touch.nanoseconds }
    engine.touches.insert(
      QueuedTouch(touch: touch, window: self), at: index ?? engine.touches.count)
  }

  /// Hands a touch to the recognizers of the view that it hit, and to those of the views above it.
  ///
  /// A finger that goes down on a view that takes part in a transition is ignored until it is lifted.
  fileprivate func deliver(_ touch: Touch) {
    switch touch.phase {
    case .began: track(touch)
    case .moved:
      for recognizer in trackedRecognizers { recognizer.touchMoved(touch) }
    case .ended, .cancelled:
      for recognizer in trackedRecognizers { recognizer.touchEnded(touch) }
      trackedRecognizers.removeAll(keepingCapacity: true)
    }
  }

  private func track(_ touch: Touch) {
    trackedRecognizers.removeAll(keepingCapacity: true)
    var hit = hitTest(touch.location)
    if let view = hit, engine.isLocked(view) { return }
    while let view = hit {
      for recognizer in view.gestureRecognizers where recognizer.isEnabled {
        trackedRecognizers.append(recognizer)
      }
      hit = view.superview
    }
    for recognizer in trackedRecognizers { recognizer.touchBegan(touch) }
  }
}

extension Engine {
  /// Step 1: touches up to now.
  func deliverTouches() {
    while let next = touches.first, next.touch.nanoseconds <= nanoseconds {
      touches.removeFirst()
      next.window.deliver(next.touch)
    }
  }
}
