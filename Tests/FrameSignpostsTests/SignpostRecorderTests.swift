import Foundation
import SampleStatistics
import Testing

@testable import FrameSignposts

@Suite("Recorded signposts")
struct SignpostRecorderTests {
  private let signposter = FrameSignposter()

  /// The intervals of a frame as words: each name followed by what is inside of it.
  private func outline(_ body: () -> Void) throws -> String {
    let recorder = SignpostRecorder()
    recorder.record(body)
    var names = SignpostNames()
    let frame = try recorder.frame(names: &names)
    var text = ""
    var around: [SignpostRecording.Interval] = []
    for interval in frame.intervals {
      while let last = around.last, last.endNs <= interval.beginNs {
        around.removeLast()
        text += ")"
      }
      text += "\(names.texts[interval.name])("
      around.append(interval)
    }
    return text + String(repeating: ")", count: around.count)
  }

  /// Takes longer than the resolution of any clock, so that no interval is empty.
  private func work() {
    var sum: UInt64 = 1
    for value in 0..<5_000 as Range<UInt64> { sum = sum &* 31 &+ value }
    #expect(sum != 0)
  }

  @Test("Marks do nothing while nobody records")
  func off() throws {
    #expect(!signposter.isEnabled)
    let state = signposter.beginInterval("layout")
    signposter.endInterval("layout", state)
    #expect(state == FrameSignpostIntervalState())
    #expect(signposter.withIntervalSignpost("layout") { 7 } == 7)
  }

  @Test("Intervals nest, follow each other, and repeat")
  func nesting() throws {
    let text = try outline {
      #expect(signposter.isEnabled)
      signposter.withIntervalSignpost("tick") {
        work()
        signposter.withIntervalSignpost("layout") {
          work()
          signposter.withIntervalSignpost("layout") { work() }
        }
        work()
        signposter.withIntervalSignpost("animations") { work() }
        work()
      }
      work()
      signposter.withIntervalSignpost("layers") { work() }
      work()
    }

    #expect(text == "tick(layout(layout())animations())layers()")
    #expect(!signposter.isEnabled)
  }

  @Test("An interval ends when its body throws")
  func throwing() throws {
    struct Failure: Error {}
    let recorder = SignpostRecorder()

    #expect(throws: Failure.self) {
      try recorder.record {
        try signposter.withIntervalSignpost("layout") { throw Failure() }
      }
    }

    var names = SignpostNames()
    #expect(try recorder.frame(names: &names).intervals.count == 1)
  }

  @Test("A recorder can be used for one frame after the other, also after a wrong one")
  func frames() throws {
    let recorder = SignpostRecorder()
    var names = SignpostNames()
    recorder.record { _ = signposter.beginInterval("open") }
    #expect(throws: SignpostProblem.self) { try recorder.frame(names: &names) }

    recorder.record { signposter.withIntervalSignpost("layout") { work() } }
    #expect(try recorder.frame(names: &names).intervals.count == 1)
    recorder.record { work() }
    let frame = try recorder.frame(names: &names)
    #expect(frame.intervals.isEmpty)
    #expect(frame.durationNs > 0)
    #expect(names.texts == ["layout"])
  }

  /// What a recorder says of wrong marks, without the lines.
  private func problem(_ body: () -> Void) -> String {
    let recorder = SignpostRecorder()
    recorder.record(body)
    var names = SignpostNames()
    do {
      _ = try recorder.frame(names: &names)
      return ""
    } catch {
      return error.description
    }
  }

  @Test("Marks that do not match are reported with their place")
  func unbalanced() {
    let before = signposter.beginInterval("early")
    let line = #line
    let place = { (name: String, offset: Int) in
      "'\(name)' (FrameSignpostsTests/SignpostRecorderTests.swift:\(line + offset))"
    }

    let open = problem { _ = signposter.beginInterval("layout") }
    #expect(open.contains("\(place("layout", 5)) begins and does not end"))
    let crossed = problem {
      let outer = signposter.beginInterval("tick")
      _ = signposter.beginInterval("layout")
      signposter.endInterval("tick", outer)
    }
    #expect(crossed.contains("\(place("tick", 10)) ends while \(place("layout", 9)) is open"))
    let twice = problem {
      let state = signposter.beginInterval("tick")
      signposter.endInterval("tick", state)
      signposter.endInterval("tick", state)
    }
    #expect(twice.contains("\(place("tick", 16)) ends twice"))
    let other = problem {
      let state = signposter.beginInterval("tick")
      signposter.endInterval("tock", state)
    }
    #expect(
      other.contains("\(place("tock", 21)) ends under another name than \(place("tick", 20))"))
    let early = problem { signposter.endInterval("early", before) }
    #expect(early.contains("\(place("early", 25)) ends in a frame in which it did not begin"))
  }

  @Test("An interval of an earlier frame cannot end in a later one")
  func acrossFrames() {
    let recorder = SignpostRecorder()
    var state = FrameSignpostIntervalState()
    recorder.record { state = signposter.beginInterval("layout") }
    recorder.record {
      _ = signposter.beginInterval("layout")
      signposter.endInterval("layout", state)
    }
    var names = SignpostNames()
    let problem = #expect(throws: SignpostProblem.self) { try recorder.frame(names: &names) }
    #expect(problem?.description.contains("did not begin") == true)
  }

  @Test("A frame has at most 4,096 intervals")
  func tooMany() throws {
    func mark(_ count: Int) -> String {
      problem { for _ in 0..<count { signposter.withIntervalSignpost("cell") {} } }
    }

    #expect(mark(4_096) == "")
    #expect(mark(4_097).contains("more than 4096 intervals"))
  }

  @Test("Marks of other threads are not recorded")
  func threads() throws {
    let recorder = SignpostRecorder()
    // Read after the other thread has signaled.
    nonisolated(unsafe) var isEnabledElsewhere = true
    recorder.record {
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        isEnabledElsewhere = FrameSignposter().isEnabled
        FrameSignposter().withIntervalSignpost("elsewhere") {}
        done.signal()
      }
      done.wait()
      signposter.withIntervalSignpost("layout") { work() }
    }
    var names = SignpostNames()
    let frame = try recorder.frame(names: &names)

    #expect(!isEnabledElsewhere)
    #expect(frame.intervals.count == 1)
    #expect(names.texts == ["layout"])
  }

  @Test("Recordings are sound, whatever is marked", arguments: 0..<40 as Range<UInt64>)
  func sound(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let recorder = SignpostRecorder()
    var count = 0
    func mark(depth: Int) {
      for _ in 0..<Int.random(in: 0...3, using: &generator) {
        count += 1
        signposter.withIntervalSignpost(Bool.random(using: &generator) ? "one" : "other") {
          if depth < 6 { mark(depth: depth + 1) }
        }
      }
    }
    recorder.record { mark(depth: 0) }
    var names = SignpostNames()
    let frame = try recorder.frame(names: &names)
    let recording = SignpostRecording(names: names.texts, frames: [frame])

    #expect(frame.intervals.count == count)
    #expect(recording.problem == nil)
  }
}
