/// The root of a view tree, as large as the screen.
public final class Window: View {
  /// The controller whose view fills the window.
  ///
  /// Setting another controller sends both controllers their appearance calls, without animation:
  /// the old one's `viewWillDisappear`, the new one's `viewWillAppear`, and, once the views are
  /// exchanged, the "did" calls in the same order.
  public var rootViewController: ViewController? {
    didSet {
      guard rootViewController !== oldValue else { return }
      engine.call { exchangeRoot(oldValue) }
    }
  }

  /// The finger that recognizers follow, or nil if there is none; other fingers are ignored.
  var finger: Int?

  /// The last sample of `finger`, kept after the finger is lifted.
  var lastTouch: Touch?

  /// The recognizers that follow `finger`, with those of inner views first.
  var trackedRecognizers: [GestureRecognizer] = []

  /// Whether a touch is being passed to recognizers; meanwhile none of them begins.
  var isDelivering = false

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
      // The transition or the resizing places the views, so this waits for its end.
      engine.keepResizing(self)
    } else {
      placeControllers(in: bounds)
    }
  }
}

extension Window {
  private func exchangeRoot(_ old: ViewController?) {
    var appearance = AppearanceCalls(
      incoming: rootViewController, outgoing: old, isAnimated: false)
    // Loads the view before it is told that it will appear.
    _ = rootViewController?.view
    appearance.announce()
    if let old {
      // Not if the new root contains the old one, and has taken its view.
      if old.view.superview === self { old.view.removeFromSuperview() }
      old.window = nil
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
