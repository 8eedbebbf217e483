/// The root of a view tree, as large as the screen.
public final class Window: View {
  /// The controller whose view fills the window.
  ///
  /// Setting another one sends both their appearance calls, without animation: the old one's
  /// `viewWillDisappear`, the new one's `viewWillAppear`, and once the views are exchanged the
  /// "did" calls in the same order.
  public var rootViewController: ViewController? {
    didSet {
      guard rootViewController !== oldValue else { return }
      var appearance = AppearanceCalls(
        incoming: rootViewController, outgoing: oldValue, isAnimated: false)
      // Loads the view before it is told that it will appear.
      _ = rootViewController?.view
      appearance.announce()
      if let oldValue {
        oldValue.view.removeFromSuperview()
        oldValue.window = nil
      }
      if let controller = rootViewController {
        controller.window = self
        controller.view.frame = bounds
        addSubview(controller.view)
        controller.view.layoutIfNeeded()
      }
      appearance.end(didComplete: true, incomingFirst: false)
    }
  }

  /// The recognizers that follow the finger that is down.
  private var trackedRecognizers: [GestureRecognizer] = []

  /// Creates a window that covers a screen of `size` points.
  public init(engine: Engine, size: Size) {
    super.init(
      engine: engine, name: "window",
      frame: Rect(x: 0, y: 0, width: size.width, height: size.height))
  }
}

extension Window {
  /// Queues a touch for the first tick at or after its time.
  ///
  /// A tick handles its touches in the order of their times; touches with the same time, in the
  /// order in which they were sent.
  public func send(_ touch: Touch) {
    engine.queue(touch, for: self)
  }

  /// Passes a touch to the recognizers of the view that it hit and of that view's superviews.
  ///
  /// A finger that goes down on a view that takes part in a transition is ignored until it is
  /// lifted.
  func deliver(_ touch: Touch) {
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
