import LayerKernels
import Testing

@testable import FramegateSuites
@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// Sheets with detents and lists: what they do by hand, and the stages of all layout scenarios.
///
/// What rotations do by hand is in an extension of its own.
@Suite("Layout scenarios")
struct LayoutStageTests {
  let engine = Engine()
  let window: Window
  let page: ViewController
  let controller: ViewController

  init() {
    window = Window(engine: engine, size: Size(width: 300, height: 610))
    page = ViewController(engine: engine, name: "page")
    controller = ViewController(engine: engine, name: "sheet")
    window.rootViewController = page
    engine.tick(at: 0)
  }

  func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Rect {
    Rect(x: x, y: y, width: width, height: height)
  }

  func presentSheet(_ detents: [Detent]) throws -> SheetDelegate {
    let delegate = SheetDelegate(controller, detents: detents)
    try page.presentOrThrow(controller, animated: true)
    engine.tick(at: 2_000_000_000)
    return delegate
  }

  /// Drags the sheet by a distance within a second, holds it there, and lifts the finger; not held,
  /// it is a flick of some hundredths of a second.
  func drag(by distance: Double, held: Bool = true) {
    let from = Point(x: 150, y: controller.view.frame.minY + 30)
    func send(_ phase: Touch.Phase, _ y: Double, at milliseconds: Int64) {
      let time = 3_000_000_000 + milliseconds * 1_000_000
      window.send(Touch(phase, at: Point(x: 150, y: y), nanoseconds: time))
      engine.tick(at: time)
    }
    send(.began, from.y + (distance < 0 ? 11 : -11), at: 0)
    send(.moved, from.y, at: 10)
    send(.moved, from.y + distance, at: held ? 900 : 60)
    if held { send(.moved, from.y + distance, at: 1_000) }
    send(.ended, from.y + distance, at: held ? 1_001 : 61)
  }

  @Test("A sheet stands on the bottom edge, as high as its first detent")
  func placement() throws {
    // 600 points are left below the margin of 10.
    let delegate = try presentSheet([.height(200), .medium, .large])
    #expect(controller.view.frame == rect(0, 410, 300, 200))
    #expect(page.view.isDescendant(of: window))
    #expect(engine.diagnostics.isEmpty)
    _ = delegate
  }

  @Test("The height follows the finger, and the contents are laid out in every frame")
  func following() throws {
    let content = View(engine: engine, name: "content")
    let filled = FilledView(engine: engine, name: "filled")
    filled.addSubview(content)
    controller.view = filled
    let delegate = try presentSheet([.medium, .large])
    for (distance, height) in [(-100.0, 400.0), (-40, 340), (60, 240)] {
      let y = controller.view.frame.minY
      #expect(y == 310)
      window.send(Touch(.began, at: Point(x: 5, y: 400), nanoseconds: engine.nanoseconds + 1))
      window.send(Touch(.moved, at: Point(x: 5, y: 411), nanoseconds: engine.nanoseconds + 2))
      window.send(
        Touch(.moved, at: Point(x: 5, y: 411 + distance), nanoseconds: engine.nanoseconds + 3))
      engine.tick(at: engine.nanoseconds + 3)
      #expect(controller.view.frame == rect(0, 610 - height, 300, height))
      #expect(content.frame == rect(0, 0, 300, height))
      window.send(
        Touch(.cancelled, at: Point(x: 5, y: 411 + distance), nanoseconds: engine.nanoseconds + 1))
      engine.tick(at: engine.nanoseconds + 1_000_000_000)
    }
    #expect(delegate.selected == .medium)
  }

  @Test(
    "A release goes to the nearest detent",
    arguments: [(-60.0, 200.0), (-160, 400), (-390, 600), (-900, 600), (90, 200)])
  func release(distance: Double, height: Double) throws {
    let delegate = try presentSheet([.height(200), .height(400), .large])
    drag(by: distance)
    engine.tick(at: 5_000_000_000)
    #expect(controller.view.frame == rect(0, 610 - height, 300, height))
    #expect(page.presentedViewController != nil)
    _ = delegate
  }

  @Test(
    "A release below half of the lowest detent dismisses, and so does a flick that would get there",
    arguments: [(120.0, true, true), (60, true, false), (60, false, true)])
  func dismissal(distance: Double, held: Bool, isDismissed: Bool) throws {
    let delegate = try presentSheet([.height(200), .large])
    drag(by: distance, held: held)
    engine.tick(at: 6_000_000_000)
    engine.tick(at: 7_000_000_000)
    #expect((page.presentedViewController == nil) == isDismissed)
    #expect((controller.view.superview == nil) == isDismissed)
    #expect(controller.view.gestureRecognizers.isEmpty == isDismissed)
    #expect(engine.diagnostics.isEmpty)
    _ = delegate
  }

  @Test("A sheet that is presented again opens at its first detent")
  func presentedAgain() throws {
    let delegate = try presentSheet([.height(200), .large])
    drag(by: -390)
    engine.tick(at: 5_000_000_000)
    #expect(delegate.selected == .large)
    try controller.dismissOrThrow(animated: false)
    try page.presentOrThrow(controller, animated: true)
    #expect(delegate.selected == .height(200))
    engine.tick(at: 7_000_000_000)
    #expect(controller.view.frame == rect(0, 410, 300, 200))
  }

  @Test("Beyond the highest detent the sheet resists, and never leaves the screen")
  func resistance() throws {
    let delegate = try presentSheet([.height(200)])
    window.send(Touch(.began, at: Point(x: 5, y: 500), nanoseconds: 3_000_000_000))
    window.send(Touch(.moved, at: Point(x: 5, y: 489), nanoseconds: 3_000_000_001))
    window.send(Touch(.moved, at: Point(x: 5, y: 389), nanoseconds: 3_000_000_002))
    engine.tick(at: 3_000_000_002)
    // A fifth of the 100 points beyond.
    #expect(controller.view.frame.height == 220)
    window.send(Touch(.moved, at: Point(x: 5, y: -9_000), nanoseconds: 3_000_000_003))
    engine.tick(at: 3_000_000_003)
    #expect(controller.view.frame == rect(0, 10, 300, 600))
    _ = delegate
  }

  @Test("Detents that the screen has no room for are moved and reported")
  func detents() throws {
    let delegate = try presentSheet([.height(900), .height(-5), .height(.nan), .medium])
    #expect(controller.view.frame == rect(0, 10, 300, 600))
    let report = Diagnostic.detentOutOfReach(controller: "sheet", largest: 600)
    #expect(engine.diagnostics == [report, report, report])
    #expect(SheetDelegate(controller, detents: []).detents == [.large])
    _ = delegate
  }

  @Test("A list shows every post once, without gaps, at any speed")
  func feed() throws {
    let feed = Feed(engine: engine, shape: .typical, frame: rect(0, 0, 300, 610))
    window.addSubview(feed)
    var highest = -1
    for frame in 0..<60 {
      feed.scroll(to: Double(frame * frame))
      let posts = feed.visiblePosts
      try #require(!posts.isEmpty)
      #expect(posts == Array(posts[0]...posts[posts.count - 1]))
      let cells = feed.subviews.filter { !$0.isHidden }.map(\.frame).sorted { $0.minY < $1.minY }
      try #require(cells.count == posts.count)
      for (cell, next) in zip(cells, cells.dropFirst()) {
        expectClose(next.minY, cell.maxY + Feed.spacing, within: 1e-9)
      }
      #expect(cells[0].minY <= Double(frame * frame) + Feed.spacing)
      #expect(cells[cells.count - 1].maxY + Feed.spacing >= Double(frame * frame) + 610)
      highest = max(highest, posts[posts.count - 1])
    }
    // No post was measured twice, and cells were used again.
    #expect(feed.shownCount == highest + 1)
    #expect(feed.subviews.count < feed.shownCount)
    // Back to the top: posts that are gone are shown again.
    feed.scroll(to: 0)
    #expect(feed.visiblePosts.first == 0)
    feed.scroll(to: -100)
    #expect(feed.bounds.minY == 0)
  }

  @Test(
    "Every layout scenario plays to its end on every scene", arguments: LayoutScenario.allCases,
    [SceneShape.light, .typical, nil])
  func stages(scenario: LayoutScenario, scene: SceneShape?) {
    for variant in LayerBatchVariant.allCases {
      let stage = LayoutStage(scenario, StageParameters(scene: scene, variant: variant))
      stage.begin()
      let frames = Int64((scenario.duration * 60).rounded(.up))
      for frame in 1...frames {
        stage.advance(to: Engine.vsync(frame, rate: 60))
        #expect(scene == nil || !stage.displayList.quads.isEmpty)
      }
      #expect(!stage.engine.hasTransitions)
      #expect(!stage.engine.hasAnimations)
      #expect(stage.engine.diagnostics.isEmpty)
    }
  }

  @Test(
    "A dragged sheet gives its contents another layout in every frame, and ends at its highest detent"
  )
  func dragStage() {
    let stage = LayoutStage(.sheetDrag, StageParameters(scene: .light))
    stage.begin()
    var heights: Set<Double> = []
    for frame in 1...Int64(LayoutScenario.dragSeconds * 60) {
      stage.advance(to: Engine.vsync(frame, rate: 60))
      let sheet = stage.sheetView
      heights.insert(sheet.bounds.height)
      #expect(sheet.subviews.first?.bounds.size == sheet.bounds.size)
    }
    #expect(heights.count > 20)
    for frame in 31...70 as ClosedRange<Int64> { stage.advance(to: Engine.vsync(frame, rate: 60)) }
    #expect(stage.selectedDetent == .large)
    #expect(stage.sheetView.frame.minY == SheetDelegate.topMargin)
  }

  /// Every view below a view.
  private func all(below view: View) -> [View] {
    view.subviews.flatMap { [$0] + all(below: $0) }
  }

  @Test("A rotation lays out the page in every frame, and ends where one layout would")
  func rotationStage() throws {
    let stage = LayoutStage(.rotation, StageParameters(scene: .typical))
    stage.begin()
    let views = all(below: stage.pageView)
    let labels = views.compactMap { $0 as? Label }
    var (widths, lines): (Set<Double>, Set<[Int]>) = ([], [])
    for frame in 1...Int64(LayoutScenario.rotationSeconds * 60) {
      stage.advance(to: Engine.vsync(frame, rate: 60))
      widths.insert(stage.pageView.bounds.width)
      lines.insert(labels.map(\.lines.count))
      #expect(stage.pageView.subviews.first?.bounds.width == stage.pageView.bounds.width)
      #expect(views.allSatisfy { $0.animations.isEmpty })
    }
    #expect(widths.count == 24)
    // Text was broken again.
    #expect(lines.count > 1)

    let once = LayoutStage(.rotationLaidOutOnce, StageParameters(scene: .typical))
    once.begin()
    #expect(all(below: stage.pageView).map(\.frame) == all(below: once.pageView).map(\.frame))
  }

  @Test("A rotation that is laid out once moves every view of the page in its animation")
  func rotationLaidOutOnce() throws {
    let stage = LayoutStage(.rotationLaidOutOnce, StageParameters(scene: .typical))
    let views = all(below: stage.pageView)
    let old = views.map(\.frame)
    stage.begin()
    let new = views.map(\.frame)
    #expect(zip(old, new).count { $0 != $1 } > views.count / 2)
    stage.advance(to: 200_000_000)
    for (index, view) in views.enumerated() {
      // Eased in and out, half of the way.
      expectClose(
        view.presentationFrame.width, 0.5 * (old[index].width + new[index].width), within: 1e-3)
      expectClose(
        view.presentationFrame.minY, 0.5 * (old[index].minY + new[index].minY), within: 1e-3)
    }
    stage.advance(to: 410_000_000)
    #expect(views.map(\.presentationFrame) == new)
  }

  @Test("A fling slows down to rest")
  func fling() {
    #expect(LayoutScenario.flingDistance(after: 0) == 0)
    #expect(LayoutScenario.flingDistance(after: 1.5) == 1_500)
    #expect(LayoutScenario.flingDistance(after: 99) == 1_500)
    let distances = (0...15).map { LayoutScenario.flingDistance(after: 0.1 * Double($0)) }
    let steps = zip(distances.dropFirst(), distances).map { $0 - $1 }
    #expect(zip(steps, steps.dropFirst()).allSatisfy { $0 > $1 })
  }
}

/// A view whose only subview fills it.
private final class FilledView: View {
  override func layoutSubviews() { subviews.first?.frame = bounds }
}
