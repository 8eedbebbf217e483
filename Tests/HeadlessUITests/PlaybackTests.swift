import MotionKernels
import Testing

@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// Where an animator is, and how fast it moves, at the instants at which that changes.
@Suite("Playback")
struct PlaybackTests {
  private static func playback(
    _ motion: Playback.Motion, duration: Double = 2
  ) -> Playback {
    let playback = Playback(ResolvedTiming(timing: .curve(.linear), duration: duration), at: 0)
    playback.motion = motion
    return playback
  }

  private static func run(
    from: Double, to: Double, start: Double = 0, length: Double = 1
  ) -> Playback.Motion {
    .run(
      Playback.Run(start: start, from: from, to: to, length: length, timing: .curve(.linear)))
  }

  /// A motion, a time and a duration in seconds, and what they give.
  struct Case: Sendable {
    let motion: Playback.Motion
    let time: Double
    var duration = 2.0
    let expected: Double?
  }

  @Test(
    "A velocity that is carried on begins at the start, and is none where nothing lasts",
    arguments: [
      Case(motion: .forward(start: 1), time: 0.5, expected: 0),
      Case(motion: .forward(start: 1), time: 1, expected: 0.5),
      Case(motion: .forward(start: 1), time: 2, expected: 0.5),
      Case(motion: .forward(start: 1), time: 2, duration: 0, expected: 0),
      Case(motion: .backward(start: 1, elapsed: 1), time: 1.5, expected: -0.5),
      Case(motion: .backward(start: 1, elapsed: 0), time: 1.5, duration: 0, expected: 0),
      Case(motion: .held(since: 1), time: 2, expected: 0),
      Case(motion: run(from: 0.75, to: 0.25, start: 1, length: 2), time: 2, expected: -0.25),
    ])
  func rates(example: Case) throws {
    let playback = Self.playback(example.motion, duration: example.duration)
    expectClose(playback.rate(at: example.time), try #require(example.expected))
  }

  @Test("What a transition scrubs rests while that is held, unless it has a run of its own")
  func heldByTransition() {
    let playback = Self.playback(.forward(start: 0))
    playback.clock = TransitionClock(start: 0, duration: 2)
    #expect(playback.rate(at: 1) == 0.5)
    playback.clock?.hold(at: 0.5)
    #expect(playback.rate(at: 1) == 0)
    playback.motion = Self.run(from: 0.75, to: 0.25, start: 0, length: 2)
    #expect(playback.rate(at: 1) == -0.25)
  }

  @Test(
    "What has no duration is at its end at once",
    arguments: [
      Case(motion: .forward(start: 1), time: 1, duration: 0, expected: 1),
      Case(motion: .forward(start: 1), time: 2, expected: 0.5),
      Case(motion: run(from: 0.25, to: 0.75, start: 1, length: 0), time: 1, expected: 0.75),
      Case(motion: run(from: 0.25, to: 0.75, start: 1), time: 1, expected: 0.25),
    ])
  func positions(example: Case) {
    let playback = Self.playback(example.motion, duration: example.duration)
    #expect(playback.position(at: example.time) == example.expected)
  }

  @Test(
    "A run ends when its time is up, and not before it starts",
    arguments: [
      Case(motion: .held(since: 1), time: 0, expected: nil),
      Case(motion: .forward(start: 1), time: 0, expected: 3),
      Case(motion: .backward(start: 1, elapsed: 0.5), time: 0, expected: 1.5),
      Case(motion: .backward(start: 1, elapsed: -0.5), time: 0, expected: 1),
      Case(motion: run(from: 0, to: 1, start: 1, length: 4), time: 0, expected: 5),
    ])
  func ends(example: Case) {
    #expect(Self.playback(example.motion).end == example.expected)
  }

  /// A group whose lines meet in an anchor, and its animator.
  private func anchored(
    _ anchor: (position: Double, progress: Double, response: Double)
  ) -> (group: AnimationGroup, playback: Playback) {
    let playback = Self.playback(.held(since: 0))
    let group = AnimationGroup()
    group.duration = 2
    group.playback = playback
    group.anchor = AnimationGroup.Anchor(
      position: anchor.position, progress: anchor.progress, response: anchor.response)
    return (group, playback)
  }

  /// Progress from 0 to 0.2 to 1, and the response from 0 to 0.1 to 0; a spring swings below 0.
  @Test(
    "After a scrub, groups move in straight lines from their anchors to both ends",
    arguments: [
      (0.5, 0.0, 0.0, 0.0), (0.5, 0.25, 0.1, 0.05), (0.5, 0.5, 0.2, 0.1), (0.5, 0.75, 0.6, 0.05),
      (0.5, 1, 1, 0), (1, 0.5, 0.1, 0.05), (1, 1, 0.2, 0.1), (0, 0, 0.2, 0.1), (0, 0.5, 0.6, 0.05),
      (0, -0.1, 0.2, 0.1),
    ])
  func lines(anchor: Double, position: Double, progress: Double, response: Double) {
    let (group, playback) = anchored((anchor, 0.2, 0.1))
    playback.anchor(at: position)

    expectClose(group.progress(at: 0), progress)
    expectClose(group.response(at: 0), response)
  }

  @Test(
    "Their velocity is the slope of the line that they are on",
    arguments: [
      (0.5, 0.25, 0.4, 0.2), (0.5, 0.5, 1.6, -0.2), (0.5, 0.75, 1.6, -0.2), (1, 0.5, 0.2, 0.1),
      (1, 1, 0.2, 0.1), (0, 0, 0.8, -0.1), (0, -0.1, 0, 0),
    ])
  func slopes(anchor: Double, position: Double, progress: Double, response: Double) {
    let (group, playback) = anchored((anchor, 0.2, 0.1))
    playback.anchor(at: position)
    playback.motion = Self.run(from: position, to: position + 1)

    let rates = group.rates(at: 0)

    expectClose(rates.progress, progress, within: 1e-6)
    expectClose(rates.response, response, within: 1e-6)
  }

  @Test(
    "Without an anchor, they have the velocity of their timing, and its direction",
    arguments: [
      (Playback.Motion.held(since: 0), 0.0, 0.0), (.forward(start: 0), 0.5, -0.25),
      (.backward(start: 1, elapsed: 1), -0.5, 0.25),
    ])
  func velocities(motion: Playback.Motion, progress: Double, response: Double) {
    let group = AnimationGroup()
    group.duration = 2
    group.playback = Self.playback(motion)

    let rates = group.rates(at: 1)

    expectClose(rates.progress, progress, within: 1e-6)
    expectClose(rates.response, response, within: 1e-6)
  }
}
