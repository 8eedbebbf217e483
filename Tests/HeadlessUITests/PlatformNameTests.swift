import MotionKernels
import Testing

@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// Names that differ from the platform's in their prefix alone: what they do.
@Suite("Names of the platform")
struct PlatformNameTests {
  @Test("Views, animators and blocks without an engine are on the current one")
  func withoutEngine() {
    let engine = Engine()
    let window = Window(engine: engine, size: Size(width: 300, height: 400))
    let view = View(frame: Rect(x: 0, y: 0, width: 30, height: 40))
    let controller = ViewController()
    #expect(view.engine === engine && View().engine === engine && controller.engine === engine)
    #expect(view.name == "View" && controller.name == "ViewController")
    #expect(PercentDrivenInteractiveTransition().engine === engine)
    #expect(Screen.main.bounds == window.bounds && Application.shared.keyWindow === window)
    window.addSubview(view)
    engine.tick(at: 0)
    View.animate(withDuration: 1, delay: 0, options: [.curveLinear, .allowUserInteraction]) {
      view.alpha = 0
    }
    View.animateKeyframes(withDuration: 1, options: .calculationModeLinear) {
      View.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) { view.center.x = 115 }
      View.performWithoutAnimation { view.cornerRadius = 4 }
    }
    engine.tick(seconds: 0.5)
    #expect(view.presentation.alpha == 0.5)
    #expect(view.presentation.center.x == 15)
    #expect(view.presentation.cornerRadius == 4)
    engine.tick(seconds: 0.75)
    #expect(view.presentation.center.x == 65)
  }

  @Test("Paced and cubic keyframes compile, and are linear")
  func keyframeModes() {
    let engine = Engine()
    let view = View()
    engine.tick(at: 0)
    let modes: [View.KeyframeAnimationOptions] = [
      .calculationModePaced, [.calculationModeCubic, .allowUserInteraction],
      .calculationModeCubicPaced,
    ]
    for options in modes {
      let start = engine.now
      view.alpha = 1
      View.animateKeyframes(withDuration: 1, delay: 0, options: options) {
        View.addKeyframe(withRelativeStartTime: 0, relativeDuration: 0.5) { view.alpha = 0 }
        View.addKeyframe(withRelativeStartTime: 0.5, relativeDuration: 0.5) { view.alpha = 0.4 }
      }
      engine.tick(seconds: start + 0.125)
      #expect(view.presentation.alpha == 0.75)
      engine.tick(seconds: start + 0.75)
      #expect(view.presentation.alpha == 0.2)
      engine.tick(seconds: start + 1)
    }
  }

  @Test("Property animators by duration, curve, damping, points and timing parameters")
  func animators() {
    let engine = Engine()
    engine.tick(at: 0)
    let spring = SpringTimingParameters(
      mass: 1, stiffness: 100, damping: 20, initialVelocity: Vector(dx: 1, dy: 2))
    #expect(spring.initialVelocity == Point(x: 1, y: 2))
    #expect(
      PropertyAnimator(duration: 1, timingParameters: spring).timing == .spring(spring))
    let cubic = CubicTimingParameters(animationCurve: .easeIn)
    #expect(PropertyAnimator(duration: 1, timingParameters: cubic).timing == .cubic(cubic))
    #expect(PropertyAnimator(duration: 1, curve: .linear).timing == .curve(.linear))
    #expect(
      PropertyAnimator(duration: 1, dampingRatio: 0.5).timing == .spring(dampingRatio: 0.5))
    let view = View()
    let running = PropertyAnimator.runningPropertyAnimator(
      withDuration: 1, delay: 0, options: .curveLinear, animations: { view.alpha = 0 })
    engine.tick(seconds: 0.5)
    #expect(view.presentation.alpha == 0.5)
    running.pauseAnimation()
    running.continueAnimation(withTimingParameters: cubic, durationFactor: 1)
    engine.tick(seconds: 1.4)
    #expect(running.state == .active)
    engine.tick(seconds: 1.5)
    #expect(running.state == .inactive && view.alpha == 0)
  }

  @Test("Calls that do not throw report what they refuse, and change nothing")
  func refusals() {
    let scene = Scene()
    let modal = scene.controller("modal")
    modal.dismiss(animated: true)
    #expect(scene.engine.diagnostics == [.refused(.notPresenting(controller: "modal"))])
    scene.presenter.present(modal, animated: false)
    #expect(scene.presenter.presentedViewController === modal)
    scene.presenter.present(scene.controller("other"), animated: false)
    #expect(scene.engine.diagnostics.count == 2)
    let pages = ["a", "b", "c"].map(scene.controller)
    let navigation = NavigationController(rootViewController: pages[0])
    #expect(navigation.popViewController(animated: false) == nil)
    navigation.pushViewController(pages[1], animated: false)
    navigation.pushViewController(pages[2], animated: false)
    navigation.pushViewController(pages[2], animated: false)
    #expect(scene.engine.diagnostics.count == 4)
    #expect(navigation.popToRootViewController(animated: false) == [pages[1], pages[2]])
    #expect(navigation.popToViewController(pages[1], animated: false) == nil)
    navigation.setViewControllers(pages, animated: false)
    #expect(navigation.popViewController(animated: false) == pages[2])
  }

  @Test("Appearance calls of a container that sends them itself")
  func appearance() {
    let scene = Scene()
    let child = scene.controller("child")
    child.endAppearanceTransition()
    child.beginAppearanceTransition(true, animated: true)
    child.endAppearanceTransition()
    child.beginAppearanceTransition(false, animated: true)
    child.endAppearanceTransition()
    #expect(
      scene.log.take().suffix(4) == [
        "child viewWillAppear", "child viewDidAppear", "child viewWillDisappear",
        "child viewDidDisappear",
      ])
  }

  @Test("Flat transforms by their six numbers and by methods, each of which acts first")
  func transforms() {
    let numbers = Transform3D64(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
    #expect(Point(x: 1, y: 1).applying(numbers) == Point(x: 9, y: 12))
    #expect(Size(width: 1, height: 1).applying(numbers) == Size(width: 4, height: 6))
    let moved = Transform3D64(translationX: 10, y: 0).scaledBy(x: 2, y: 3)
    #expect(Point(x: 1, y: 1).applying(moved) == Point(x: 12, y: 3))
    #expect(
      Rect(x: 0, y: 0, width: 2, height: 1).applying(moved.translatedBy(x: 1, y: 1))
        == Rect(x: 12, y: 3, width: 4, height: 3))
    expectClose(
      Point(x: 1, y: 0).applying(Transform3D64.identity.rotated(by: .pi / 2)), Point(x: 0, y: 1))
    #expect(!moved.isIdentity && moved.concatenating(moved.inverted()).isIdentity)
  }

  @Test("Rectangles: union, intersection, insets and whole edges")
  func rectangles() {
    let (a, b) = (Rect(x: 0, y: 0, width: 10, height: 10), Rect(x: 5, y: -5, width: 10, height: 10))
    #expect(a.union(b) == Rect(x: 0, y: -5, width: 15, height: 15))
    #expect(a.intersection(b) == Rect(x: 5, y: 0, width: 5, height: 5))
    #expect(a.intersects(b) && !a.intersects(b.offsetBy(dx: 20, dy: 0)))
    #expect(a.contains(Rect(x: 1, y: 1, width: 9, height: 9)) && !a.contains(b))
    #expect(
      a.inset(by: EdgeInsets(top: 1, left: 2, bottom: 3, right: 4))
        == Rect(x: 2, y: 1, width: 4, height: 6))
    #expect(
      Rect(x: 0.5, y: 1, width: 1, height: 1.5).integral
        == Rect(x: 0, y: 1, width: 2, height: 2))
    #expect(Rect().isEmpty && !a.isEmpty)
  }

  @Test("Colors by hue, in sixths of the circle", arguments: 0..<6)
  func hues(sixth: Int) {
    let expected: [Color] = [.red, .yellow, .green, .cyan, .blue, .magenta]
    let hue = Double(sixth) / 6
    let color = Color(hue: hue, saturation: 1, brightness: 1, alpha: 1)
    expectClose(color.red, expected[sixth].red)
    expectClose(color.green, expected[sixth].green)
    expectClose(color.blue, expected[sixth].blue)
    let pale = Color(hue: hue, saturation: 0, brightness: 0.4, alpha: 0.5)
    #expect(pale == Color(white: 0.4, alpha: 0.5))
  }

  @Test("An end to all animations of a view, and a part of a snapshot")
  func viewNames() throws {
    let engine = Engine()
    let view = View(frame: Rect(x: 0, y: 0, width: 100, height: 100))
    view.addSubview(View(frame: Rect(x: 40, y: 50, width: 10, height: 10)))
    engine.tick(at: 0)
    var finished: [Bool] = []
    View.animate(withDuration: 1) {
      view.opacity = 0
      view.center.x = 70
    } completion: {
      finished.append($0)
    }
    engine.tick(seconds: 0.5)
    view.removeAllAnimations()
    #expect(view.presentation.center.x == 70 && view.presentation.alpha == 0)
    engine.tick(seconds: 0.6)
    #expect(finished == [false])
    let part = try #require(
      view.resizableSnapshotView(
        from: Rect(x: 30, y: 30, width: 50, height: 40), afterScreenUpdates: true,
        withCapInsets: .zero))
    #expect(part.bounds.size == Size(width: 50, height: 40))
    #expect(part.subviews[0].subviews[0].convert(.zero, to: part) == Point(x: 10, y: 20))
    #expect(Set([view, part, view]).count == 2)
  }

  @Test("What a device, its bars, literals and paths are without pixels")
  func surroundings() {
    let engine = Engine()
    let window = Window(engine: engine, size: Size(width: 375, height: 667))
    #expect(Device.current.userInterfaceIdiom == .phone)
    #expect(Application.shared.statusBarOrientation.isPortrait)
    #expect(Application.shared.statusBarFrame == .zero)
    window.bounds.size = Size(width: 1_024, height: 768)
    #expect(Device.current.userInterfaceIdiom == .pad)
    #expect(Application.shared.statusBarOrientation.isLandscape)
    let color: Color = #colorLiteral(red: 0, green: 0.5, blue: 1, alpha: 0.25)
    #expect(color == Color(red: 0, green: 0.5, blue: 1, alpha: 0.25))
    let image: Image = #imageLiteral(resourceName: "photo")
    #expect(image == Image(name: "photo", size: .zero))
    let view = View()
    let shape = Rect(x: 0, y: 0, width: 40, height: 30)
    view.shadowPath = BezierPath(roundedRect: shape, cornerRadius: 8).cgPath
    #expect(view.shadowPath == shape && BezierPath(rect: shape).bounds == shape)
    let states = view.states()
    view.shouldRasterize = true
    view.rasterizationScale = Screen.main.scale
    view.isOpaque = false
    #expect(view.shouldRasterize && view.rasterizationScale == 3 && !view.isOpaque)
    #expect(view.states() == states)
    #expect(view.endEditing(true))
    let position: ViewAnimatingPosition = .end
    let state: ViewAnimatingState = .active
    #expect(position.rawValue == 0 && state.rawValue == 1)
  }

  private final class Page: ViewController {
    let content = View(frame: Rect(x: 0, y: 0, width: 10, height: 10))
    var loads = 0

    override func loadView() {
      loads += 1
      view = content
    }
  }

  private final class Plain: ViewController {
    override func loadView() {}
  }

  private final class Stack: NavigationController {
    override init(rootViewController: ViewController) {
      super.init(rootViewController: rootViewController)
      barStyle = .black
    }
  }

  @Test("The view that loadView() assigns is the controller's, or one as large as the screen")
  func views() {
    let engine = Engine()
    let window = Window(engine: engine, size: Size(width: 375, height: 667))
    let page = Page()
    #expect(!page.isViewLoaded && page.view === page.content && page.loads == 1)
    page.view = nil
    #expect(!page.isViewLoaded && page.view === page.content && page.loads == 2)
    let other = View()
    page.view = other
    #expect(page.view === other && page.loads == 2)
    #expect(Plain().view.frame == window.bounds)
    let stack = Stack(rootViewController: page)
    #expect(stack.topViewController === page && stack.barStyle == .black && stack.name == "Stack")
  }

  @Test("Keyframes repeat and play in reverse, by the platform's options")
  func keyframeOptions() {
    let engine = Engine()
    let views = (0..<2).map { _ in View() }
    engine.tick(at: 0)
    View.animateKeyframes(
      withDuration: 1, options: [.repeat, .autoreverse, .beginFromCurrentState]
    ) {
      View.addKeyframe(withRelativeStartTime: 0, relativeDuration: 1) { views[0].alpha = 0 }
    }
    View.animateKeyframes(withDuration: 1, options: [.allowUserInteraction, .layoutSubviews]) {
      View.addKeyframe(withRelativeStartTime: 0, relativeDuration: 1) { views[1].alpha = 0 }
    }
    for (time, repeated, once) in [(0.25, 0.75, 0.75), (1.25, 0.25, 0), (2.75, 0.25, 0)] {
      engine.tick(seconds: time)
      expectClose(views[0].presentation.alpha, repeated)
      expectClose(views[1].presentation.alpha, once)
    }
    // Inside another block, the whole has that one's duration, unless it says otherwise.
    View.animate(withDuration: 4, delay: 0, options: .curveLinear) {
      View.animateKeyframes(withDuration: 1, options: .overrideInheritedDuration) {
        View.addKeyframe(withRelativeStartTime: 0, relativeDuration: 1) { views[1].alpha = 1 }
      }
    }
    engine.tick(seconds: 3.25)
    expectClose(views[1].presentation.alpha, 0.5)
  }

  @Test("A view is found by its tag, in any depth, a view before its subviews")
  func tags() {
    let engine = Engine()
    let views = (0..<4).map { View(engine: engine, name: "\($0)") }
    views[0].addSubview(views[1])
    views[0].addSubview(views[2])
    views[1].addSubview(views[3])
    for (index, tag) in [5, 6, 7, 7].enumerated() { views[index].tag = tag }
    #expect(views[0].viewWithTag(5) === views[0] && views[0].viewWithTag(6) === views[1])
    #expect(views[0].viewWithTag(7) === views[3] && views[0].viewWithTag(8) == nil)
  }

  private final class Sheet: ViewController {
    var calls: [String] = []

    override var modalPresentationStyle: ModalPresentationStyle {
      get { .overFullScreen }
      set { calls.append("style \(newValue)") }
    }

    override func present(
      _ controller: ViewController, animated: Bool, completion: (() -> Void)? = nil
    ) {
      calls.append("present")
      super.present(controller, animated: animated, completion: completion)
    }

    override func dismiss(animated: Bool, completion: (() -> Void)? = nil) {
      calls.append("dismiss")
      super.dismiss(animated: animated, completion: completion)
    }
  }

  private final class Counting: NavigationController {
    var pops = 0

    override func pushViewController(_ controller: ViewController, animated: Bool) {
      controller.title = "pushed"
      super.pushViewController(controller, animated: animated)
    }

    override func popViewController(animated: Bool) -> ViewController? {
      pops += 1
      return super.popViewController(animated: animated)
    }
  }

  private final class Slowing: PercentDrivenInteractiveTransition {
    override var completionSpeed: Double {
      get { 0.5 }
      set {}
    }
  }

  @Test("What subclasses override on the platform can be overridden")
  func overrides() throws {
    let engine = Engine()
    let window = Window(engine: engine, size: Size(width: 375, height: 667))
    let (page, sheet, top) = (ViewController(), Sheet(), ViewController())
    window.rootViewController = page
    sheet.modalPresentationStyle = .fullScreen
    page.present(sheet, animated: false)
    #expect(page.view.superview != nil && sheet.presentingViewController === page)
    sheet.present(top, animated: false)
    sheet.dismiss(animated: false)
    #expect(sheet.presentedViewController == nil)
    #expect(sheet.calls == ["style fullScreen", "present", "dismiss"])
    let stack = Counting(rootViewController: ViewController())
    stack.pushViewController(top, animated: false)
    #expect(top.title == "pushed" && stack.popViewController(animated: false) === top)
    #expect(stack.pops == 1 && engine.diagnostics.isEmpty)
    let probe = ModalProbe()
    probe.delegate.interactor = Slowing(engine: probe.engine)
    try probe.presenter.presentOrThrow(probe.presented, animated: true)
    #expect(probe.presented.transitionCoordinator?.completionVelocity == 0.5)
  }
}
