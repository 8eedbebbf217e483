import FrameSignposts
import Testing

@testable import FramegateSuites
@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

@Suite("Signposts of the engine")
struct SignpostTests {
  /// The names of a frame's intervals in the order in which they begin.
  private func names(_ recorder: SignpostRecorder, _ frame: () -> Void) throws -> [String] {
    recorder.record(frame)
    var names = SignpostNames()
    let recorded = try recorder.frame(names: &names)
    return recorded.intervals.map { names.texts[$0.name] }
  }

  @Test(
    "A frame of every transition marks its steps, in this order",
    arguments: GalleryTransition.catalog.map(\.name))
  func steps(name: String) throws {
    let transition = try #require(GalleryTransition.catalog.first { $0.name == name })
    let recorder = SignpostRecorder()
    let stage = transition.prepareStage(StageParameters(layers: 8, scene: .light))
    let first = try names(recorder) {
      stage.begin()
      stage.advance(to: 8_333_333)
    }
    let second = try names(recorder) { stage.advance(to: 16_666_667) }

    #expect(first.first == "commit")
    // Steps may lay out views, too.
    let steps = ["tick", "layout", "animations", "layout", "tree walk", "layers"]
    var rest = second[...]
    for step in steps {
      let index = try #require(rest.firstIndex(of: step), "no \(step) in \(second)")
      rest = rest[(index + 1)...]
    }
    #expect(Set(second).isSubset(of: Set(steps)))
  }

  @Test("What is marked shows the same")
  func same() throws {
    let transition = try #require(GalleryTransition.catalog.first)
    func play(_ render: (() -> Void) -> Void) -> [ViewState] {
      let stage = transition.makeStage(StageParameters(layers: 8))
      for frame in 1...20 as ClosedRange<Int64> { render { stage.advance(to: frame * 8_333_333) } }
      return stage.states()
    }
    let recorder = SignpostRecorder()

    let marked = play { recorder.record($0) }

    #expect(marked == play { $0() })
  }
}
