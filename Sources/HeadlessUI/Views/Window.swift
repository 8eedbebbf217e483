/// The root of a view tree, as large as the screen.
public final class Window: View {
  /// The controller whose view fills the window.
  public var rootViewController: ViewController? {
    willSet { rootViewController?.view.removeFromSuperview() }
    didSet {
      guard let controller = rootViewController else { return }
      controller.window = self
      controller.view.frame = bounds
      addSubview(controller.view)
      controller.view.layoutIfNeeded()
    }
  }

  /// The recognizers that follow the finger that is down.
  var trackedRecognizers: [GestureRecognizer] = []

  /// Creates a window that covers a screen of `size`.
  public init(engine: Engine, size: Size) {
    super.init(
      engine: engine, name: "window",
      frame: Rect(x: 0, y: 0, width: size.width, height: size.height))
  }
}
