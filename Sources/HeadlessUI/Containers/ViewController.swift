/// Owns a view, and takes part in presentations and containers.
open class ViewController {
  public let engine: Engine

  /// What the controller is called in errors, traces and diagnostics.
  public let name: String

  /// How the controller is presented.
  public var modalPresentationStyle = ModalPresentationStyle.automatic

  /// Supplies animators; the owner must keep it, for the reference is weak.
  public weak var transitioningDelegate: (any TransitioningDelegate)?

  /// Whether presentations in the current context stay within this controller's view.
  public var definesPresentationContext = false

  /// Whether this controller decides the status-bar style although its style does not say so.
  public var modalPresentationCapturesStatusBarAppearance = false

  /// Owns the container while this controller is presented.
  public internal(set) var presentationController: PresentationController?

  /// The controller that this one, or a controller that contains it, presents.
  public var presentedViewController: ViewController? {
    presented ?? parent?.presentedViewController
  }

  /// The controller that presents this one, or a controller that contains it.
  public var presentingViewController: ViewController? {
    presenting ?? parent?.presentingViewController
  }

  /// The controller that contains this one.
  public internal(set) weak var parent: ViewController?

  /// Set while a transition of this controller lasts.
  public internal(set) var transitionCoordinator: TransitionCoordinator?

  /// Whether a dismissal of this controller is under way.
  public internal(set) var isBeingDismissed = false

  /// Whether the controller is presented, and no dismissal of it has begun that was not cancelled.
  var countsForStatusBar = false

  var presented: ViewController?
  weak var presenting: ViewController?
  weak var window: Window?
  private var loadedView: View?

  /// Where the presenter's view stood before a presentation took it off the screen.
  var home: ViewHome?

  /// Creates a controller; its view is loaded when it is first asked for.
  public init(engine: Engine, name: String) {
    self.engine = engine
    self.name = name
  }

  /// The controller's view; loads it when needed.
  public var view: View {
    if let loadedView { return loadedView }
    let view = loadView()
    loadedView = view
    viewDidLoad()
    return view
  }

  public var isViewLoaded: Bool { loadedView != nil }

  /// Creates the view: an empty one, named after the controller, unless overridden.
  open func loadView() -> View {
    View(engine: engine, name: name)
  }

  open func viewDidLoad() {}
  open func viewWillAppear(_ animated: Bool) {}
  open func viewDidAppear(_ animated: Bool) {}
  open func viewWillDisappear(_ animated: Bool) {}
  open func viewDidDisappear(_ animated: Bool) {}

  /// The status-bar style that this controller would like.
  open var preferredStatusBarStyle: StatusBarStyle { .default }

  /// The controller that decides the status-bar style in place of this one.
  open var childForStatusBarStyle: ViewController? { nil }
}

extension ViewController {
  /// Whether `controller` lives in this one, at any depth.
  func isAncestor(of controller: ViewController) -> Bool {
    var parent = controller.parent
    while let current = parent {
      if current === self { return true }
      parent = current.parent
    }
    return false
  }

  /// The outermost controller that contains this one; itself when none does.
  var outermost: ViewController {
    var controller = self
    while let parent = controller.parent { controller = parent }
    return controller
  }

  /// The window whose root leads here, through containers and presentations.
  var hostWindow: Window? {
    let outermost = outermost
    return outermost.window ?? outermost.presenting?.hostWindow
  }
}

/// A place in a view tree.
struct ViewHome {
  private(set) weak var superview: View?
  let index: Int

  /// Where a view stands; nil when it has no superview.
  init?(of view: View) {
    guard let superview = view.superview, let index = superview.index(of: view) else { return nil }
    (self.superview, self.index) = (superview, index)
  }
}
