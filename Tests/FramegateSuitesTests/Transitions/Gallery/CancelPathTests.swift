import MotionKernels
import Testing

@testable import Articles
@testable import FramegateSuites
@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// What canceling restores, for every transition of the gallery whose animator can be scrubbed.
@Suite("Cancel paths")
struct CancelPathTests {
  /// Returns an article delegate's own parts, and drives them with a percent-driven controller.
  private final class Driven: TransitioningDelegate {
    let base: any TransitioningDelegate
    let interaction: PercentDrivenInteractiveTransition
    var isOn = true

    init(_ base: any TransitioningDelegate, engine: Engine) {
      self.base = base
      interaction = PercentDrivenInteractiveTransition(engine: engine)
    }

    func animationController(
      forPresented presented: ViewController, presenting: ViewController, source: ViewController
    ) -> (any AnimatedTransitioning)? {
      base.animationController(forPresented: presented, presenting: presenting, source: source)
    }

    func animationController(
      forDismissed dismissed: ViewController
    ) -> (any AnimatedTransitioning)? {
      base.animationController(forDismissed: dismissed)
    }

    func interactionControllerForPresentation(
      using animator: any AnimatedTransitioning
    ) -> (any InteractiveTransitioning)? { isOn ? interaction : nil }

    func interactionControllerForDismissal(
      using animator: any AnimatedTransitioning
    ) -> (any InteractiveTransitioning)? { isOn ? interaction : nil }

    func presentationController(
      forPresented presented: ViewController, presenting: ViewController?, source: ViewController
    ) -> PresentationController? {
      base.presentationController(
        forPresented: presented, presenting: presenting, source: source)
    }
  }

  private struct Play {
    let scene = Scene()
    let modal: RecordingController
    let driven: Driven

    init(_ makeDelegate: (ViewController) -> any TransitioningDelegate) {
      modal = scene.controller("modal")
      driven = Driven(makeDelegate(modal), engine: scene.engine)
      modal.transitioningDelegate = driven
      scene.engine.tick(at: 0)
    }

    /// Drives the running transition to a fraction, releases it, and plays to the end.
    func release(at fraction: Double, finishing: Bool, speed: Double = 1) {
      driven.interaction.completionSpeed = speed
      driven.interaction.update(fraction)
      scene.engine.tick(at: scene.engine.nanoseconds + 20_000_000)
      if finishing { driven.interaction.finish() } else { driven.interaction.cancel() }
      scene.run(until: scene.engine.now + 12)
    }

    var views: [ViewState] { scene.window.states() }
  }

  private static let delegates: [@Sendable (ViewController) -> any TransitioningDelegate] = [
    { ArticleDelegates.topDrop($0) }, { ArticleDelegates.inset($0) },
    { ArticleDelegates.sideSlide($0) }, { ArticleDelegates.edgeSwipeCard($0) },
    { ArticleDelegates.musicCard($0) },
  ]

  private static let releases: [(Double, Double)] = [(0, 1), (0.3, 1), (0.7, 2.5), (1, 0.2)]

  @Test(
    "A canceled presentation leaves the window as it was", arguments: delegates.indices, releases)
  func presentation(index: Int, release: (fraction: Double, speed: Double)) throws {
    let play = Play(Self.delegates[index])
    let before = play.views
    try play.scene.presenter.presentOrThrow(play.modal, animated: true)
    play.release(at: release.fraction, finishing: false, speed: release.speed)
    #expect(play.views == before)
    #expect(play.scene.presenter.presentedViewController == nil)
    #expect(!play.scene.engine.hasTransitions)
    #expect(play.scene.engine.diagnostics.isEmpty)
  }

  @Test("A canceled dismissal leaves the window as it was", arguments: delegates.indices, releases)
  func dismissal(index: Int, release: (fraction: Double, speed: Double)) throws {
    let play = Play(Self.delegates[index])
    play.driven.isOn = false
    try play.scene.presenter.presentOrThrow(play.modal, animated: true)
    play.scene.run(until: 2)
    play.driven.isOn = true
    let before = play.views
    let page = play.scene.presenter.view.presentation
    try play.modal.dismissOrThrow(animated: true)
    play.release(at: release.fraction, finishing: false, speed: release.speed)
    #expect(play.views == before)
    #expect(play.scene.presenter.view.presentation == page)
    #expect(play.scene.presenter.presentedViewController === play.modal)
    #expect(!play.scene.engine.hasTransitions)
    #expect(play.scene.engine.diagnostics.isEmpty)
  }

  @Test(
    "A finished interaction ends like a transition without one", arguments: delegates.indices,
    releases)
  func finish(index: Int, release: (fraction: Double, speed: Double)) throws {
    let driven = Play(Self.delegates[index])
    let plain = Play(Self.delegates[index])
    plain.driven.isOn = false
    try driven.scene.presenter.presentOrThrow(driven.modal, animated: true)
    driven.release(at: release.fraction, finishing: true, speed: release.speed)
    try plain.scene.presenter.presentOrThrow(plain.modal, animated: true)
    plain.scene.run(until: 2)
    #expect(driven.views == plain.views)
    try driven.modal.dismissOrThrow(animated: true)
    driven.release(at: release.fraction, finishing: true, speed: release.speed)
    try plain.modal.dismissOrThrow(animated: true)
    plain.scene.run(until: 4)
    #expect(driven.views == plain.views)
    #expect(driven.scene.engine.diagnostics.isEmpty)
  }

  /// The article's delegate with an interaction.
  private final class DrivenTabs: TabBarControllerDelegate {
    let shrink = ShrinkTransition()
    let interaction: PercentDrivenInteractiveTransition

    init(_ engine: Engine) { interaction = PercentDrivenInteractiveTransition(engine: engine) }

    func tabBarController(
      _ tabs: TabBarController, animationControllerForTransitionFrom from: ViewController,
      to: ViewController
    ) -> (any AnimatedTransitioning)? {
      shrink.tabBarController(tabs, animationControllerForTransitionFrom: from, to: to)
    }

    func tabBarController(
      _ tabs: TabBarController, interactionControllerFor animator: any AnimatedTransitioning
    ) -> (any InteractiveTransitioning)? { interaction }
  }

  @Test("A canceled tab switch gives the tab its frame back", arguments: [0, 0.4, 1.0])
  func shrinkTab(fraction: Double) throws {
    let scene = Scene()
    let delegate = DrivenTabs(scene.engine)
    let pages = ["a", "b"].map { ViewController(engine: scene.engine, name: $0) }
    let tabs = try TabBarController(engine: scene.engine, name: "tabs", viewControllers: pages)
    tabs.delegate = delegate
    scene.window.rootViewController = tabs
    scene.engine.tick(at: 0)
    let before = scene.window.states()
    try tabs.select(1)
    delegate.interaction.update(fraction)
    delegate.interaction.cancel()
    scene.run(until: 2)
    #expect(scene.window.states() == before)
    #expect(tabs.selectedIndex == 0)
    #expect(scene.engine.diagnostics.isEmpty)
  }

  @Test("A canceled push removes the page again", arguments: [0, 0.4, 1.0])
  func cornerPush(fraction: Double) throws {
    let scene = Scene()
    let delegate = CornerPushDelegate()
    let navigation = NavigationController(
      engine: scene.engine, name: "navigation", root: scene.controller("root"))
    navigation.delegate = delegate
    scene.window.rootViewController = navigation
    scene.engine.tick(at: 0)
    let before = scene.window.states()
    let interaction = PercentDrivenInteractiveTransition(engine: scene.engine)
    delegate.interaction = interaction
    try navigation.pushOrThrow(scene.controller("page"), animated: true)
    interaction.update(fraction)
    interaction.cancel()
    scene.run(until: 2)
    #expect(scene.window.states() == before)
    #expect(navigation.viewControllers.count == 1)
    #expect(scene.engine.diagnostics.isEmpty)
  }

  /// A list whose fourth photo is opened, by an animator that a percent-driven controller scrubs.
  private struct Photos {
    let scene = Scene()
    let list: PhotoListViewController
    let viewer: PhotoBrowserViewController
    let driven: Driven
    private let photo = Image(name: "photo", size: Size(width: 800, height: 600))

    init() {
      list = PhotoListViewController(
        engine: scene.engine, photos: [Image?](repeating: photo, count: 9))
      viewer = list.makeBrowser(for: 4)
      scene.window.rootViewController = list
      driven = Driven(list, engine: scene.engine)
      viewer.transitioningDelegate = driven
      scene.engine.tick(at: 0)
    }

    func present() throws {
      driven.isOn = false
      try list.presentOrThrow(viewer, animated: true)
      scene.run(until: scene.engine.now + 2)
      driven.isOn = true
    }

    /// Plays until the animator's completion has run, and calls `body` before the engine takes the
    /// transition down, which would hide what the animator forgets.
    func cancel(at fraction: Double, _ body: () -> Void) {
      driven.interaction.update(fraction)
      driven.interaction.cancel()
      scene.engine.advance(to: scene.engine.nanoseconds + 1_000_000_000)
      body()
      scene.run(until: scene.engine.now + 1)
    }
  }

  @Test("A canceled flight of a photo leaves the list as it was", arguments: [0, 0.4, 1.0])
  func photoPresentation(fraction: Double) throws {
    let photos = Photos()
    let before = photos.scene.window.states()
    try photos.list.presentOrThrow(photos.viewer, animated: true)
    #expect(photos.scene.window.states().contains { $0.name == "photo" })
    photos.cancel(at: fraction) {
      #expect(photos.scene.window.states().map(\.name).suffix(1) == ["container"])
    }
    #expect(photos.scene.window.states() == before)
    #expect(photos.viewer.view.superview == nil)
    #expect(photos.list.presentedViewController == nil)
    #expect(photos.scene.engine.diagnostics.isEmpty)
    // And the next one opens.
    try photos.present()
    #expect(photos.viewer.view.alpha == 1)
  }

  @Test("A canceled flight back leaves the photo as it was", arguments: [0, 0.4, 1.0])
  func photoDismissal(fraction: Double) throws {
    let photos = Photos()
    try photos.present()
    let before = photos.scene.window.states()
    try photos.viewer.dismissOrThrow(animated: true)
    #expect(photos.viewer.view.alpha == 0)
    photos.cancel(at: fraction) {
      #expect(photos.scene.window.states() == before)
    }
    #expect(photos.scene.window.states() == before)
    #expect(photos.viewer.view.superview != nil)
    #expect(photos.list.presentedViewController === photos.viewer)
    #expect(photos.scene.engine.diagnostics.isEmpty)
  }
}
