/// Owns a view, and takes part in presentations and containers.
open class ViewController {
  public let engine: Engine

  /// The controller's name in errors, traces and diagnostics.
  public let name: String

  /// The title that a bar would show.
  open var title: String?

  /// How the controller is presented.
  open var modalPresentationStyle = ModalPresentationStyle.automatic

  /// Supplies animators; keep the delegate alive yourself, because this reference is weak.
  open weak var transitioningDelegate: (any TransitioningDelegate)?

  /// Whether presentations in the current context stay inside this controller's view.
  open var definesPresentationContext = false

  /// Whether this controller decides on the status bar's style even if its presentation style does
  /// not.
  open var modalPresentationCapturesStatusBarAppearance = false

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

  /// The coordinator of the transition that this controller takes part in, or nil if there is none.
  ///
  /// If the controller itself takes part in none, this is the coordinator of the nearest container
  /// that does or, failing that, of the child that it shows.
  public var transitionCoordinator: TransitionCoordinator? {
    if let own = lineage.lazy.compactMap({ $0.ownCoordinator }).first(where: { _ in true }) {
      return own
    }
    return sequence(first: self) { $0.shownChild }.lazy.compactMap { $0.ownCoordinator }
      .first { _ in true }
  }

  /// The coordinator of the transition in which this controller itself takes part.
  var ownCoordinator: TransitionCoordinator?

  /// Whether a presentation of this controller is in progress; true in its appearance calls.
  public internal(set) var isBeingPresented = false

  /// Whether a dismissal of this controller is in progress; true in its appearance calls.
  public internal(set) var isBeingDismissed = false

  /// Whether the controller is being pushed, or was added to a container that has not called
  /// ``didMove(toParent:)`` yet; true in its appearance calls.
  public internal(set) var isMovingToParent = false

  /// Whether the controller is being popped, or is about to be removed from its container; true in
  /// its appearance calls.
  public internal(set) var isMovingFromParent = false

  /// Whether the controller is presented, and not being dismissed.
  var countsForStatusBar = false

  /// The appearance transition that a custom container has begun.
  var appearanceTransition: (isAppearing: Bool, isAnimated: Bool)?

  /// The size that the controller prefers; only presentation controllers may read it.
  open var preferredContentSize = Size.zero

  /// Whether the status bar should be hidden; nothing draws one.
  open var prefersStatusBarHidden: Bool { false }

  /// The requests that a default implementation answered, because no delegate did.
  var unanswered: DelegateRequests = []

  var presented: ViewController?
  weak var presenting: ViewController?
  weak var window: Window?

  /// The place of the presenter's view before a presentation removed the view from the screen.
  var home: ViewHome?

  private var loadedView: View?

  /// Creates a controller; its view is loaded when it is first accessed.
  public init(engine: Engine, name: String) {
    self.engine = engine
    self.name = name
  }

  /// Creates a controller on the current engine, named after its type.
  public init() {
    engine = .current
    name = String(describing: Self.self)
  }

  /// The controller's view; loads it when needed, and is never nil.
  ///
  /// Optional for code that unwraps it, as on the platform: declare a constant with the type
  /// `View`, or it is optional, too. If set to nil, the view is loaded again at the next access.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  public var view: View! {
    get { loadedOrNewView }
    set { loadedView = newValue }
  }

  private var loadedOrNewView: View {
    if let loadedView { return loadedView }
    return engine.call {
      loadView()
      // If loadView() assigns no view, the controller gets an empty one.
      let view = loadedView ?? View(engine: engine, name: name, frame: engine.screenBounds)
      loadedView = view
      viewDidLoad()
      return view
    }
  }

  public var isViewLoaded: Bool { loadedView != nil }

  /// Assigns a new view to ``view``; by default, an empty view that is as large as the screen and
  /// named after the controller.
  open func loadView() { view = View(engine: engine, name: name, frame: engine.screenBounds) }

  open func viewDidLoad() {}
  open func viewWillAppear(_ animated: Bool) { forEachShownChild { $0.viewWillAppear(animated) } }
  open func viewDidAppear(_ animated: Bool) { forEachShownChild { $0.viewDidAppear(animated) } }
  open func viewWillDisappear(_ animated: Bool) {
    forEachShownChild { $0.viewWillDisappear(animated) }
  }
  open func viewDidDisappear(_ animated: Bool) {
    forEachShownChild { $0.viewDidDisappear(animated) }
  }

  /// The controllers that this one contains: those that were added, or a container's entries.
  open var children: [ViewController] { addedChildren }

  var addedChildren: [ViewController] = []

  /// Called before the controller is added to a container, or with nil before it is removed; call
  /// `super`.
  open func willMove(toParent parent: ViewController?) {
    isMovingToParent = parent != nil
    isMovingFromParent = parent == nil
  }

  /// Called after the controller was added to a container, or with nil after it was removed; call
  /// `super`.
  open func didMove(toParent parent: ViewController?) {
    isMovingToParent = false
    isMovingFromParent = false
  }

  /// Presents a controller over this one; see ``presentOrThrow(_:animated:completion:)``.
  ///
  /// A refusal is reported, and nothing changes.
  open func present(
    _ controller: ViewController, animated: Bool, completion: (() -> Void)? = nil
  ) {
    try? presentOrThrow(controller, animated: animated, completion: completion)
  }

  /// Dismisses what this controller presents, or itself; see
  /// ``dismissOrThrow(animated:completion:)``.
  ///
  /// A refusal is reported, and nothing changes.
  open func dismiss(animated: Bool, completion: (() -> Void)? = nil) {
    try? dismissOrThrow(animated: animated, completion: completion)
  }

  /// The entry of a navigation or tab container that is on screen.
  var shownChild: ViewController? { nil }

  /// Called before the window rotates to a size; use the coordinator to animate alongside.
  open func viewWillTransition(to size: Size, with coordinator: TransitionCoordinator) {}

  /// The status bar style that this controller prefers.
  open var preferredStatusBarStyle: StatusBarStyle { .default }

  /// The controller that decides the status bar's style instead of this one.
  open var childForStatusBarStyle: ViewController? { nil }
}

extension ViewController {
  /// This controller, then the one that contains it, and so on to the outermost.
  var lineage: UnfoldFirstSequence<ViewController> { sequence(first: self) { $0.parent } }

  /// Whether this controller contains `controller`, at any depth.
  func isAncestor(of controller: ViewController) -> Bool {
    controller.lineage.dropFirst().contains { $0 === self }
  }

  /// The outermost controller that contains this one, or this one if none does.
  var outermost: ViewController { lineage.reduce(self) { $1 } }

  /// The window that this controller is in, found through containers and presentations.
  var hostWindow: Window? {
    let outermost = outermost
    return outermost.window ?? outermost.presenting?.hostWindow
  }

  /// Reports a refusal, and returns it to be thrown.
  func refuse(_ error: TransitionError) -> TransitionError {
    engine.report(.refused(error))
    return error
  }

  /// Calls `body`, and reports a refusal that it throws.
  func refusing<Result>(
    _ body: () throws(TransitionError) -> Result
  ) throws(TransitionError) -> Result {
    do throws(TransitionError) { return try body() } catch { throw refuse(error) }
  }
}

struct ViewHome {
  private(set) weak var superview: View?
  let index: Int

  /// The place of a view, or nil when it has no superview.
  init?(of view: View) {
    guard let superview = view.superview, let index = superview.index(of: view) else { return nil }
    self.superview = superview
    self.index = index
  }
}
