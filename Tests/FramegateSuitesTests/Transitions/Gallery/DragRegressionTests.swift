import MotionKernels
import Testing

@testable import Articles
@testable import FramegateSuites
@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// Bugs that interactive dismissals of this kind are known for: each test fails where one returns.
@Suite("Drag regressions")
struct DragRegressionTests {
  private func cartFold() throws -> Drag { try Drag(ArticleDelegates.cartFold) }

  @Test("A release without movement cancels, even after a drag that would have finished")
  func releaseWithoutMovement() throws {
    let drag = try cartFold()
    // The first drag decides to finish and is canceled by the system; the second does not move.
    drag.drag(Point(x: 0, y: 180), released: .cancelled)
    drag.engine.run(until: 3)
    drag.touch(.began, Point(x: 50, y: 100), at: 1.5)
    drag.touch(.moved, Point(x: 50, y: 120), at: 1.51)
    drag.touch(.ended, Point(x: 50, y: 120), at: 1.52)
    drag.engine.run(until: 5)
    #expect(drag.isPresented)
    #expect(!drag.engine.hasTransitions)
  }

  @Test("An interaction that moves the views itself tells the context, so the coordinator knows")
  func interactionTellsTheContext() throws {
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

  @Test("A two-stage animator is not scrubbed, but dragged past its first stage")
  func twoStageAnimatorIsNotScrubbed() throws {
    let drag = try cartFold()
    // Near the end of the drag the page is almost home, which is the way of both stages, and the
    // sheet, which the animator would move, is where it was.
    drag.drag(Point(x: 0, y: 199))
    expectClose(drag.page.presentation.transform.m11, 0.85 + 0.15 * 0.995)
    #expect(drag.sheet.view.presentationFrame.minY == 0)
  }

  @Test(
    "Calls without a context are ignored, and both outcomes drop the context",
    arguments: [true, false])
  func contextIsDropped(isFinishing: Bool) throws {
    let drag = try cartFold()
    let pan = try #require(drag.sheet.view.gestureRecognizers.first)
    for state in [GestureRecognizer.State.changed, .ended, .cancelled] {
      pan.transition(to: state)
    }
    #expect(drag.engine.diagnostics.count == 3)
    drag.drag(Point(x: 0, y: isFinishing ? 150 : 50), released: .ended)
    drag.engine.run(until: 2.2)
    let pose = drag.page.transform
    pan.transition(to: .changed)
    #expect(drag.page.transform == pose)
    drag.engine.run(until: 4)
    #expect(drag.isPresented != isFinishing)
  }

  @Test("A release at a negative translation is not lost")
  func negativeTranslation() throws {
    let drag = try Drag(ArticleDelegates.sideSlide)
    drag.touch(.began, Point(x: 100, y: 100), at: 0.01)
    drag.touch(.moved, Point(x: 120, y: 100), at: 0.02)
    drag.touch(.moved, Point(x: 60, y: 100), at: 0.03)
    #expect(drag.sheet.view.frame.minX == 0)
    drag.touch(.ended, Point(x: 50, y: 100), at: 0.04)
    drag.engine.run(until: 3)
    #expect(!drag.engine.hasTransitions)
    #expect(drag.isPresented)
  }

  @Test(
    "A canceled gesture cancels, and its decision does not carry over", arguments: Drag.all.indices)
  func decisionDoesNotCarryOver(index: Int) throws {
    let (makeDelegate, way) = Drag.all[index]
    let drag = try Drag(makeDelegate)
    drag.drag(way, released: .cancelled)
    drag.engine.run(until: 3)
    #expect(drag.isPresented)
    #expect(!drag.engine.hasTransitions)
    // The next gesture begins and ends without a change: the old decision must not finish it.
    let began = way.x == 0 ? Point(x: 2, y: 113) : Point(x: 15, y: 100)
    drag.touch(.began, Point(x: 2, y: 100), at: 1.5)
    drag.touch(.moved, began, at: 1.51)
    drag.touch(.ended, began, at: 1.52)
    drag.engine.run(until: 5)
    #expect(drag.isPresented)
    #expect(!drag.engine.hasTransitions)
  }

  @Test("The finished side-slide ends at the container's width, not beyond it")
  func sideSlideEndsAtTheWidth() throws {
    let drag = try Drag(ArticleDelegates.sideSlide)
    drag.drag(Point(x: 225, y: 0), released: .ended)
    drag.engine.advance(to: 2_310_000_000)
    #expect(drag.sheet.view.frame.minX == 375)
  }

  @Test("A canceled side-slide keeps the modal and removes the presenter's view")
  func canceledSideSlideRemovesThePresenter() throws {
    let drag = try Drag(ArticleDelegates.sideSlide)
    drag.drag(Point(x: 100, y: 0), released: .ended)
    drag.engine.run(until: 3)
    #expect(drag.sheet.view.superview != nil)
    #expect(drag.page.superview == nil)
    #expect(!drag.engine.hasTransitions)
  }

  @Test("The music card stays under the finger, and is not pulled up")
  func musicCardStaysUnderTheFinger() throws {
    let drag = try Drag(ArticleDelegates.musicCard)
    drag.drag(Point(x: 0, y: 178.92))
    expectClose(drag.sheet.view.presentationFrame.minY, 206.92)
    drag.touch(.moved, Point(x: 15, y: 60), at: 0.2)
    #expect(drag.sheet.view.presentationFrame.minY == 28)
  }
}
