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

  /// The finger that recognizers follow: of those that are down, the one that went down first.
  private(set) var finger: Int?

  /// Its last sample, also after it was lifted.
  private(set) var lastTouch: Touch?

  /// The recognizers that follow the finger that is down.
  private var trackedRecognizers: [GestureRecognizer] = []

  /// The size for which the controllers' views have their frames.
  var placedSize: Size

  /// Creates a window that covers a screen of `size` points.
  public init(engine: Engine, size: Size) {
    placedSize = size
    super.init(
      engine: engine, name: "window",
      frame: Rect(x: 0, y: 0, width: size.width, height: size.height))
    engine.screen = self
  }

  /// Gives the controllers' views the frames for new bounds.
  override public func layoutSubviews() {
    guard bounds.size != placedSize else { return }
    if engine.hasTransitions || engine.isResizing(self) {
      // The views of a transition stand where that puts them, so this waits for its end.
      engine.keepResizing(self)
    } else {
      placeControllers(in: bounds)
    }
  }
}

extension Window {
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
      // A finger that goes down twice was lifted unnoticed.
      if finger != nil {
        end(Touch(.cancelled, at: touch.location, nanoseconds: touch.nanoseconds))
      }
      finger = touch.finger
      lastTouch = touch
      track(touch)
    case .moved:
      lastTouch = touch
      for recognizer in trackedRecognizers {
        recognizer.location = touch.location
        recognizer.touchMoved(touch)
      }
    case .ended, .cancelled: end(touch)
    }
  }

  private func end(_ touch: Touch) {
    finger = nil
    lastTouch = touch
    for recognizer in trackedRecognizers {
      recognizer.location = touch.location
      recognizer.touchEnded(touch)
    }
    trackedRecognizers.removeAll(keepingCapacity: true)
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
    for recognizer in trackedRecognizers {
      recognizer.location = touch.location
      recognizer.touchBegan(touch)
    }
  }
}
