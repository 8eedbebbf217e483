import MotionKernels
import Testing

@testable import Articles
@testable import FramegateSuites
@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// The cart-fold's poses over time, compared with tables.
@Suite("Cart-fold")
struct CartFoldTests {
  @Test("Presentation, stage 1")
  func presentStage1() { check(CartFoldTables.presentStage1, "cartFold.present", from: 0) }

  @Test("Presentation, stage 2")
  func presentStage2() { check(CartFoldTables.presentStage2, "cartFold.present", from: 0.25) }

  @Test("Dismissal, stage 1")
  func dismissStage1() { check(CartFoldTables.dismissStage1, "cartFold.dismiss", from: 0) }

  @Test("Dismissal, stage 2")
  func dismissStage2() { check(CartFoldTables.dismissStage2, "cartFold.dismiss", from: 0.25) }

  /// Columns: p, eased, presented y, presenting alpha, m11, m22, m24, m42, m44, corners.
  private func check(_ table: String, _ name: String, from start: Double) {
    for row in Table(splitting: table).rows {
      let stage = Gallery.stage(name)
      let isPresentation = name == "cartFold.present"
      let page = isPresentation ? stage.from : stage.to
      let sheet = isPresentation ? stage.to : stage.from
      let time = start + 0.25 * (Double(row[0]) ?? .nan)
      if time > 0 { stage.engine.advance(to: Int64((time * 1e9).rounded())) }
      expectPrinted(sheet.presentationFrame.minY, row[2])
      #expect(sheet.presentationFrame.minX == 0)
      expectPrinted(page.presentation.alpha, row[3])
      let transform = page.presentation.transform
      expectPrinted(transform.m11, row[4])
      expectPrinted(transform.m22, row[5])
      expectPrinted(transform.m24, row[6])
      expectPrinted(transform.m42, row[7])
      expectPrinted(transform.m44, row[8])
      expectCorners(transform, row)
    }
  }

  private func expectCorners(_ transform: Transform3D64, _ row: [String]) {
    let topLeft = transform.mapped(Point(x: -187.5, y: -333.5)) + Point(x: 187.5, y: 333.5)
    let bottomRight = transform.mapped(Point(x: 187.5, y: 333.5)) + Point(x: 187.5, y: 333.5)
    expectPrinted(topLeft.x, row[9])
    expectPrinted(topLeft.y, row[10])
    expectPrinted(bottomRight.x, row[11])
    expectPrinted(bottomRight.y, row[12])
  }

  /// Expects the entries that are given, and those of the identity elsewhere.
  private func expectEntries(_ pose: Transform3D64, _ expected: KeyValuePairs<String, Double>) {
    let names = (1...4).flatMap { row in (1...4).map { "m\(row)\($0)" } }
    for (name, entry) in zip(names, pose.entries) {
      let identity: Double = name.dropFirst().first == name.last ? 1 : 0
      expectClose(entry, expected.first { $0.key == name }?.value ?? identity, within: 1e-15)
    }
  }

  @Test("The poses have exactly these entries")
  func poses() {
    for isPresentation in [true, false] {
      let stage = Gallery.stage(isPresentation ? "cartFold.present" : "cartFold.dismiss")
      let page = isPresentation ? stage.from : stage.to
      let (first, second): (KeyValuePairs<String, Double>, KeyValuePairs<String, Double>) =
        isPresentation
        ? (["m24": -0.0005], ["m11": 0.8, "m22": 0.9, "m42": -15])
        : (["m11": 0.95, "m22": 0.95, "m24": -0.00019], [:])
      expectEntries(page.transform, first)
      stage.sample(0.25)
      expectEntries(page.transform, second)
    }
  }

  @Test("The poses under a finger have exactly these entries")
  func draggedPoses() throws {
    let drag = try CartFoldDragTests.SheetDrag()
    drag.begin()
    expectEntries(drag.page.transform, ["m11": 0.85, "m24": -0.0002, "m42": 15])
    for (index, row) in Table(CartFoldTables.dragPose).rows.enumerated() {
      drag.touch(.moved, y: 120 + Table.number(row[1]), at: 0.1 + 0.01 * Double(index))
      let pose = drag.page.transform
      expectPrinted(pose.m11, row[3])
      expectPrinted(pose.m22, row[4])
      expectPrinted(pose.m24, row[5])
      #expect(pose.m44 == 1)
    }
  }

  @Test("The reported duration is that of both stages", arguments: [true, false])
  func duration(isPresenting: Bool) {
    let animator = CustomTransitioningAnimator(isPresenting: isPresenting)
    #expect(animator.transitionDuration(using: nil) == 0.5)
  }

  @Test(
    "It completes at tick 30 of 60 Hz and 60 of 120 Hz, and at ⌈R/2⌉ in general",
    arguments: [1, 24, 48, 59, 60, 61, 90, 120, 144, 240, 1000])
  func completionTick(rate: Int64) {
    for isPresentation in [true, false] {
      let stage = Gallery.stage(
        isPresentation ? "cartFold.present" : "cartFold.dismiss", StageParameters(layers: 0))
      var tick: Int64 = 0
      let container = stage.to.superview
      let sheet = isPresentation ? stage.to : stage.from
      #expect(container != nil)
      while sheet.engine.nanoseconds < 2_000_000_000 {
        tick += 1
        stage.advance(to: Engine.vsync(tick, rate: rate))
        let isOver = isPresentation ? !stage.engine.hasTransitions : sheet.superview == nil
        if isOver { break }
      }
      #expect(tick == (rate + 1) / 2)
      #expect(stage.engine.diagnostics.isEmpty)
    }
  }

  @Test(
    "Stage 2 starts exactly 0.25 s after stage 1, at every rate", arguments: [7, 60, 90, 120, 144])
  func stageBoundary(rate: Int64) {
    let stage = Gallery.stage("cartFold.present")
    let reference = Gallery.stage("cartFold.present")
    stage.engine.run(until: 0.25, rate: rate)
    // The first vsync in the middle of stage 2.
    var index: Int64 = 0
    while Engine.vsync(index, rate: rate) <= 375_000_000 { index += 1 }
    let tick = Engine.vsync(index, rate: rate)
    stage.engine.run(until: Double(tick) / 1e9, rate: rate)
    reference.advance(to: tick)
    #expect(stage.from.presentation == reference.from.presentation)
  }
}
