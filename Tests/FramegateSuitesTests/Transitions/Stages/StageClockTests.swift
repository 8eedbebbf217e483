import SampleStatistics
import Testing

@testable import FramegateSuites
@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// "Ticks" in Rules.md: what a stage shows depends on the times of its ticks alone.
@Suite("Stage clock")
struct StageClockTests {
  @Test("Dropping ticks never changes what later ticks show", arguments: 0..<24)
  func droppedTicks(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let entries = Gallery.withoutTouches
    let entry = entries[Int(seed) % entries.count]
    let rate = [24, 60, 90, 120, 144].randomElement(using: &generator) ?? 60
    let whole = entry.makeStage(StageParameters(layers: 0))
    let gappy = entry.makeStage(StageParameters(layers: 0))
    let last = Int64((whole.duration * Double(rate)).rounded(.up)) + 2
    for index in 1...last {
      let time = Engine.vsync(index, rate: Int64(rate))
      whole.advance(to: time)
      guard Double.random(in: 0...1, using: &generator) < 0.4 || index == last else { continue }
      gappy.advance(to: time)
      #expect(gappy.states() == whole.states())
    }
    #expect(gappy.isSettled)
  }

  @Test("The same inputs give bit-equal traces", arguments: Gallery.all)
  func determinism(transition: GalleryTransition) {
    func trace(rate: Int64) -> [[ViewState]] {
      let stage = transition.makeStage(StageParameters(layers: 0))
      return (1...Int64(stage.duration * Double(rate)) + 2).map { tick in
        stage.advance(to: Engine.vsync(tick, rate: rate))
        return stage.window.states()
      }
    }
    for rate: Int64 in [1, 60, 77, 120] { #expect(trace(rate: rate) == trace(rate: rate)) }
  }

  @Test("Two stages that take turns show what one shows alone", arguments: Gallery.all)
  func interleaved(transition: GalleryTransition) {
    let alone = transition.makeStage(StageParameters(layers: 0))
    let pair = (0..<2).map { _ in transition.makeStage(StageParameters(layers: 0)) }
    // Four uneven ticks: after the touch-down, in the middle, late, and after the end.
    let times = [0.06, 0.47, 0.81, 1.3].map { Int64($0 * alone.duration * 1e9) }
    let expected = times.map { time in
      alone.advance(to: time)
      return alone.states()
    }
    for (time, snapshots) in zip(times, expected) {
      for stage in pair {
        stage.advance(to: time)
        #expect(stage.states() == snapshots)
      }
    }
  }
}
