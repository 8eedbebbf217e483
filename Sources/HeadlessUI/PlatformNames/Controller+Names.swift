extension ViewController {
  /// Tells a child that its view will appear or disappear; end with ``endAppearanceTransition()``.
  ///
  /// For containers and presentations that send the calls themselves. A second call before the end
  /// turns the transition around.
  public func beginAppearanceTransition(_ isAppearing: Bool, animated: Bool) {
    appearanceTransition = (isAppearing, animated)
    engine.withoutRecording {
      if isAppearing { viewWillAppear(animated) } else { viewWillDisappear(animated) }
    }
  }

  /// Tells a child that its view has appeared or disappeared; does nothing without a begin.
  public func endAppearanceTransition() {
    guard let (isAppearing, animated) = appearanceTransition else { return }
    appearanceTransition = nil
    engine.withoutRecording {
      if isAppearing { viewDidAppear(animated) } else { viewDidDisappear(animated) }
    }
  }

  /// The view, if it is loaded.
  public var viewIfLoaded: View? { isViewLoaded ? view : nil }

  /// The style is read anew whenever someone asks, so this does nothing.
  public func setNeedsStatusBarAppearanceUpdate() {}
}

/// A controller that tells those around it how large it wants to be.
public protocol ContentContainer: AnyObject {
  /// The size that the content prefers; zero for none.
  var preferredContentSize: Size { get }
}

extension ViewController: ContentContainer {}

extension NavigationController {
  /// Creates a container with one entry, on the entry's engine.
  public convenience init(rootViewController root: ViewController) {
    self.init(engine: root.engine, name: String(describing: Self.self), root: root)
  }

  public func setNavigationBarHidden(_ isHidden: Bool, animated: Bool) {
    isNavigationBarHidden = isHidden
  }

  public typealias Operation = NavigationOperation
}
