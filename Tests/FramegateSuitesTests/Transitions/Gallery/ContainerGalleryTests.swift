import MotionKernels
import Testing

@testable import FramegateSuites
@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// Push, pop and tab switch, compared with tables of their frames.
@Suite("Container transitions")
struct ContainerGalleryTests {
  @Test("Corner push and pop")
  func cornerPush() {
    for row in Table(splitting: GalleryTables.cornerPush).rows {
      let time = 0.5 * Table.number(row[0])
      let push = Gallery.stage("cornerPush.push")
      let pop = Gallery.stage("cornerPush.pop")
      push.sample(time)
      pop.sample(time)
      expectPrinted(push.to.presentationFrame.minX, row[2])
      expectPrinted(push.to.presentationFrame.minY, row[3])
      expectPrinted(pop.from.presentationFrame.minX, row[4])
      expectPrinted(pop.from.presentationFrame.minY, row[5])
      #expect(pop.to.presentationFrame == Rect(x: 0, y: 0, width: 375, height: 667))
    }
  }

  @Test("The tab shrinks to the center")
  func shrinkTab() {
    for row in Table(splitting: GalleryTables.shrinkTab).rows {
      let stage = Gallery.stage("shrinkTab.switch")
      let time = 0.5 * Table.number(row[0])
      stage.sample(time)
      guard time < 0.5 else { continue }
      let frame = stage.from.presentationFrame
      expectPrinted(frame.minX, row[2])
      expectPrinted(frame.minY, row[3])
      expectPrinted(frame.width, row[4])
      expectPrinted(frame.height, row[5])
      #expect(stage.from.superview?.subviews.map(\.name) == ["to", "from"])
    }
    let stage = Gallery.stage("shrinkTab.switch")
    stage.sample(0.499_99)
    expectClose(
      stage.from.presentationFrame, Rect(x: 187.5, y: 333.5, width: 0, height: 0), within: 1e-5)
  }

  @Test("An interactive pop is linear, and can be canceled")
  func interactivePop() throws {
    let scene = Scene()
    let navigation = NavigationController(
      engine: scene.engine, name: "navigation", root: scene.controller("root"))
    let delegate = CornerPushDelegate()
    navigation.delegate = delegate
    scene.window.rootViewController = navigation
    let page = scene.controller("page")
    try navigation.pushOrThrow(page, animated: false)
    let interaction = PercentDrivenInteractiveTransition(engine: scene.engine)
    delegate.interaction = interaction
    try navigation.popOrThrow(animated: true)
    delegate.interaction = nil
    interaction.update(0.3)
    expectClose(page.view.presentationFrame.origin, Point(x: 112.5, y: -200.1))
    interaction.cancel()
    scene.run(until: 1)
    #expect(navigation.topViewController === page)
    #expect(page.view.frame == Rect(x: 0, y: 0, width: 375, height: 667))
    #expect(navigation.contentView.subviews.map(\.name) == ["page"])
    #expect(scene.engine.diagnostics.isEmpty)
  }
}
