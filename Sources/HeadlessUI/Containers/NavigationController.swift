/// What a navigation container is doing, with the platform's raw values.
public enum NavigationOperation: Int, Sendable {
  case none = 0
  case push = 1
  case pop = 2
}

/// Supplies the parts of a navigation container's transitions; held weakly.
public protocol NavigationControllerDelegate: AnyObject {
  /// The animator of an operation; nil for the default push.
  func navigationController(
    _ navigation: NavigationController, animationControllerFor operation: NavigationOperation,
    from: ViewController, to: ViewController
  ) -> (any AnimatedTransitioning)?

  /// The interaction controller; nil unless an interaction is in progress.
  func navigationController(
    _ navigation: NavigationController,
    interactionControllerFor animator: any AnimatedTransitioning
  ) -> (any InteractiveTransitioning)?

  /// Told before the transition.
  func navigationController(_ navigation: NavigationController, willShow controller: ViewController)

  /// Told after a transition that completed.
  func navigationController(_ navigation: NavigationController, didShow controller: ViewController)
}

extension NavigationControllerDelegate {
  public func navigationController(
    _ navigation: NavigationController, animationControllerFor operation: NavigationOperation,
    from: ViewController, to: ViewController
  ) -> (any AnimatedTransitioning)? { nil }

  public func navigationController(
    _ navigation: NavigationController,
    interactionControllerFor animator: any AnimatedTransitioning
  ) -> (any InteractiveTransitioning)? { nil }

  public func navigationController(
    _ navigation: NavigationController, willShow controller: ViewController
  ) {}

  public func navigationController(
    _ navigation: NavigationController, didShow controller: ViewController
  ) {}
}

/// A stack of controllers, of which the top one is on screen; never empty.
open class NavigationController: ViewController {
  /// The look of the bar, which decides the status bar's.
  public enum BarStyle: Sendable {
    case `default`, black
  }

  /// The stack, root first.
  public internal(set) var viewControllers: [ViewController]

  public weak var delegate: (any NavigationControllerDelegate)?

  public var barStyle = BarStyle.default
  public var isNavigationBarHidden = false

  /// Creates a container with one entry.
  public init(engine: Engine, name: String, root: ViewController) {
    viewControllers = [root]
    super.init(engine: engine, name: name)
    root.parent = self
  }

  /// The entry that is on screen.
  public var topViewController: ViewController { viewControllers[viewControllers.count - 1] }

  /// The superview of the entries' views.
  public var contentView: View { (view as? ContentHostView)?.content ?? view }

  open override func loadView() -> View {
    let host = ContentHostView(engine: engine, name: name)
    host.content.addSubview(topViewController.view)
    return host
  }

  open override func viewWillAppear(_ animated: Bool) { topViewController.viewWillAppear(animated) }
  open override func viewDidAppear(_ animated: Bool) { topViewController.viewDidAppear(animated) }

  open override func viewWillDisappear(_ animated: Bool) {
    topViewController.viewWillDisappear(animated)
  }

  open override func viewDidDisappear(_ animated: Bool) {
    topViewController.viewDidDisappear(animated)
  }
}
