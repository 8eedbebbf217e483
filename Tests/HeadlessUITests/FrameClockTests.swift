import MotionKernels
import SampleStatistics
import Testing

@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// "Ticks" in Rules.md: the order within a tick, due times, and bit-equal repetitions.
@Suite("Frame clock")
struct FrameClockTests {
  /// Seconds, the completing tick at 60 Hz and at 120 Hz.
  @Test(
    "An animation of d seconds completes at tick ⌈d·R⌉",
    arguments: [
      (0.2, 12, 24), (0.25, 15, 30), (0.48, 29, 58), (0.5, 30, 60), (0.6, 36, 72), (0.7, 42, 84),
      (1, 60, 120),
    ])
  func frameCounts(duration: Double, at60: Int, at120: Int) {
    for (rate, expected) in [(60, at60), (120, at120)] {
      let engine = Engine()
      let view = View(engine: engine)
      engine.tick(at: 0)
      var completed: Int?
      var tick = 0
      engine.animate(duration: duration) {
        view.alpha = 0
      } completion: { _ in
        completed = tick
      }
      while completed == nil, tick < 1000 {
        tick += 1
        engine.tick(at: Engine.vsync(Int64(tick), rate: Int64(rate)))
      }
      #expect(completed == expected)
    }
  }

  @Test("A tick handles touches, then layout, then sampling, then completions")
  func order() throws {
    let log = EventLog()
    let engine = Engine()
    final class LoggingView: View {
      var log: EventLog?
      override func layoutSubviews() { log?.add("layout") }
    }
    let window = Window(engine: engine, size: Size(width: 100, height: 100))
    let view = LoggingView(engine: engine, frame: window.bounds)
    view.log = log
    window.addSubview(view)
    view.addGestureRecognizer(PanGestureRecognizer { log.add("gesture \($0.state)") })
    engine.tick(at: 0)
    _ = log.take()
    view.setNeedsLayout()
    engine.animate(duration: 0.5, curve: .linear) {
      view.cornerRadius = 9
    } completion: { _ in
      log.add("completion at radius \(view.presentation.cornerRadius)")
    }
    window.send(Touch(.moved, at: Point(x: 50, y: 70), nanoseconds: 490_000_000))
    window.send(Touch(.began, at: Point(x: 50, y: 50), nanoseconds: 480_000_000))
    engine.tick(seconds: 0.5)
    #expect(log.take() == ["gesture began", "layout", "completion at radius 9.0"])
  }

  @Test("A completion's animations start when its group was due, and are sampled in the same tick")
  func dueTime() {
    let engine = Engine()
    let view = View(engine: engine)
    engine.tick(at: 0)
    engine.animate(duration: 0.25, curve: .linear) {
      view.alpha = 0
    } completion: { _ in
      engine.animate(duration: 1, curve: .linear) { view.alpha = 1 }
    }
    engine.tick(seconds: 0.5)
    expectClose(view.presentation.alpha, 0.25)
  }

  @Test("A late tick runs completions in the order of their due times, and catches up with chains")
  func lateTick() {
    let engine = Engine()
    let view = View(engine: engine)
    let log = EventLog()
    engine.tick(at: 0)
    engine.animate(duration: 0.3) {
      view.alpha = 0
    } completion: { _ in
      log.add("b")
    }
    engine.animate(duration: 0.2) {
      view.cornerRadius = 1
    } completion: { _ in
      log.add("a")
      engine.animate(duration: 0.05) {
        view.cornerRadius = 2
      } completion: { _ in
        log.add("a2")
      }
    }
    engine.animate(duration: 0.3) {
      view.center.x = 1
    } completion: { _ in
      log.add("c")
    }
    engine.tick(seconds: 1)
    #expect(log.take() == ["a", "a2", "b", "c"])
  }

  @Test("Empty groups committed by a completion end at the next tick")
  func emptyInCompletion() {
    let engine = Engine()
    let view = View(engine: engine)
    var ended = 0
    engine.tick(at: 0)
    engine.animate(duration: 0.1) {
      view.alpha = 0
    } completion: { _ in
      engine.animate(duration: 1) {
      } completion: { _ in
        ended += 1
      }
      engine.animate(duration: 0) {
        view.alpha = 1
      } completion: { _ in
        ended += 1
      }
    }
    engine.tick(seconds: 0.1)
    #expect(ended == 0)
    engine.tick(seconds: 0.11)
    #expect(ended == 2)
  }

  @Test("Time does not go back")
  func backwards() {
    let engine = Engine()
    engine.tick(at: -5)
    engine.tick(at: 10)
    engine.tick(at: 10)
    engine.tick(at: 3)
    #expect(engine.nanoseconds == 10)
    #expect(
      engine.diagnostics == [.timeWentBack(from: 10, to: 10), .timeWentBack(from: 10, to: 3)])
  }

  @Test("A tick whose time is refused ends no transition")
  func refused() throws {
    let probe = ModalProbe()
    try probe.presenter.presentOrThrow(probe.presented, animated: true)
    probe.engine.run(until: 0.2)
    try #require(probe.animator.context).complete()
    _ = probe.log.take()
    let time = probe.engine.nanoseconds

    probe.engine.tick(at: time)
    #expect(probe.log.take() == [])
    #expect(probe.engine.hasTransitions)
    #expect(probe.engine.diagnostics.last == .timeWentBack(from: time, to: time))

    probe.engine.tick(at: time + 1)
    #expect(!probe.engine.hasTransitions)
  }
}
