import MotionKernels
import Testing

@testable import Articles
@testable import FramegateSuites
@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// The dismissals that follow a finger, compared with tables of their frames.
@Suite("Interactive dismissals")
struct DragGalleryTests {
  @Test("Side-slide: x follows the finger, finish and cancel take 0.2 s")
  func sideSlide() throws {
    for row in Table(GalleryTables.sideSlide).rows {
      let p = Table.number(row[0])
      let tracking = try Drag(ArticleDelegates.sideSlide)
      tracking.drag(Point(x: 375 * p, y: 0))
      expectPrinted(tracking.sheet.view.presentationFrame.minX, row[4])
      for (fraction, column) in [(0.6, 5), (0.3, 6)] {
        let drag = try Drag(ArticleDelegates.sideSlide)
        drag.drag(Point(x: 375 * fraction, y: 0), released: .ended)
        if p > 0 { drag.engine.advance(to: Int64(((2.11 + 0.2 * p) * 1e9).rounded())) }
        expectPrinted(drag.sheet.view.presentationFrame.minX, row[column])
      }
    }
  }

  @Test(
    "Side-slide: a release finishes strictly above half of the width",
    arguments: [(0.5, false), (0.5001, true), (1, true), (-0.2, false), (Double.nan, false)])
  func sideSlideDecision(fraction: Double, finishes: Bool) throws {
    let drag = try Drag(ArticleDelegates.sideSlide)
    drag.drag(Point(x: 375 * fraction, y: 0), released: .ended)
    drag.engine.run(until: 4)
    #expect(drag.isPresented != finishes)
    #expect(drag.engine.diagnostics.isEmpty)
    #expect((drag.page.superview != nil) == finishes)
    if !finishes { #expect(drag.sheet.view.frame.minX == 0) }
  }

  @Test("Edge-swipe card: the spring of both directions")
  func edgeSwipeSpring() {
    for row in Table(GalleryTables.edgeSwipe).rows {
      let p = Table.number(row[0])
      // At p = 1 the table has the spring's last value, which shows until just before the end.
      let time = p == 1 ? 0.7 - 2e-9 : 0.7 * p
      let present = Gallery.stage("edgeSwipeCard.present")
      let dismiss = Gallery.stage("edgeSwipeCard.dismiss")
      present.sample(time)
      dismiss.sample(time)
      expectPrinted(present.to.presentationFrame.minX, row[3], slack: p == 1 ? 1e-6 : 0)
      expectPrinted(present.from.presentation.alpha, row[4])
      expectPrinted(present.from.presentation.transform.m11, row[5])
      expectPrinted(dismiss.from.presentationFrame.minX, row[6], slack: p == 1 ? 1e-6 : 0)
      expectPrinted(dismiss.to.presentation.alpha, row[7])
      expectPrinted(dismiss.to.presentation.transform.m22, row[8])
    }
    let present = Gallery.stage("edgeSwipeCard.present")
    present.play(until: 0.7)
    #expect(present.to.presentationFrame.minX == 0)
    #expect(present.from.alpha == 0.5)
    #expect(present.from.transform == .identity)
    #expect(present.isSettled)
  }

  @Test("Edge-swipe card: linear under the finger, eased after the release")
  func edgeSwipeLegs() throws {
    for row in Table(GalleryTables.edgeSwipeLegs).rows {
      let p = Table.number(row[0])
      let finish = try Drag(ArticleDelegates.edgeSwipeCard)
      finish.drag(Point(x: 150, y: 0), released: .ended)
      if p > 0 { finish.engine.advance(to: Int64(((2.11 + 0.42 * p) * 1e9).rounded())) }
      expectPrinted(finish.sheet.view.presentationFrame.minX, row[3])
      expectPrinted(finish.page.presentation.alpha, row[4])
      let cancel = try Drag(ArticleDelegates.edgeSwipeCard)
      cancel.drag(Point(x: 75, y: 0), released: .ended)
      guard p < 1 else { continue }
      if p > 0 { cancel.engine.advance(to: Int64(((2.11 + 0.14 * p) * 1e9).rounded())) }
      expectPrinted(cancel.sheet.view.presentationFrame.minX, row[6])
      expectPrinted(cancel.page.presentation.transform.m11, row[7])
    }
  }

  @Test("Edge-swipe card: a canceled swipe leaves the page as it was behind the card")
  func edgeSwipeCancelled() throws {
    let drag = try Drag(ArticleDelegates.edgeSwipeCard)
    drag.drag(Point(x: 112.5, y: 0), released: .ended)
    drag.engine.run(until: 4)
    #expect(drag.isPresented)
    #expect(drag.page.alpha == 0.5)
    #expect(drag.page.transform == .identity)
    #expect(drag.page.superview == nil)
    #expect(drag.page.frame == Rect(x: 0, y: 0, width: 375, height: 667))
    #expect(drag.sheet.view.frame == Rect(x: 0, y: 0, width: 375, height: 667))
    #expect(drag.engine.diagnostics.isEmpty)
  }

  @Test("Edge-swipe card: only a swipe from the left edge begins")
  func edgeOnly() throws {
    let drag = try Drag(ArticleDelegates.edgeSwipeCard)
    drag.touch(.began, Point(x: 21, y: 100), at: 0.01)
    drag.touch(.moved, Point(x: 200, y: 100), at: 0.02)
    #expect(!drag.engine.hasTransitions)
  }

  @Test("Music card: both directions")
  func musicCard() {
    for row in Table(GalleryTables.musicCard).rows {
      let time = 0.48 * Table.number(row[0])
      let present = Gallery.stage("musicCard.present")
      let dismiss = Gallery.stage("musicCard.dismiss")
      present.sample(time)
      dismiss.sample(time)
      expectPrinted(present.to.presentationFrame.minY, row[2])
      expectPrinted(present.from.presentation.transform.m11, row[3])
      expectPrinted(present.from.presentation.alpha, row[4])
      expectPrinted(present.from.presentation.cornerRadius, row[5])
      expectPrinted(dismiss.from.presentationFrame.minY, row[7])
      expectPrinted(dismiss.to.presentation.transform.m22, row[8])
      expectPrinted(dismiss.to.presentation.alpha, row[9])
      expectPrinted(dismiss.to.presentation.cornerRadius, row[10])
      #expect(present.to.presentationFrame.height == 667)
    }
  }

  @Test(
    "Music card: only the top corners of the card are rounded, from the first frame to the last")
  func musicMask() {
    let present = Gallery.stage("musicCard.present")
    let dismiss = Gallery.stage("musicCard.dismiss")
    for time in [0, 0.1, 0.47] {
      present.sample(time)
      dismiss.sample(time)
      for card in [present.to, dismiss.from].map(ViewState.init) {
        #expect(card.look?.corners == ["topLeft", "topRight"])
        #expect(card.look?.cornerRadius == 8)
      }
      // The page behind is rounded at all corners.
      #expect(ViewState(present.from).look?.corners.count == 4)
    }
  }

  @Test("Music card: the card follows the finger, the presenter rests, the release decides")
  func musicPull() throws {
    for row in Table(GalleryTables.musicPull).rows {
      let drag = try Drag(ArticleDelegates.musicCard)
      let rest = drag.page.presentation
      drag.drag(Point(x: 0, y: Table.number(row[0])))
      expectPrinted(drag.sheet.view.presentationFrame.minY, row[2])
      expectPrinted(drag.sheet.transitionCoordinator?.percentComplete ?? .nan, row[1])
      #expect(drag.page.presentation == rest)
      drag.touch(.ended, Point(x: 15, y: 113 + Table.number(row[0])), at: 0.11)
      drag.engine.run(until: 4)
      #expect(drag.isPresented == (row[3] == "cancel"))
      #expect(drag.engine.diagnostics.isEmpty)
      if drag.isPresented {
        #expect(drag.page.presentation == rest)
      } else {
        #expect(drag.page.transform == .identity)
        #expect(drag.page.alpha == 1)
        #expect(drag.page.cornerRadius == 0)
      }
    }
  }

  @Test("Music card: after the release the presenter returns with the completion curve")
  func musicFinishLeg() throws {
    let drag = try Drag(ArticleDelegates.musicCard)
    drag.drag(Point(x: 0, y: 319.5), released: .ended)
    drag.engine.tick(seconds: 2.11 + 0.06)
    let eased = AnimationCurve.easeInOut.progress(at: 0.25)
    expectClose(drag.page.presentation.alpha, 0.8 + 0.2 * eased, within: 1e-7)
    expectClose(
      drag.sheet.view.presentationFrame.minY, 28 + 639 * (0.5 + 0.5 * eased), within: 1e-5)
  }

  @Test("Music card: a second presentation does not compound the scale")
  func musicTwice() throws {
    let drag = try Drag(ArticleDelegates.musicCard)
    let rest = drag.page.transform
    drag.drag(Point(x: 0, y: 50), released: .ended)
    drag.engine.run(until: 3)
    try drag.sheet.dismissOrThrow(animated: true)
    drag.engine.run(until: 4)
    #expect(drag.page.transform == .identity)
    #expect(drag.sheet.view.gestureRecognizers.isEmpty)
    try drag.scene.presenter.presentOrThrow(drag.sheet, animated: true)
    drag.engine.run(until: 5)
    #expect(drag.page.transform == rest)
    #expect(drag.sheet.view.gestureRecognizers.count == 1)
    expectClose(drag.page.frame.minY, 20)
  }

  @Test("The music card is light while it is up, unless it is wrapped in a navigation container")
  func musicCardStatusBar() throws {
    let scene = Scene()
    let player = scene.controller("player")
    player.style = .lightContent
    let delegate = ArticleDelegates.musicCard(player)
    try scene.presenter.presentOrThrow(player, animated: false)
    #expect(scene.window.statusBarStyle == .lightContent)
    let other = Scene()
    let wrapped = other.controller("player")
    wrapped.style = .lightContent
    let navigation = NavigationController(engine: other.engine, name: "n", root: wrapped)
    let wrappedDelegate = ArticleDelegates.musicCard(navigation)
    try other.presenter.presentOrThrow(navigation, animated: false)
    #expect(other.window.statusBarStyle == .default)
    withExtendedLifetime((delegate, wrappedDelegate)) {}
  }
}
