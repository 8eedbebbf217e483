import MotionKernels
import Testing

@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// The built-in swipe that pops the top of a navigation stack.
@Suite("Back swipe")
struct BackSwipeTests {
  let scene = Scene()
  let root: RecordingController
  let page: RecordingController
  let navigation: NavigationController

  init() throws {
    root = scene.controller("root")
    page = scene.controller("page")
    navigation = NavigationController(engine: scene.engine, name: "navigation", root: root)
    scene.window.rootViewController = navigation
    scene.engine.tick(at: 0)
    try navigation.pushOrThrow(page, animated: false)
    scene.engine.tick(seconds: 1)
    _ = scene.log.take()
  }

  private func touch(_ phase: Touch.Phase, x: Double, at seconds: Double) {
    let time = Int64(((1 + seconds) * 1e9).rounded())
    scene.window.send(Touch(phase, at: Point(x: x, y: 300), nanoseconds: time))
    scene.engine.tick(at: time)
  }

  /// Swipes from the edge: from 11 points on, the page follows the finger.
  private func swipe(to x: Double) {
    touch(.began, x: 0.5, at: 0.01)
    touch(.moved, x: 11, at: 0.02)
    touch(.moved, x: x - 9, at: 0.1)
    touch(.moved, x: x, at: 0.12)
  }

  @Test("The pages follow the finger: the upper one by its way, the lower one by three tenths")
  func follows() {
    swipe(to: 161)
    expectClose(page.view.presentationFrame.minX, 150)
    // -0.3 · 375 · (1 - 150 / 375)
    expectClose(root.view.presentationFrame.minX, -67.5)
    #expect(scene.log.take() == ["page viewWillDisappear", "root viewWillAppear"])
  }

  /// Where the finger is lifted, in points of its way, and whether the page is popped.
  @Test(
    "A release pops strictly above half of the width",
    arguments: [(187.5, false), (187.501, true), (300, true), (20, false)])
  func decision(way: Double, pops: Bool) {
    swipe(to: 11 + way)
    touch(.ended, x: 11 + way, at: 0.13)
    scene.run(until: 4)
    #expect(navigation.viewControllers.count == (pops ? 1 : 2))
    #expect(!scene.engine.hasTransitions)
    #expect(scene.engine.diagnostics.isEmpty)
    let shown = pops ? root : page
    #expect(shown.view.superview === navigation.contentView)
    #expect(shown.view.frame == Rect(x: 0, y: 0, width: 375, height: 667))
    #expect(navigation.contentView.subviews.count == 1)
  }

  @Test("After the release the pages go on at the finger's rate")
  func continues() {
    swipe(to: 236)
    // 9 points in 0.02 s.
    touch(.ended, x: 236, at: 0.13)
    expectClose(page.view.presentationFrame.minX, 225)
    scene.engine.tick(seconds: 1.13 + 0.01)
    expectClose(page.view.presentationFrame.minX, 225 + 4.5, within: 1e-5)
    scene.engine.tick(seconds: 1.13 + 0.1)
    expectClose(page.view.presentationFrame.minX, 225 + 45, within: 1e-5)
  }

  /// Supplies an animator, which the swipe does not drive.
  private final class OwnAnimator: NavigationControllerDelegate {
    func navigationController(
      _ navigation: NavigationController, animationControllerFor operation: NavigationOperation,
      from: ViewController, to: ViewController
    ) -> (any AnimatedTransitioning)? { ProbeAnimator(log: EventLog()) }
  }

  @Test("The root is not popped, a delegate's animator is not driven, and the swipe can be off")
  func refused() throws {
    let delegate = OwnAnimator()
    navigation.delegate = delegate
    swipe(to: 300)
    #expect(!scene.engine.hasTransitions)
    navigation.delegate = nil
    navigation.interactivePopGestureRecognizer.isEnabled = false
    touch(.ended, x: 300, at: 0.13)
    touch(.began, x: 1, at: 0.2)
    touch(.moved, x: 100, at: 0.21)
    #expect(!scene.engine.hasTransitions)
    navigation.interactivePopGestureRecognizer.isEnabled = true
    touch(.ended, x: 100, at: 0.22)
    try navigation.popOrThrow(animated: false)
    touch(.began, x: 1, at: 0.3)
    touch(.moved, x: 100, at: 0.31)
    #expect(!scene.engine.hasTransitions)
    #expect(scene.engine.diagnostics.isEmpty)
  }

  @Test("A canceled touch and a plain pop leave the stack as it was and as it should be")
  func canceledTouch() throws {
    swipe(to: 300)
    touch(.cancelled, x: 300, at: 0.13)
    scene.run(until: 3)
    #expect(navigation.topViewController === page)
    try navigation.popOrThrow(animated: true)
    scene.engine.tick(seconds: 3.1)
    // On the spring, which a swipe replaces by a straight line.
    let progress = SystemDefaultAnimator.spring.progress(at: 0.1)
    expectClose(page.view.presentationFrame.minX, 375 * progress)
    scene.run(until: 4)
    #expect(navigation.topViewController === root)
  }
}
