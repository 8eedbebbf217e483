import MotionKernels

/// A fixed list of controllers, one of which is on screen.
open class TabBarController: ViewController {
  /// The tabs; there is at least one.
  ///
  /// Never nil; optional for code that unwraps it, as on the platform.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  public var viewControllers: [ViewController]! { tabs }

  private let tabs: [ViewController]

  /// The tab that is on screen, or that will be once the running transition has completed.
  ///
  /// Setting it calls ``select(_:)``; a refusal is reported.
  public var selectedIndex: Int {
    get { selection }
    set { try? select(newValue) }
  }

  private var selection = 0

  public weak var delegate: (any TabBarControllerDelegate)? { didSet { unanswered = [] } }

  /// Creates a container that shows its first tab; throws if there are no controllers, or if one
  /// occurs twice, is presented or is in another container.
  public init(
    engine: Engine, name: String, viewControllers: [ViewController]
  ) throws(TransitionError) {
    guard !viewControllers.isEmpty else { throw .emptyContainer(controller: name) }
    for (index, controller) in viewControllers.enumerated() {
      guard !viewControllers[..<index].contains(where: { $0 === controller }) else {
        throw .twiceInStack(controller: name, entry: controller.name)
      }
      guard !controller.isTaken else {
        throw .cannotAdd(controller: name, child: controller.name)
      }
    }
    tabs = viewControllers
    super.init(engine: engine, name: name)
    for controller in viewControllers { controller.parent = self }
  }

  /// The controller that is on screen.
  public var selectedViewController: ViewController { tabs[selectedIndex] }

  /// The superview of the tabs' views.
  public var contentView: View { (view as? ContentHostView)?.content ?? view }

  open override func loadView() {
    let host = ContentHostView(engine: engine, name: name, frame: engine.screenBounds)
    host.content.addSubview(selectedViewController.view)
    view = host
  }

  open override var children: [ViewController] { tabs }

  override var shownChild: ViewController? { selectedViewController }
}

/// Supplies the parts of a tab container's transitions; held weakly.
public protocol TabBarControllerDelegate: AnyObject {
  /// Whether a tab may be selected.
  func tabBarController(_ tabs: TabBarController, shouldSelect controller: ViewController) -> Bool

  /// The animator of a switch; nil to switch at once.
  func tabBarController(
    _ tabs: TabBarController, animationControllerForTransitionFrom from: ViewController,
    to: ViewController
  ) -> (any AnimatedTransitioning)?

  /// The interaction controller, or nil unless an interaction is in progress.
  func tabBarController(
    _ tabs: TabBarController, interactionControllerFor animator: any AnimatedTransitioning
  ) -> (any InteractiveTransitioning)?

  /// Called after a switch that completed.
  func tabBarController(_ tabs: TabBarController, didSelect controller: ViewController)
}

extension TabBarControllerDelegate {
  public func tabBarController(
    _ tabs: TabBarController, shouldSelect controller: ViewController
  ) -> Bool {
    tabs.unanswered.insert(.permission)
    return true
  }

  public func tabBarController(
    _ tabs: TabBarController, animationControllerForTransitionFrom from: ViewController,
    to: ViewController
  ) -> (any AnimatedTransitioning)? {
    tabs.unanswered.insert(.contentAnimator)
    return nil
  }

  public func tabBarController(
    _ tabs: TabBarController, interactionControllerFor animator: any AnimatedTransitioning
  ) -> (any InteractiveTransitioning)? { nil }

  public func tabBarController(_ tabs: TabBarController, didSelect controller: ViewController) {
    tabs.unanswered.insert(.arrival)
  }
}

extension TabBarController {
  /// Shows a tab; does nothing if it is already shown or the delegate objects.
  public func select(_ index: Int) throws(TransitionError) {
    guard tabs.indices.contains(index) else {
      throw refuse(.noSuchTab(controller: name, index: index, count: tabs.count))
    }
    guard !engine.isBusy(self) else { throw refuse(.transitionInProgress(controller: name)) }
    let to = tabs[index]
    guard index != selectedIndex,
      delegate?.tabBarController(self, shouldSelect: to) ?? true
    else { return }
    engine.withoutRecording { run(to: to, index: index) }
  }

  private func run(to: ViewController, index: Int) {
    view.layoutIfNeeded()
    let from = selectedViewController
    let old = selectedIndex
    let animator =
      contentView.window == nil
      ? nil
      : delegate?.tabBarController(self, animationControllerForTransitionFrom: from, to: to)
    let chosen = ChosenAnimator(animator) {
      delegate?.tabBarController(self, interactionControllerFor: $0)
    }
    to.shownView.transform = .identity
    selection = index
    ContentOperation.start(
      in: contentView, from: from, to: to, animator: chosen, returning: .atRelease
    ) { [self] didComplete in
      let leaving = (didComplete ? from : to).shownView
      leaving.transform = .identity
      leaving.frame = contentView.bounds
      selection = didComplete ? index : old
    } announce: { [self] in
      delegate?.tabBarController(self, didSelect: to)
      review(delegate, answering: [.permission, .contentAnimator, .arrival])
    }
  }
}
