import HeadlessUI
import MotionKernels
import Testing

/// §18, B-01 to B-12: one regression test for each corrected behaviour.
@Suite("Bug catalogue, first half")
struct BugCatalogueTests {
  typealias Drag = DragGalleryTests.Drag

  private func cartFold() throws -> Drag { try Drag { CartFoldDelegate(sheet: $0) } }

  @Test("B-01: a release without movement cancels, also after a finished decision")
  func b01() throws {
    let drag = try cartFold()
    // The first drag decides to finish and is taken away; the second does not move.
    drag.drag(Point(x: 0, y: 180), released: .cancelled)
    drag.engine.run(until: 3)
    drag.touch(.began, Point(x: 50, y: 100), at: 1.5)
    drag.touch(.moved, Point(x: 50, y: 120), at: 1.51)
    drag.touch(.ended, Point(x: 50, y: 120), at: 1.52)
    drag.engine.run(until: 5)
    #expect(drag.isPresented)
    #expect(!drag.engine.hasTransitions)
  }

  @Test("B-02: a two-stage animator reports both stages")
  func b02() {
    for direction in [ModalDirection.present, .dismiss] {
      #expect(CartFoldAnimator(direction).transitionDuration(using: nil) == 0.5)
    }
  }

  @Test("B-03: an interrupted stage does not hang the transition", arguments: [true, false])
  func b03(isPresentation: Bool) {
    let stage: TransitionStage = isPresentation ? .cartFoldPresent() : .cartFoldDismiss()
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

  @Test("B-04: a hand-written interaction tells the context, so the coordinator knows")
  func b04() throws {
    let drag = try cartFold()
    drag.drag(Point(x: 0, y: 50))
    var changes: [Bool] = []
    let coordinator = try #require(drag.sheet.transitionCoordinator)
    coordinator.notifyWhenInteractionChanges { changes.append($0.isCancelled) }
    #expect(coordinator.percentComplete == 0.25)
    drag.touch(.ended, Point(x: 15, y: 163), at: 0.2)
    #expect(coordinator.isCancelled)
    #expect(changes == [true])
  }

  @Test("B-05: asking for parts changes nothing")
  func b05() throws {
    let drag = try cartFold()
    let delegate = try #require(drag.delegate as? CartFoldDelegate)
    let (sheet, presenter) = (drag.sheet, drag.scene.presenter)
    for _ in 0..<3 {
      let animator = delegate.animationController(
        forPresented: sheet, presenting: presenter, source: presenter)
      #expect((animator as? CartFoldAnimator)?.direction == .present)
      let other = try #require(delegate.animationController(forDismissed: sheet))
      #expect((other as? CartFoldAnimator)?.direction == .dismiss)
      #expect(delegate.interactionControllerForDismissal(using: other) == nil)
      #expect(delegate.interactionControllerForPresentation(using: other) == nil)
    }
  }

  @Test("B-06: the two-stage animator is dragged by a hand-written controller")
  func b06() throws {
    let drag = try cartFold()
    let interaction = (drag.delegate as? CartFoldDelegate)?.interaction
    #expect(!((interaction as AnyObject) is PercentDrivenInteractiveTransition))
    // Near the end of the drag the page is nearly home: both stages' way, not the first one's.
    drag.drag(Point(x: 0, y: 199))
    expectClose(drag.page.presentation.transform.m11, CartFold.drag(0.995).m11)
  }

  @Test(
    "B-07: calls without a context are ignored, and the context is dropped in both paths",
    arguments: [true, false])
  func b07(finishing: Bool) throws {
    let drag = try cartFold()
    let interaction = try #require((drag.delegate as? CartFoldDelegate)?.interaction)
    let pan = PanGestureRecognizer { recognizer in
      if let pan = recognizer as? PanGestureRecognizer { interaction.handle(pan) }
    }
    for state in [GestureRecognizer.State.changed, .ended, .cancelled] {
      pan.transition(to: state)
    }
    #expect(drag.engine.diagnostics.count == 3)
    drag.drag(Point(x: 0, y: finishing ? 150 : 50), released: .ended)
    drag.engine.run(until: 2.2)
    let pose = drag.page.transform
    pan.transition(to: .changed)
    #expect(drag.page.transform == pose)
    drag.engine.run(until: 4)
    #expect(drag.isPresented != finishing)
  }

  @Test("B-08: an end with negative translation is not lost")
  func b08() throws {
    let drag = try Drag(SideSlideDelegate.init)
    drag.touch(.began, Point(x: 100, y: 100), at: 0.01)
    drag.touch(.moved, Point(x: 120, y: 100), at: 0.02)
    drag.touch(.moved, Point(x: 60, y: 100), at: 0.03)
    #expect(drag.sheet.view.frame.minX == 0)
    drag.touch(.ended, Point(x: 50, y: 100), at: 0.04)
    drag.engine.run(until: 3)
    #expect(!drag.engine.hasTransitions)
    #expect(drag.isPresented)
  }

  @Test("B-09: a dismissal by program is animated and ends")
  func b09() throws {
    let drag = try Drag(SideSlideDelegate.init)
    try drag.sheet.dismiss(animated: true)
    drag.engine.run(until: 2.25)
    #expect(drag.sheet.view.presentationFrame.minX > 0)
    drag.engine.run(until: 3)
    #expect(!drag.isPresented)
    #expect(!drag.engine.hasTransitions)
  }

  @Test("B-10: a cancelled gesture cancels, and the decision does not survive it")
  func b10() throws {
    let delegates: [(ViewController) -> AnyObject] = [
      SideSlideDelegate.init, EdgeSwipeCardDelegate.init, MusicCardDelegate.init,
    ]
    for (index, makeDelegate) in delegates.enumerated() {
      let drag = try Drag(makeDelegate)
      let way = index == 2 ? Point(x: 0, y: 500) : Point(x: 350, y: 0)
      drag.drag(way, released: .cancelled)
      drag.engine.run(until: 3)
      #expect(drag.isPresented)
      // The next gesture begins and ends without a change: the old decision must not finish it.
      drag.touch(.began, Point(x: 2, y: 100), at: 1.5)
      drag.touch(.moved, Point(x: index == 2 ? 2 : 15, y: index == 2 ? 113 : 100), at: 1.51)
      drag.touch(.ended, Point(x: index == 2 ? 2 : 15, y: index == 2 ? 113 : 100), at: 1.52)
      drag.engine.run(until: 5)
      #expect(drag.isPresented)
      #expect(!drag.engine.hasTransitions)
    }
  }

  @Test("B-11: behind the leaving full-screen view there is the presenter's")
  func b11() {
    let stage = TransitionStage.topDropDismiss()
    stage.sample(0.2)
    #expect(stage.to.superview === stage.from.superview)
    #expect(stage.to.frame == Rect(x: 0, y: 0, width: 375, height: 667))
  }

  @Test("B-12: the finished side-slide ends at the width, not beyond")
  func b12() throws {
    let drag = try Drag(SideSlideDelegate.init)
    drag.drag(Point(x: 225, y: 0), released: .ended)
    drag.engine.advance(to: 2_310_000_000)
    #expect(drag.sheet.view.frame.minX == 375)
  }
}
