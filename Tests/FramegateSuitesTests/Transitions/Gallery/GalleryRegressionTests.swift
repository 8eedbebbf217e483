import MotionKernels
import Testing

@testable import Articles
@testable import FramegateSuites
@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// Bugs that transitions of this kind are known for, without a finger: each test fails where one
/// returns.
@Suite("Gallery regressions")
struct GalleryRegressionTests {
  @Test("An interrupted stage does not hang the transition", arguments: [true, false])
  func interruptedStage(isPresentation: Bool) {
    let stage = Gallery.stage(isPresentation ? "cartFold.present" : "cartFold.dismiss")
    let page = isPresentation ? stage.from : stage.to
    let sheet = isPresentation ? stage.to : stage.from
    for time in [0.1, 0.3] {
      stage.sample(time)
      // Plain writes remove the running absolute animations.
      page.transform = .makeScale(x: 0.5, y: 0.5, z: 1)
      page.alpha = 0.3
      sheet.alpha = 1
    }
    stage.play(until: 1)
    #expect(!stage.engine.hasTransitions)
  }

  @Test("Asking a delegate for its parts changes nothing")
  func queriesHaveNoSideEffects() throws {
    let drag = try Drag(ArticleDelegates.cartFold)
    let delegate = try #require(drag.delegate as? CustomTransitioningDelegate)
    let sheet = drag.sheet
    let presenter = drag.scene.presenter
    for _ in 0..<3 {
      let animator = delegate.animationController(
        forPresented: sheet, presenting: presenter, source: presenter)
      #expect((animator as? CustomTransitioningAnimator)?.isPresenting == true)
      let other = try #require(delegate.animationController(forDismissed: sheet))
      #expect((other as? CustomTransitioningAnimator)?.isPresenting == false)
      #expect(delegate.interactionControllerForDismissal(using: other) == nil)
      #expect(delegate.interactionControllerForPresentation(using: other) == nil)
    }
  }

  @Test("A dismissal without a gesture is animated, and ends")
  func dismissalWithoutGesture() throws {
    let drag = try Drag(ArticleDelegates.sideSlide)
    try drag.sheet.dismissOrThrow(animated: true)
    drag.engine.run(until: 2.25)
    #expect(drag.sheet.view.presentationFrame.minX > 0)
    drag.engine.run(until: 3)
    #expect(!drag.isPresented)
    #expect(!drag.engine.hasTransitions)
  }

  @Test("The presenter's view is behind a full-screen view that leaves")
  func presenterIsBehindTheLeavingView() {
    let stage = Gallery.stage("topDrop.dismiss")
    stage.sample(0.2)
    #expect(stage.to.superview === stage.from.superview)
    #expect(stage.to.frame == Rect(x: 0, y: 0, width: 375, height: 667))
  }

  @Test(
    "The presenter's view fills a screen that was turned under a full-screen modal",
    arguments: Drag.all.indices.prefix(2), [true, false])
  func turnedPresenter(index: Int, isDragged: Bool) throws {
    let drag = try Drag(Drag.all[index].makeDelegate)
    drag.scene.window.rotate(to: Size(width: 667, height: 375), duration: 0.3)
    drag.engine.run(until: 3)
    if isDragged {
      for (step, x) in [2.0, 15, 100].enumerated() {
        drag.touch(step == 0 ? .began : .moved, Point(x: x, y: 100), at: 1.1 + 0.01 * Double(step))
      }
    } else {
      try drag.sheet.dismissOrThrow(animated: true)
    }
    drag.engine.run(until: 3.25)
    #expect(drag.sheet.view.presentationFrame.minX > 0)
    #expect(drag.page.superview === drag.sheet.view.superview)
    #expect(drag.page.bounds.size == Size(width: 667, height: 375))
    #expect(drag.page.center == Point(x: 333.5, y: 187.5))
  }

  @Test(
    "A presenter that stays on screen never enters the container",
    arguments: ["cartFold", "musicCard", "insetPresentation"].flatMap {
      ["\($0).present", "\($0).dismiss"]
    })
  func presenterStaysInPlace(name: String) {
    let stage = Gallery.stage(name, StageParameters(layers: 0))
    let presenter = stage.window.subviews[0]
    for step in 1...8 {
      stage.sample(Double(step) * 0.05)
      #expect(presenter.superview === stage.window)
    }
  }

  /// Whether the list is gone; the item to open; the item that the browser names when it closes.
  @Test(
    "Without a source or an item, the system default runs and completes",
    arguments: [(true, 0, 0), (false, 7, 7), (false, 0, 7)])
  func missingPhoto(isGone: Bool, index: Int, closed: Int) throws {
    let scene = Scene()
    let photo = Image(name: "photo", size: Size(width: 10, height: 10))
    var list: PhotoListViewController? = PhotoListViewController(
      engine: scene.engine, photos: [photo])
    let viewer = try #require(list).makeBrowser(for: index)
    scene.window.rootViewController = isGone ? scene.presenter : list
    if isGone { list = nil }
    let presenter = try #require(scene.window.rootViewController)
    scene.engine.tick(at: 0)
    try presenter.presentOrThrow(viewer, animated: true)
    let isMissing = isGone || index != 0
    #expect(
      viewer.transitionCoordinator?.transitionDuration
        == (isMissing ? SystemDefaultAnimator.duration : 0.6))
    scene.run(until: 1)
    #expect(!scene.engine.hasTransitions)
    #expect(viewer.view.alpha == 1)
    viewer.indexForDismissal = closed
    try viewer.dismissOrThrow(animated: true)
    #expect(viewer.transitionCoordinator?.transitionDuration == SystemDefaultAnimator.duration)
    scene.run(until: 2)
    #expect(!scene.engine.hasTransitions)
    #expect(scene.window.subviews.map(\.name) == [presenter.name])
  }

  @Test("The tab shrinks to the middle of the container's bounds, and gets its frame back")
  func leavingTabGetsItsFrameBack() throws {
    let scene = Scene()
    let pages = ["first", "second"].map { scene.controller($0) }
    let tabs = try TabBarController(engine: scene.engine, name: "tabs", viewControllers: pages)
    let delegate = ShrinkTransition()
    tabs.delegate = delegate
    scene.window.rootViewController = tabs
    let full = Rect(x: 30, y: 40, width: 375, height: 667)
    tabs.contentView.bounds = full
    pages[0].view.frame = full
    scene.engine.tick(at: 0)
    try tabs.select(1)
    scene.engine.tick(seconds: 0.25)
    expectClose(
      pages[0].view.presentationFrame, Rect(x: 123.75, y: 206.75, width: 187.5, height: 333.5),
      within: 1e-9)
    #expect(pages[1].view.presentationFrame == full)
    scene.run(until: 1)
    #expect(pages[0].view.superview == nil)
    #expect(pages[0].view.frame == full)
    withExtendedLifetime(delegate) {}
  }

  @Test("The photo's rectangle is converted from its superview")
  func photoRectIsConverted() {
    let scene = Scene()
    let photo = Image(name: "photo", size: Size(width: 800, height: 600))
    let list = PhotoListViewController(engine: scene.engine, photos: [photo])
    let viewer = list.makeBrowser(for: 0)
    scene.window.rootViewController = viewer
    let rect = Rect(x: 0, y: 192.875, width: 375, height: 281.25)
    viewer.imageView.superview?.bounds.origin.x = 20
    #expect(viewer.imageViewForDismissal()?.frame == rect.offset(x: -20, y: 0))
    withExtendedLifetime(list) {}
  }

  @Test("The photo browser is in its final state when the completion runs")
  func finalStateBeforeCompletion() throws {
    let scene = Scene()
    let list = PhotoListViewController(
      engine: scene.engine, photos: [Image(name: "p", size: Size(width: 10, height: 10))])
    scene.window.rootViewController = list
    let viewer = list.makeBrowser(for: 0)
    scene.engine.tick(at: 0)
    var alpha = -1.0
    try list.presentOrThrow(viewer, animated: true) { alpha = viewer.view.alpha }
    scene.run(until: 1)
    #expect(alpha == 1)
  }

  @Test("Photo sources and delegates are not kept alive")
  func photoSourcesAreReleased() throws {
    weak var list: PhotoListViewController?
    weak var viewer: PhotoBrowserViewController?
    weak var engine: Engine?
    do {
      let scene = Scene()
      let source = PhotoListViewController(engine: scene.engine, photos: [nil])
      let browser = source.makeBrowser(for: 0)
      scene.window.rootViewController = source
      scene.engine.tick(at: 0)
      try source.presentOrThrow(browser, animated: true)
      scene.run(until: 1)
      try browser.dismissOrThrow(animated: true)
      scene.run(until: 2)
      list = source
      viewer = browser
      engine = scene.engine
    }
    #expect(list == nil)
    #expect(viewer == nil)
    #expect(engine == nil)
  }

  @Test("A stage that is abandoned halfway is released", arguments: Gallery.all)
  func abandonedStagesAreReleased(transition: GalleryTransition) {
    weak var engine: Engine?
    weak var page: View?
    do {
      let stage = transition.makeStage(StageParameters(layers: 2))
      stage.sample(0.1)
      engine = stage.engine
      page = stage.from
    }
    #expect(engine == nil)
    #expect(page == nil)
  }

  @Test("Two transitions share no state")
  func transitionsAreIndependent() {
    let first = Gallery.stage("cartFold.present")
    let second = Gallery.stage("cartFold.dismiss")
    first.sample(0.1)
    second.sample(0.2)
    first.sample(0.2)
    let alone = Gallery.stage("cartFold.present")
    alone.sample(0.2)
    #expect(first.states() == alone.states())
  }

  @Test("Sizes come from the container, not from one screen")
  func sizesComeFromTheContainer() {
    let screen = Size(width: 1000, height: 500)
    let (w, h) = (screen.width, screen.height)
    let starts: [(name: String, x: Double, y: Double)] = [
      ("cartFold.present", 0, h), ("topDrop.present", 0, -h), ("sideSlide.present", w, 0),
      ("edgeSwipeCard.present", w, 0), ("musicCard.present", 0, h), ("cornerPush.push", w, -h),
    ]
    for start in starts {
      let stage = Gallery.stage(start.name, StageParameters(layers: 0, screen: screen))
      expectClose(
        stage.to.presentationFrame, Rect(x: start.x, y: start.y, width: w, height: h))
      withExtendedLifetime(stage) {}
    }
  }
}
