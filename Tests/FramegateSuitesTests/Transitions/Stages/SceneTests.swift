import LayerKernels
import Testing

@testable import FramegateSuites
@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// Scenes on stages: how many views they have, that they are the same every time, and their frames.
@Suite("Scenes")
struct SceneTests {
  static let shapes: [SceneShape] = [.light, .typical, .heavy]

  private func descendants(_ view: View) -> [View] {
    view.subviews.flatMap { [$0] + descendants($0) }
  }

  private func levels(_ view: View) -> Int {
    1 + (view.subviews.map(levels).max() ?? 0)
  }

  @Test("A scene has as many views, levels and labels as its shape says", arguments: shapes)
  func counts(shape: SceneShape) {
    let engine = Engine()
    var (views, labels) = (0, 0)
    for index in 0..<2 {
      let page = View(engine: engine, frame: Rect(x: 0, y: 0, width: 375, height: 667))
      _ = PageContent(page, shape.page(index), seed: 3)
      #expect(levels(page) == shape.depth + 1)
      views += descendants(page).count
      labels += descendants(page).count { $0 is Label }
    }
    #expect(views == shape.views)
    #expect(labels == shape.labels)
    #expect(engine.diagnostics.isEmpty)
  }

  @Test("The same seed gives the same views, another seed gives others")
  func seeds() {
    func frames(_ seed: UInt64) -> [Rect] {
      let page = View(engine: Engine(), frame: Rect(x: 0, y: 0, width: 375, height: 667))
      let content = PageContent(page, SceneShape.typical.page(0), seed: seed)
      return descendants(content.root).map(\.frame)
    }
    #expect(frames(1) == frames(1))
    #expect(frames(1) != frames(2))
  }

  @Test("Scenes of any size can be made", arguments: [40, 41, 100, 399, 2_000])
  func scaled(views: Int) {
    let stage = SceneStage(.scaled(toViews: views), variant: .block)
    // The page and the window are views, too.
    #expect(stage.viewCount == views + 2)
    #expect(stage.displayList.quads.count > 5)
  }

  @Test(
    "Every transition draws the scene on both pages in every frame, and ends",
    arguments: Gallery.all)
  func transitions(transition: GalleryTransition) {
    for variant in LayerBatchVariant.allCases {
      let stage = transition.prepareStage(
        StageParameters(layers: 2, scene: .light, variant: variant))
      stage.begin()
      #expect(descendants(stage.from).count >= 20)
      #expect(descendants(stage.to).count >= 20)
      for frame in 1...Int64((stage.duration * 60).rounded(.up)) {
        stage.advance(to: Engine.vsync(frame, rate: 60))
        #expect((stage.displayList?.quads.count ?? 0) > 0, "frame \(frame)")
      }
      #expect(stage.isSettled)
      #expect(stage.engine.diagnostics.isEmpty)
    }
  }

  @Test(
    "All variants draw the same", arguments: ["cartFold.present", "musicCard.interactive.finish"])
  func variants(name: String) {
    func lists(_ variant: LayerBatchVariant) -> [DisplayList?] {
      let stage = Gallery.stage(name, StageParameters(layers: 0, scene: .typical, variant: variant))
      return (1...20 as ClosedRange<Int64>).map { frame in
        stage.advance(to: Engine.vsync(frame, rate: 60))
        return stage.displayList
      }
    }
    let expected = lists(.struct)
    #expect(lists(.simd) == expected)
    #expect(lists(.block) == expected)
    #expect(lists(.dispatch) == expected)
    #expect(Set(expected).count > 15, "the scene must move")
  }

  @Test("A stage without a scene draws nothing")
  func bareStage() {
    let stage = Gallery.stage("cartFold.present", StageParameters(layers: 0))
    stage.advance(to: 16_666_667)
    #expect(stage.displayList == nil)
    #expect(stage.to.subviews.isEmpty)
  }

  @Test(
    "Layout is idempotent, and independent of what was laid out before",
    arguments: 0..<12 as Range<UInt64>)
  func idempotence(seed: UInt64) {
    func frames(_ widths: [Double]) -> [Rect] {
      let page = View(
        engine: Engine(), frame: Rect(x: 0, y: 0, width: widths[0], height: 600))
      let content = PageContent(page, SceneShape.typical.page(1), seed: seed)
      for width in widths {
        page.bounds.size.width = width
        content.layOut()
      }
      func all(_ view: View) -> [View] { [view] + view.subviews.flatMap(all) }
      return all(content.root).map { $0.transform == .identity ? $0.frame : .zero }
    }
    let expected = frames([375])
    #expect(frames([375, 375, 375]) == expected)
    #expect(frames([375, 200, 667, 375]) == expected)
    #expect(frames([40, 375]) == expected)
  }
}
