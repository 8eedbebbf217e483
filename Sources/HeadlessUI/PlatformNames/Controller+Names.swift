// If a call is refused, that is reported, and nothing changes.
extension NavigationController {
  /// Removes every controller above `controller`, and returns them, or nil if that is refused.
  @discardableResult
  public func popToViewController(
    _ controller: ViewController, animated: Bool
  ) -> [ViewController]? {
    let index = viewControllers.firstIndex(of: controller) ?? 0
    let removed = Array(viewControllers[(index + 1)...])
    return (try? popToOrThrow(controller, animated: animated)).map { removed }
  }

  /// Removes everything but the root, and returns the removed controllers, or nil if that is
  /// refused.
  @discardableResult
  public func popToRootViewController(animated: Bool) -> [ViewController]? {
    popToViewController(viewControllers[0], animated: animated)
  }

  public func setViewControllers(_ controllers: [ViewController], animated: Bool) {
    try? setViewControllersOrThrow(controllers, animated: animated)
  }
}

extension ViewController {
  /// Tells a child that its view will appear or disappear; end with ``endAppearanceTransition()``.
  ///
  /// For containers and presentations that send the appearance calls themselves. A second call
  /// before the end reverses the transition.
  public func beginAppearanceTransition(_ isAppearing: Bool, animated: Bool) {
    appearanceTransition = (isAppearing, animated)
    engine.withoutRecording {
      if isAppearing { viewWillAppear(animated) } else { viewWillDisappear(animated) }
    }
  }

  /// Tells a child that its view has appeared or disappeared; does nothing before
  /// ``beginAppearanceTransition(_:animated:)``.
  public func endAppearanceTransition() {
    guard let (isAppearing, animated) = appearanceTransition else { return }
    appearanceTransition = nil
    engine.withoutRecording {
      if isAppearing { viewDidAppear(animated) } else { viewDidDisappear(animated) }
    }
  }

  /// The view, if it is loaded.
  public var viewIfLoaded: View? { isViewLoaded ? view : nil }

  /// Does nothing, because the style is read anew each time.
  public func setNeedsStatusBarAppearanceUpdate() {}
}

/// A controller that tells those around it how large it wants to be.
public protocol ContentContainer: AnyObject {
  /// The size that the content prefers; zero for no preference.
  var preferredContentSize: Size { get }
}

extension ViewController: ContentContainer {}

extension NavigationController {
  public func setNavigationBarHidden(_ isHidden: Bool, animated: Bool) {
    isNavigationBarHidden = isHidden
  }

  public typealias Operation = NavigationOperation
}
