import MotionKernels
import SampleStatistics
import Testing

@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// "Interaction" in Rules.md, from "Taking over" to "Restoration".
@Suite("Percent-driven interaction")
struct PercentDrivenTests {
  @Test("Only an interaction in progress takes over from the animator")
  func nilRule() throws {
    let probe = ModalProbe()
    try probe.presentFully()
    try probe.presented.dismissOrThrow(animated: true)
    #expect(probe.log.take().last == "animator animateTransition")
    #expect(probe.presented.transitionCoordinator?.initiallyInteractive == false)
    probe.engine.run(until: 3)
    #expect(!probe.engine.hasTransitions)
  }

  @Test(
    "Update samples animations at the fraction, through their curves",
    arguments: AnimationCurve.allCases)
  func update(curve: AnimationCurve) throws {
    let probe = ModalProbe()
    probe.animator.curve = curve
    try probe.beginInteractiveDismissal()
    for fraction in [0.3, 0.7, 0.1, -4, 9, Double.nan] {
      probe.interaction.update(fraction)
      let clamped = fraction.isNaN ? 0 : min(max(fraction, 0), 1)
      #expect(probe.interaction.percentComplete == clamped)
      #expect(probe.presented.transitionCoordinator?.percentComplete == clamped)
      expectClose(probe.presented.view.presentationFrame.minY, 667 * curve.progress(at: clamped))
      probe.engine.tick(at: probe.engine.nanoseconds + 10_000_000)
      expectClose(probe.presented.view.presentationFrame.minY, 667 * curve.progress(at: clamped))
    }
  }

  /// Duration, fraction, speed, length of the run after a finish, and after a cancel.
  @Test(
    "The runs after a release last the unplayed part over the speed",
    arguments: [
      [0.7, 0.4, 1, 0.42, 0.28], [0.7, 0.4, 2, 0.21, 0.14], [0.7, 0.4, 0.5, 0.84, 0.56],
      [0.48, 0.28, 1, 0.3456, 0.1344], [0.5, 0.9, 1, 0.05, 0.45], [0.5, 0.1, 1, 0.45, 0.05],
      [0.5, 1, 1, 0, 0.5], [0.5, 0, 1, 0.5, 0], [0.5, 0.5, -3, 0.25, 0.25],
    ])
  func runs(row: [Double]) throws {
    for finishing in [true, false] {
      let probe = ModalProbe()
      let animator = ProbeAnimator(log: probe.log, duration: row[0])
      probe.delegate.dismissalAnimator = animator
      try probe.beginInteractiveDismissal()
      probe.interaction.completionSpeed = row[2]
      probe.interaction.update(row[1])
      let start = probe.engine.now
      if finishing { probe.interaction.finish() } else { probe.interaction.cancel() }
      let length = finishing ? row[3] : row[4]
      if length > 0 {
        // Halfway along the run the fraction is halfway too, for the curve is symmetric.
        probe.engine.tick(seconds: start + length / 2)
        let end: Double = finishing ? 1 : 0
        expectClose(
          probe.presented.view.presentationFrame.minY, 667 * (row[1] + (end - row[1]) / 2),
          within: 1e-5)
        probe.engine.tick(seconds: start + length - 1e-6)
        #expect(probe.engine.hasTransitions)
      }
      probe.engine.tick(at: Int64(((start + length) * 1e9).rounded()) + (length > 0 ? 0 : 1))
      #expect(!probe.engine.hasTransitions)
    }
  }

  @Test("The run after a release follows its curve", arguments: AnimationCurve.allCases)
  func completionCurve(curve: AnimationCurve) throws {
    let probe = ModalProbe()
    try probe.beginInteractiveDismissal()
    probe.interaction.completionCurve = curve
    probe.interaction.update(0.2)
    let start = probe.engine.now
    probe.interaction.finish()
    probe.engine.tick(seconds: start + 0.1)
    let expected = 0.2 + 0.8 * curve.progress(at: 0.25)
    expectClose(probe.presented.view.presentationFrame.minY, 667 * expected, within: 1e-6)
  }

  @Test("A canceled transition restores every model value exactly", arguments: 0..<32)
  func cancelRestores(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    func random(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &generator) }
    let probe = ModalProbe()
    let views = (0..<3).map { index in
      View(
        engine: probe.engine, name: "\(index)",
        frame: Rect(x: random(0...9), y: random(0...9), width: random(1...9), height: random(1...9))
      )
    }
    for view in views {
      probe.presented.view.addSubview(view)
      view.transform = .makeScale(x: random(0.5...2), y: random(0.5...2), z: 1)
      view.alpha = random(0...1)
    }
    try probe.presentFully()
    let all: [View] = views + [probe.presented.view, probe.presenter.view]
    let before = all.map(\.presentation)
    let writes = (0..<12).map { _ in (Int.random(in: 0..<5, using: &generator), random(0...3)) }
    probe.animator.onAnimate = { context in
      context.engine.animate(duration: 0.5) {
        for (index, number) in writes {
          let view = all[index]
          view.alpha = number / 3
          view.center.x += number
          view.cornerRadius = number
          view.bounds = Rect(x: number, y: 1, width: 5 * number, height: 7)
          view.transform = .makeScale(x: 1 + number, y: 2, z: 1)
          view.backgroundColor = .white
        }
      }
    }
    probe.delegate.interactor = probe.interaction
    try probe.presented.dismissOrThrow(animated: true)
    for _ in 0..<3 {
      probe.interaction.update(random(0...1))
      probe.engine.tick(at: probe.engine.nanoseconds + 8_000_000)
    }
    probe.interaction.completionSpeed = random(0.3...4)
    probe.interaction.cancel()
    probe.engine.run(until: probe.engine.now + 3)
    #expect(!probe.engine.hasTransitions)
    #expect(all.map(\.presentation) == before)
  }

  @Test("A finished transition ends like one without an interaction", arguments: [0.0, 0.3, 1])
  func finishEqualsPlain(fraction: Double) throws {
    let driven = ModalProbe()
    let plain = ModalProbe()
    try driven.beginInteractiveDismissal()
    driven.interaction.update(fraction)
    driven.interaction.finish()
    try plain.presentFully()
    try plain.presented.dismissOrThrow(animated: true)
    for probe in [driven, plain] { probe.engine.run(until: 4) }
    #expect(driven.presented.view.presentation == plain.presented.view.presentation)
    #expect(driven.scene.window.states() == plain.scene.window.states())
  }

  @Test("Scrubbing to p shows what sampling at p shows, for linear curves", arguments: 0..<20)
  func scrubEqualsSampling(step: Int) throws {
    let fraction = Double(step) / 20
    let driven = ModalProbe()
    let plain = ModalProbe()
    try driven.beginInteractiveDismissal()
    driven.interaction.update(fraction)
    try plain.presentFully()
    try plain.presented.dismissOrThrow(animated: true)
    let start = plain.engine.now
    plain.engine.tick(seconds: start + 0.5 * fraction + 1e-9)
    expectClose(
      driven.presented.view.presentationFrame, plain.presented.view.presentationFrame, within: 1e-5)
  }

  @Test("Calls without a transition are ignored and reported, a second release is ignored")
  func ignoredCalls() throws {
    let probe = ModalProbe()
    probe.interaction.update(0.5)
    probe.interaction.pause()
    probe.interaction.finish()
    probe.interaction.cancel()
    #expect(
      probe.engine.diagnostics
        == ["update", "pause", "finish", "cancel"].map { .noTransition(call: $0) })
    try probe.beginInteractiveDismissal()
    probe.interaction.pause()
    probe.interaction.update(0.5)
    probe.interaction.finish()
    probe.interaction.cancel()
    probe.interaction.update(0.1)
    probe.engine.tick(at: probe.engine.nanoseconds + 1)
    #expect(probe.presented.transitionCoordinator?.isCancelled == false)
    #expect(probe.interaction.percentComplete == 0.5)
    probe.engine.run(until: 4)
    #expect(probe.engine.diagnostics.count == 4)
    probe.interaction.update(0.2)
    #expect(probe.engine.diagnostics.last == .noTransition(call: "update"))
  }

  @Test(
    "Pause takes a released transition back under control, in both directions",
    arguments: [true, false])
  func pause(finishing: Bool) throws {
    let probe = ModalProbe()
    try probe.beginInteractiveDismissal()
    var changes: [Bool] = []
    probe.presented.transitionCoordinator?.notifyWhenInteractionChanges {
      changes.append($0.isInteractive)
    }
    probe.interaction.update(0.5)
    let start = probe.engine.now
    if finishing { probe.interaction.finish() } else { probe.interaction.cancel() }
    #expect(probe.presented.transitionCoordinator?.isInteractive == false)
    probe.engine.tick(seconds: start + 0.125)
    let y = probe.presented.view.presentationFrame.minY
    probe.interaction.pause()
    #expect(probe.presented.transitionCoordinator?.isInteractive == true)
    probe.engine.tick(seconds: start + 0.4)
    expectClose(probe.presented.view.presentationFrame.minY, y)
    expectClose(probe.interaction.percentComplete, y / 667)
    probe.interaction.update(0.9)
    expectClose(probe.presented.view.presentationFrame.minY, 0.9 * 667)
    probe.interaction.finish()
    #expect(changes == [false, true, false])
    probe.engine.run(until: 5)
    #expect(probe.presented.view.superview == nil)
    #expect(probe.engine.diagnostics.isEmpty)
  }

  @Test("Without interactive start the animator runs, and the controller may take over")
  func lateInteraction() throws {
    let probe = ModalProbe()
    probe.interaction.wantsInteractiveStart = false
    try probe.beginInteractiveDismissal()
    #expect(probe.log.take().suffix(1) == ["animator animateTransition"])
    let start = probe.engine.now
    probe.engine.tick(seconds: start + 0.2)
    expectClose(probe.presented.view.presentationFrame.minY, 667 * 0.4, within: 1e-5)
    probe.interaction.pause()
    probe.engine.tick(seconds: start + 1)
    expectClose(probe.presented.view.presentationFrame.minY, 667 * 0.4, within: 1e-5)
    probe.interaction.cancel()
    probe.engine.run(until: start + 3)
    #expect(probe.presented.view.frame.minY == 0)
    #expect(probe.presenter.presentedViewController === probe.presented)
  }

  @Test("A slow release gets a floor of 0.1")
  func completionSpeed() {
    typealias Driver = PercentDrivenInteractiveTransition
    #expect(Driver.completionSpeed(velocity: 0, distance: 100, duration: 0.5) == 0.1)
    #expect(Driver.completionSpeed(velocity: -400, distance: 100, duration: 0.5) == 2)
    #expect(Driver.completionSpeed(velocity: 1, distance: 0, duration: 0.5) == 0.1)
  }
}
