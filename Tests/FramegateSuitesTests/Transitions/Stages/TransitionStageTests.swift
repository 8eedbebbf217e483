import LayerKernels
import MotionKernels
import Testing

@testable import FramegateSuites
@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// Stages, which scenarios play frame by frame.
@Suite("Transition stages")
struct TransitionStageTests {
  @Test("Every stage plays to its end within its duration", arguments: Gallery.all)
  func playsToTheEnd(transition: GalleryTransition) {
    for rate: Int64 in [60, 120, 144] {
      let stage = transition.makeStage(StageParameters(layers: 6))
      let frames = Int64((stage.duration * Double(rate)).rounded(.up))
      for frame in 1...frames { stage.advance(to: Engine.vsync(frame, rate: rate)) }
      #expect(stage.isSettled, "at \(rate) Hz")
    }
  }

  @Test("A stage shows what was there before the tap until it begins", arguments: Gallery.all)
  func preparation(transition: GalleryTransition) {
    let stage = transition.prepareStage(StageParameters(layers: 6))
    #expect(!stage.engine.hasTransitions)
    #expect(stage.layerCount == 0)

    stage.begin()

    #expect(stage.layerCount == 6)
    #expect(stage.from.name == "from")
    #expect(stage.engine.diagnostics.isEmpty)
  }

  @Test("A whole life leaves nothing behind", arguments: Gallery.all)
  func leavesNothing(transition: GalleryTransition) {
    weak var engine: Engine?
    weak var window: Window?
    weak var from: View?
    weak var to: View?
    do {
      let stage = transition.makeStage(StageParameters(layers: 2))
      stage.play(until: stage.duration + 0.1)
      engine = stage.engine
      window = stage.window
      from = stage.from
      to = stage.to
    }
    #expect(engine == nil)
    #expect(window == nil)
    #expect(from == nil)
    #expect(to == nil)
  }

  @Test(
    "Touch scripts finish or cancel, as their names say", arguments: Gallery.withTouches)
  func outcomes(transition: GalleryTransition) {
    let stage = transition.makeStage(StageParameters(layers: 0))
    stage.play(until: stage.duration + 1)
    #expect((stage.from.superview == nil) == transition.name.hasSuffix(".finish"))
  }

  @Test("The outline of a view in the window fills its frame", arguments: Gallery.all)
  func outlines(transition: GalleryTransition) {
    for fraction in [0, 0.3, 0.6, 1] {
      let stage = transition.makeStage(StageParameters(layers: 0))
      _ = stage.states(at: [fraction])
      for view in stage.window.subviews {
        let state = ViewState(view)
        guard let outline = state.outline, let corners = outline.corners else {
          Issue.record("\(view.name) has no outline")
          continue
        }
        let x = (corners.map(\.x).min() ?? 0, corners.map(\.x).max() ?? 0)
        let y = (corners.map(\.y).min() ?? 0, corners.map(\.y).max() ?? 0)
        let drawn = [x.0, y.0, x.1 - x.0, y.1 - y.0]
        let differences = zip(drawn, state.frame).map { ($0 - $1).magnitude }
        #expect(differences.allSatisfy { $0 < 1e-6 }, "\(view.name) at \(fraction)")
        #expect(outline.opacity == (view.isHidden ? 0 : state.alpha * stage.window.alpha))
      }
    }
  }

  @Test("From and to are listed at every fraction", arguments: Gallery.all)
  func inspection(transition: GalleryTransition) {
    let fractions = [0, 0.25, 0.5, 1]
    let moments = transition.makeStage(StageParameters(layers: 0)).states(at: fractions)
    #expect(moments.count == fractions.count)
    for states in moments {
      #expect(states.filter { $0.name == "from" }.count == 1)
      #expect(states.filter { $0.name == "to" }.count == 1)
      #expect(!states.contains { $0.name == "window" })
    }
  }

  @Test(
    "One pass shows what a stage of its own shows at each fraction, in any order",
    arguments: Gallery.all)
  func onePass(transition: GalleryTransition) {
    func states(_ fractions: [Double]) -> [[ViewState]] {
      transition.makeStage(StageParameters(layers: 0)).states(at: fractions)
    }
    // Whole frames at 120 Hz, so that no tick is added; the last one, and beyond it.
    let frames = (transition.duration * 120).rounded(.down)
    let fractions = [1, 0.75, 0.2, 0.5, 0, 0.2, 7].map { share in
      share >= 1 ? share : (share * frames).rounded() / 120 / transition.duration
    }
    let together = states(fractions)
    for (index, fraction) in fractions.enumerated() {
      #expect(together[index] == states([fraction])[0], "at \(fraction)")
    }
  }

  @Test("At 1 the animations have ended, and nothing has been taken down")
  func inspectionAtEnd() {
    let states = Gallery.stage("cartFold.dismiss").states(at: [1])[0]
    #expect(states.map(\.name) == ["to", "container", "from"])
    #expect(states.last?.frame == [0, 667, 375, 667])
    #expect(states.first?.transform == Transform3D64.identity.entries)
    #expect(states.first?.alpha == 1)
    let middle = Gallery.stage("cartFold.present").states(at: [0.5])[0]
    let fold = Transform3D64.makePerspective(m24: -1.0 / 2000, m34: 0)
    #expect(middle.first?.transform == fold.entries)
  }

  @Test("Layers move with their page, in every variant", arguments: LayerBatchVariant.allCases)
  func layers(variant: LayerBatchVariant) {
    let parameters = StageParameters(layers: 40, variant: variant)
    let stage = Gallery.stage("cartFold.present", parameters)
    #expect(stage.layerCount == 40)
    stage.advance(to: 490_000_000)
    // All cards have come to rest: the corners of the first one are a rectangle of its page.
    for (index, page) in [(0, stage.from), (20, stage.to)] {
      let width = 375.0 / 4
      let height = 667.0 / 5
      let corner = Point(x: 0.05 * width, y: 0.05 * height)
      let values = page.presentation
      let expected =
        values.transform.mapped(corner - Point(x: 187.5, y: 333.5)) + values.center
      let quad = stage.layerQuad(at: index)
      expectClose(Double(quad.topLeft.x), expected.x, within: 1e-2)
      expectClose(Double(quad.topLeft.y), expected.y, within: 1e-2)
    }
  }

  @Test("No layers, one layer and odd counts are fine", arguments: [0, 1, 3])
  func layerCounts(count: Int) {
    let stage = Gallery.stage("topDrop.present", StageParameters(layers: count))
    stage.play(until: 1)
    #expect(stage.layerCount == count)
    #expect(stage.isSettled)
  }

  @Test(
    "A screen of any size, even an empty one, plays to the end",
    arguments: [
      Size(width: 0, height: 0), Size(width: 1, height: 5000), Size(width: 1024, height: 768),
    ])
  func screens(screen: Size) {
    for transition in Gallery.withoutTouches {
      let stage = transition.makeStage(StageParameters(layers: 2, screen: screen))
      stage.play(until: stage.duration + 0.1)
      #expect(!stage.engine.hasTransitions)
    }
  }
}
