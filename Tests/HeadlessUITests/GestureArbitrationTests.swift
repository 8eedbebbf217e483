import MotionKernels
import Testing

@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// "Several recognizers" in Rules.md: which of those that follow one finger recognizes.
@Suite("Several recognizers")
struct GestureArbitrationTests {
  private final class Nest {
    let window = Window(engine: Engine(), size: Size(width: 400, height: 600))
    let outerView: View
    let innerView: View
    let outer = PanGestureRecognizer()
    let inner = PanGestureRecognizer()
    var log: [String] = []

    init() {
      outerView = View(engine: window.engine, name: "outer", frame: window.bounds)
      innerView = View(engine: window.engine, name: "inner", frame: window.bounds)
      window.addSubview(outerView)
      outerView.addSubview(innerView)
      outerView.addGestureRecognizer(outer)
      innerView.addGestureRecognizer(inner)
      watch(outer, "outer")
      watch(inner, "inner")
    }

    func watch(_ recognizer: GestureRecognizer, _ name: String) {
      recognizer.addAction { [unowned self] in log.append("\(name) \($0.state)") }
    }

    func drag(_ points: [(Double, Double)], end: Touch.Phase = .ended) -> [String] {
      log = []
      var phase = Touch.Phase.began
      for (x, y) in points {
        let time = window.engine.nanoseconds + 10_000_000
        window.send(Touch(phase, at: Point(x: x, y: y), nanoseconds: time))
        window.engine.tick(at: time)
        phase = .moved
      }
      let time = window.engine.nanoseconds + 10_000_000
      window.send(
        Touch(
          end, at: Point(x: points[points.count - 1].0, y: points[points.count - 1].1),
          nanoseconds: time))
      window.engine.tick(at: time)
      return log
    }
  }

  private final class Delegate: GestureRecognizerDelegate {
    var begins = true
    var receives = true
    var isSimultaneous = false
    weak var waitsFor: GestureRecognizer?
    weak var waiting: GestureRecognizer?

    func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { begins }

    func gestureRecognizer(
      _ recognizer: GestureRecognizer, shouldReceive touch: Touch
    ) -> Bool { receives }

    func gestureRecognizer(
      _ recognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
    ) -> Bool { isSimultaneous }

    func gestureRecognizer(
      _ recognizer: GestureRecognizer, shouldRequireFailureOf other: GestureRecognizer
    ) -> Bool { other === waitsFor }

    func gestureRecognizer(
      _ recognizer: GestureRecognizer, shouldBeRequiredToFailBy other: GestureRecognizer
    ) -> Bool { other === waiting }
  }

  private let way = [(100.0, 100.0), (120.0, 100.0), (150.0, 100.0)]

  @Test("The inner one of two nested pans wins, and the other one has failed")
  func inner() {
    let nest = Nest()
    #expect(nest.drag(way) == ["inner began", "inner changed", "inner ended"])
    #expect(nest.outer.state == .failed)
    // And again with the next finger.
    #expect(nest.drag(way) == ["inner began", "inner changed", "inner ended"])
    nest.inner.isEnabled = false
    #expect(nest.drag(way) == ["outer began", "outer changed", "outer ended"])
  }

  @Test("A delegate of either one lets both recognize", arguments: [true, false])
  func simultaneous(isInner: Bool) {
    let nest = Nest()
    let delegate = Delegate()
    delegate.isSimultaneous = true
    (isInner ? nest.inner : nest.outer).delegate = delegate
    #expect(
      nest.drag(way) == [
        "inner began", "outer began", "inner changed", "outer changed", "inner ended",
        "outer ended",
      ])
  }

  @Test("A delegate that does not let the inner one begin leaves the finger to the outer one")
  func shouldBegin() {
    let nest = Nest()
    let delegate = Delegate()
    nest.inner.delegate = delegate
    delegate.begins = false
    #expect(nest.drag(way) == ["outer began", "outer changed", "outer ended"])
    delegate.begins = true
    delegate.receives = false
    #expect(nest.drag(way) == ["outer began", "outer changed", "outer ended"])
  }

  @Test("A recognizer waits until the one that it requires to fail has failed")
  func requirement() {
    for form in 0..<3 {
      let nest = Nest()
      let delegate = Delegate()
      switch form {
      case 0: nest.inner.require(toFail: nest.outer)
      case 1:
        delegate.waitsFor = nest.outer
        nest.inner.delegate = delegate
      default:
        delegate.waiting = nest.inner
        nest.outer.delegate = delegate
      }
      #expect(nest.drag(way) == ["outer began", "outer changed", "outer ended"])
    }
    let nest = Nest()
    let edge = ScreenEdgePanGestureRecognizer(edge: .left) { [unowned nest] in
      nest.log.append("edge \($0.state)")
    }
    nest.window.addGestureRecognizer(edge)
    nest.inner.require(toFail: edge)
    #expect(nest.drag(way) == ["inner began", "inner changed", "inner ended"])
    nest.outer.isEnabled = false
    #expect(
      nest.drag([(10, 100), (30, 100), (60, 100)]) == ["edge began", "edge changed", "edge ended"])
  }

  @Test("A tap recognizes a finger that stays, and leaves one that moves to a pan")
  func tap() {
    let nest = Nest()
    let tap = TapGestureRecognizer()
    nest.watch(tap, "tap")
    nest.innerView.addGestureRecognizer(tap)
    #expect(nest.drag([(100, 100), (104, 100)]) == ["tap ended"])
    #expect(nest.drag(way) == ["inner began", "inner changed", "inner ended"])
    #expect(nest.drag([(100, 100)], end: .cancelled) == [])
    // One that waits for a pan recognizes once that has failed, with the finger that is lifted.
    tap.require(toFail: nest.outer)
    #expect(nest.drag([(100, 100), (104, 100)]) == ["tap ended"])
  }

  @Test(
    "A tap recognizes when the one that it waits for is refused at the same touch",
    arguments: [true, false])
  func refusedTap(isInnerWaiting: Bool) {
    let nest = Nest()
    let (inner, outer) = (TapGestureRecognizer(), TapGestureRecognizer())
    nest.watch(inner, "inner tap")
    nest.watch(outer, "outer tap")
    nest.innerView.addGestureRecognizer(inner)
    nest.outerView.addGestureRecognizer(outer)
    let (waiting, refused) = isInnerWaiting ? (inner, outer) : (outer, inner)
    let delegate = Delegate()
    delegate.begins = false
    refused.delegate = delegate
    waiting.require(toFail: refused)
    #expect(nest.drag([(100, 100)]) == [isInnerWaiting ? "inner tap ended" : "outer tap ended"])
    delegate.begins = true
    #expect(nest.drag([(100, 100)]) == [isInnerWaiting ? "outer tap ended" : "inner tap ended"])
  }

  @Test("A long press begins while the finger rests, and fails when it moves or is lifted before")
  func longPress() {
    let nest = Nest()
    let press = LongPressGestureRecognizer()
    nest.watch(press, "press")
    press.minimumPressDuration = 0.025
    nest.innerView.addGestureRecognizer(press)
    #expect(
      nest.drag([(100, 100), (102, 100), (102, 100), (102, 100), (150, 100)])
        == ["press began", "press changed", "press ended"])
    #expect(nest.drag(way) == ["inner began", "inner changed", "inner ended"])
    #expect(nest.drag([(100, 100), (102, 100)]) == [])
    press.minimumPressDuration = 0
    #expect(nest.drag([(100, 100)]) == ["press began", "press ended"])
  }

  @Test("Switching a recognizer off cancels its gesture")
  func disabling() {
    let nest = Nest()
    nest.inner.addAction { if $0.state == .changed { $0.isEnabled = false } }
    #expect(nest.drag(way + [(180, 100)]) == ["inner began", "inner changed", "inner cancelled"])
  }

  private final class Target {
    var calls: [String] = []
    func pan(_ pan: PanGestureRecognizer) { calls.append("pan") }
    func tapped() { calls.append("tap") }
  }

  @Test("Methods of targets are called, with the recognizer or without, until they are removed")
  func targets() {
    let nest = Nest()
    let target = Target()
    let pan = PanGestureRecognizer(target: target, action: Target.pan)
    let tap = TapGestureRecognizer(target: target, action: Target.tapped)
    nest.innerView.addGestureRecognizer(tap)
    nest.innerView.removeGestureRecognizer(nest.inner)
    nest.innerView.addGestureRecognizer(pan)
    _ = nest.drag([(100, 100)])
    _ = nest.drag(way)
    #expect(target.calls == ["tap", "pan", "pan", "pan"])
    tap.addTarget(target, action: Target.tapped)
    _ = nest.drag([(100, 100)])
    #expect(target.calls.count == 6)
    tap.removeTarget(target)
    _ = nest.drag([(100, 100)])
    #expect(target.calls.count == 6)
  }
}
