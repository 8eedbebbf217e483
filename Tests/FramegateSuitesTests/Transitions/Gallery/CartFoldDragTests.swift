import MotionKernels
import Testing

@testable import Articles
@testable import FramegateSuites
@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// The cart-fold under a finger, compared with tables of its poses.
@Suite("Cart-fold drag")
struct CartFoldDragTests {
  /// A presented sheet, ready to be dragged, at engine time 2.
  struct SheetDrag {
    let scene = Scene()
    let sheet: RecordingController
    let delegate: CustomTransitioningDelegate
    var engine: Engine { scene.engine }
    var page: View { scene.presenter.view }

    init() throws {
      sheet = scene.controller("sheet")
      delegate = ArticleDelegates.cartFold(sheet)
      engine.tick(at: 0)
      try scene.presenter.presentOrThrow(sheet, animated: true)
      engine.tick(seconds: 1)
      engine.tick(seconds: 2)
      _ = scene.log.take()
    }

    /// Sends a touch and ticks at its time, in seconds from the start of the drag.
    func touch(_ phase: Touch.Phase, y: Double, at seconds: Double) {
      let time = Int64(((2 + seconds) * 1e9).rounded())
      scene.window.send(Touch(phase, at: Point(x: 100, y: y), nanoseconds: time))
      if time > engine.nanoseconds { engine.tick(at: time) }
    }

    /// Puts the finger down and begins; the translation counts from y = 120.
    func begin() {
      touch(.began, y: 100, at: 0.01)
      touch(.moved, y: 120, at: 0.02)
    }
  }

  private func expectPose(_ transform: Transform3D64, _ row: ArraySlice<String>) {
    let entries = [transform.m11, transform.m22, transform.m24, transform.m42, transform.m44]
    for (entry, text) in zip(entries, row) { expectPrinted(entry, text) }
  }

  @Test("The page starts toward the drag-start pose")
  func start() throws {
    for row in Table(splitting: CartFoldTables.dragStart).rows {
      let drag = try SheetDrag()
      drag.begin()
      let time = 2.02 + 0.25 * Table.number(row[0])
      if time > drag.engine.now { drag.engine.tick(seconds: time) }
      expectPose(drag.page.presentation.transform, row[2...])
      #expect(drag.sheet.view.presentationFrame.minY == 0)
    }
  }

  @Test("The pose follows the finger; the first change ends the start animation")
  func poses() throws {
    for row in Table(splitting: CartFoldTables.dragPose).rows {
      let drag = try SheetDrag()
      drag.begin()
      drag.touch(.moved, y: 120 + Table.number(row[1]), at: 0.1)
      expectPrinted(drag.page.presentation.alpha, row[2])
      expectPose(drag.page.presentation.transform, row[3...])
      #expect(drag.sheet.view.presentationFrame.minY == 0)
      #expect(drag.sheet.transitionCoordinator?.percentComplete == Table.number(row[0]))
      drag.engine.tick(seconds: 2.2)
      expectPose(drag.page.presentation.transform, row[3...])
    }
  }

  @Test("Released past half of the way, it finishes in 0.5 s")
  func finish() throws {
    for row in Table(CartFoldTables.finish).rows {
      let drag = try SheetDrag()
      drag.begin()
      drag.touch(.moved, y: 240, at: 0.1)
      drag.touch(.ended, y: 240, at: 0.11)
      let time = 2.11 + 0.5 * Table.number(row[0])
      if time > drag.engine.now {
        drag.engine.advance(to: Int64((time * 1e9).rounded()))
      }
      expectPrinted(drag.sheet.view.presentationFrame.minY, row[2])
      expectPrinted(drag.page.presentation.alpha, row[3])
      expectPose(drag.page.presentation.transform, row[4...])
    }
    let drag = try SheetDrag()
    drag.begin()
    drag.touch(.moved, y: 240, at: 0.1)
    drag.touch(.ended, y: 240, at: 0.11)
    drag.engine.tick(seconds: 2.6)
    #expect(drag.engine.hasTransitions)
    drag.engine.tick(seconds: 2.61)
    #expect(!drag.engine.hasTransitions)
    #expect(drag.sheet.view.superview == nil)
    #expect(drag.scene.presenter.presentedViewController == nil)
    #expect(drag.page.transform == .identity)
    #expect(drag.engine.diagnostics.isEmpty)
  }

  @Test("Released before half of the way, it is back after 0.25 s and one tick")
  func cancel() throws {
    for row in Table(CartFoldTables.cancel).rows {
      let drag = try SheetDrag()
      drag.begin()
      drag.touch(.moved, y: 180, at: 0.1)
      drag.touch(.ended, y: 180, at: 0.11)
      #expect(!drag.sheet.view.isUserInteractionEnabled)
      // The sheet has nothing to animate, so its stage completes at this tick and the page's
      // starts.
      drag.engine.tick(seconds: 2.12)
      let time = 2.12 + 0.25 * Table.number(row[0])
      if time > drag.engine.now { drag.engine.advance(to: Int64((time * 1e9).rounded())) }
      expectPrinted(drag.sheet.view.presentationFrame.minY, row[2])
      expectPrinted(drag.page.presentation.alpha, row[3])
      expectPose(drag.page.presentation.transform, row[4...])
    }
    let drag = try SheetDrag()
    drag.begin()
    drag.touch(.moved, y: 180, at: 0.1)
    drag.touch(.ended, y: 180, at: 0.11)
    drag.engine.run(until: 3)
    #expect(drag.sheet.view.isUserInteractionEnabled)
    #expect(drag.scene.presenter.presentedViewController === drag.sheet)
    #expect(drag.page.transform == CartFoldTables.rest)
    #expect(drag.page.alpha == 0.5)
    #expect(drag.engine.diagnostics.isEmpty)
  }

  /// How far the finger goes, how far in its last step, and whether the sheet leaves.
  @Test(
    "The decision is strict, and an upward release cancels",
    arguments: [
      (100.0, 10.0, false), (100.001, 10, true), (199, 10, true), (150, -5, false), (150, 0, true),
    ])
  func decision(way: Double, lastStep: Double, finishes: Bool) throws {
    let drag = try SheetDrag()
    drag.begin()
    drag.touch(.moved, y: 120 + way - lastStep, at: 0.1)
    drag.touch(.moved, y: 120 + way, at: 0.12)
    drag.touch(.ended, y: 120 + way, at: 0.13)
    drag.engine.run(until: 4)
    #expect((drag.scene.presenter.presentedViewController == nil) == finishes)
    #expect(!drag.engine.hasTransitions)
  }

  @Test("Appearance calls reverse at the moment of the cancel")
  func appearance() throws {
    let drag = try SheetDrag()
    drag.begin()
    #expect(drag.scene.log.take() == ["sheet viewWillDisappear"])
    drag.touch(.moved, y: 150, at: 0.1)
    drag.touch(.ended, y: 150, at: 0.11)
    #expect(drag.scene.log.take() == ["sheet viewWillAppear"])
    drag.engine.run(until: 3)
    #expect(drag.scene.log.take() == ["sheet viewDidAppear"])
  }
}
