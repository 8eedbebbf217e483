import HeadlessUI
import MotionKernels
import Testing

/// §18, B-13 to B-25: one regression test for each corrected behaviour.
@Suite("Bug catalogue, second half")
struct BugCatalogueSecondHalfTests {
  typealias Drag = DragGalleryTests.Drag

  @Test("B-13: a cancelled side-slide keeps the modal and takes the presenter's view away")
  func b13() throws {
    let drag = try Drag(SideSlideDelegate.init)
    drag.drag(Point(x: 100, y: 0), released: .ended)
    drag.engine.run(until: 3)
    #expect(drag.sheet.view.superview != nil)
    #expect(drag.page.superview == nil)
    #expect(!drag.engine.hasTransitions)
  }

  @Test("B-14: a presenter that stays in place never enters the container")
  func b14() {
    for make in [
      TransitionStage.cartFoldPresent, TransitionStage.cartFoldDismiss,
      TransitionStage.musicCardPresent, TransitionStage.musicCardDismiss,
      TransitionStage.insetPresent, TransitionStage.insetDismiss,
    ] {
      let stage = make(StageParameters(layers: 0))
      let presenter = stage.window.subviews[0]
      for step in 1...8 {
        stage.sample(Double(step) * 0.05)
        #expect(presenter.superview === stage.window)
      }
    }
  }

  @Test("B-15: without provider or item the system's transition runs, and completes")
  func b15() throws {
    for index in [7, 0] {
      let scene = Scene()
      let viewer = PhotoViewer(engine: scene.engine, name: "viewer", index: index)
      let delegate: PhotoBrowserDelegate
      do {
        let list = PhotoList(engine: scene.engine, name: "list", photos: [nil])
        delegate = PhotoBrowserDelegate(
          viewer, index: index, source: list, dismissalSource: viewer)
      }
      scene.engine.tick(at: 0)
      try scene.presenter.present(viewer, animated: true)
      scene.run(until: 1)
      #expect(!scene.engine.hasTransitions)
      #expect(viewer.view.alpha == 1)
      try viewer.dismiss(animated: true)
      scene.run(until: 2)
      #expect(scene.window.subviews.map(\.name) == ["presenter"])
      withExtendedLifetime(delegate) {}
    }
  }

  @Test("B-16: the outgoing tab gets its frame back, and the container's bounds count")
  func b16() {
    let stage = TransitionStage.shrinkTab()
    stage.from.superview?.superview?.bounds.origin = Point(x: 30, y: 40)
    stage.play(until: 1)
    #expect(stage.from.superview == nil)
    #expect(stage.from.frame == Rect(x: 0, y: 0, width: 375, height: 667))
  }

  @Test("B-17: the photo's rectangle is converted from its superview")
  func b17() {
    let scene = Scene()
    let viewer = PhotoViewer(engine: scene.engine, name: "viewer", index: 0)
    scene.window.rootViewController = viewer
    let rect = Rect(x: 0, y: 192.875, width: 375, height: 281.25)
    viewer.show(Image(name: "photo", size: Size(width: 800, height: 600)), at: rect)
    viewer.imageView.superview?.bounds.origin.x = 20
    #expect(viewer.imageViewForDismissal()?.frame == rect.offset(x: -20, y: 0))
  }

  @Test(
    "B-18: the final state is set before the transition completes, and a cancel is no completion")
  func b18() throws {
    let scene = Scene()
    let list = PhotoList(
      engine: scene.engine, name: "list",
      photos: [Image(name: "p", size: Size(width: 10, height: 10))])
    scene.window.rootViewController = list
    let viewer = PhotoViewer(engine: scene.engine, name: "viewer", index: 0)
    let delegate = PhotoBrowserDelegate(viewer, index: 0, source: list, dismissalSource: viewer)
    scene.engine.tick(at: 0)
    var alpha = -1.0
    try list.present(viewer, animated: true) { alpha = viewer.view.alpha }
    scene.run(until: 1)
    #expect(alpha == 1)
    let drag = try Drag(EdgeSwipeCardDelegate.init)
    drag.drag(Point(x: 60, y: 0), released: .ended)
    drag.engine.run(until: 4)
    #expect(drag.isPresented)
    #expect(drag.engine.diagnostics.isEmpty)
    withExtendedLifetime(delegate) {}
  }

  @Test("B-19: none is -1 and automatic is -2")
  func b19() {
    #expect(ModalPresentationStyle(rawValue: -1) == ModalPresentationStyle.none)
    #expect(ModalPresentationStyle(rawValue: -2) == .automatic)
    #expect(ModalPresentationStyle(rawValue: 9) == nil)
    #expect(ModalPresentationStyle(rawValue: 10) == nil)
  }

  @Test("B-20: the card stays under the finger, and is not pulled up")
  func b20() throws {
    let drag = try Drag(MusicCardDelegate.init)
    drag.drag(Point(x: 0, y: 178.92))
    expectClose(drag.sheet.view.presentationFrame.minY, 206.92)
    drag.touch(.moved, Point(x: 15, y: 60), at: 0.2)
    #expect(drag.sheet.view.presentationFrame.minY == 28)
  }

  @Test("B-21: a presenter that is changed inside of the scrubbed animation comes back")
  func b21() throws {
    let probe = ModalProbe()
    try probe.presentFully()
    probe.presenter.view.alpha = 0.8
    probe.animator.onAnimate = { context in
      context.engine.animate(duration: 0.5) { probe.presenter.view.alpha = 1 }
    }
    probe.delegate.interactor = probe.interaction
    try probe.presented.dismiss(animated: true)
    probe.interaction.update(0.2)
    probe.interaction.cancel()
    probe.engine.run(until: 4)
    #expect(probe.presenter.view.alpha == 0.8)
  }

  @Test("B-22: after a cancelled swipe the page behind the card is dim again")
  func b22() throws {
    let drag = try Drag(EdgeSwipeCardDelegate.init)
    drag.drag(Point(x: 60, y: 0), released: .ended)
    drag.engine.run(until: 4)
    #expect(drag.page.alpha == 0.5)
  }

  @Test("B-23: providers, delegates and stages are not kept alive")
  func b23() throws {
    weak var list: PhotoList?
    weak var viewer: PhotoViewer?
    weak var engine: Engine?
    do {
      let scene = Scene()
      let source = PhotoList(engine: scene.engine, name: "list", photos: [nil])
      let browser = PhotoViewer(engine: scene.engine, name: "viewer", index: 0)
      let delegate = PhotoBrowserDelegate(
        browser, index: 0, source: source, dismissalSource: browser)
      scene.window.rootViewController = source
      scene.engine.tick(at: 0)
      try source.present(browser, animated: true)
      scene.run(until: 1)
      try browser.dismiss(animated: true)
      scene.run(until: 2)
      (list, viewer, engine) = (source, browser, scene.engine)
      withExtendedLifetime(delegate) {}
    }
    #expect(list == nil)
    #expect(viewer == nil)
    #expect(engine == nil)
    for (index, make) in Gallery.all.enumerated() {
      weak var abandoned: Engine?
      weak var page: View?
      do {
        let stage = make(StageParameters(layers: 2))
        stage.sample(0.1)
        (abandoned, page) = (stage.engine, stage.from)
      }
      #expect(abandoned == nil, "stage \(index)")
      #expect(page == nil)
    }
  }

  @Test("B-24: two transitions know nothing of each other")
  func b24() {
    let (first, second) = (TransitionStage.cartFoldPresent(), TransitionStage.cartFoldDismiss())
    first.sample(0.1)
    second.sample(0.2)
    first.sample(0.2)
    let alone = TransitionStage.cartFoldPresent()
    alone.sample(0.2)
    #expect(first.snapshots() == alone.snapshots())
  }

  @Test("B-25: sizes come from the container")
  func b25() {
    let screen = Size(width: 1000, height: 500)
    let parameters = StageParameters(layers: 0, screen: screen)
    func start(_ makeStage: (StageParameters) -> TransitionStage) -> Rect {
      let stage = makeStage(parameters)
      defer { withExtendedLifetime(stage) {} }
      return stage.to.presentationFrame
    }
    let (w, h) = (screen.width, screen.height)
    expectClose(
      start(TransitionStage.cartFoldPresent), Rect(x: 0, y: h, width: w, height: h))
    expectClose(
      start(TransitionStage.topDropPresent), Rect(x: 0, y: -h, width: w, height: h))
    expectClose(
      start(TransitionStage.sideSlidePresent), Rect(x: w, y: 0, width: w, height: h))
    expectClose(
      start(TransitionStage.edgeSwipeCardPresent), Rect(x: w, y: 0, width: w, height: h))
    expectClose(
      start(TransitionStage.musicCardPresent), Rect(x: 0, y: h, width: w, height: h))
    expectClose(start(TransitionStage.cornerPush), Rect(x: w, y: -h, width: w, height: h))
  }
}
