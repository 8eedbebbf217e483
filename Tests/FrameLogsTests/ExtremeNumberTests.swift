import FrameLogs
import FrameTiming
import TestSupport
import Testing

/// Logs of which each number is replaced by each extreme one: they are refused, or judged.
@Suite("Frame logs with extreme numbers", .timeLimit(.minutes(isLong ? 20 : 2)))
struct ExtremeNumberTests {
  private static let logs: [String] =
    [
      LogExamples.own, LogExamples.framestats([(0, -1), (1, 9_000_000), (2, -1)]),
      LogExamples.surfaceFlinger([0, 1, 3, 4]), LogExamples.hitches([16_666_667, 33_333_334]),
      LogExamples.chrome("APD NAL"), LogExamples.perfetto, LogExamples.flutter,
      LogExamples.unreal,
      LogExamples.mangoHud(interval: 1).split(separator: "\n").prefix(8)
        .joined(separator: "\n"),
    ]
    + LogExamples.presentMon([
      .init(present: 100_000, shown: 150_000), .init(present: 260_000, shown: nil),
      .init(present: 420_000, shown: 500_000),
    ])

  @Test("Each number may be extreme", arguments: logs)
  func extreme(log: String) throws {
    let bytes = Array(log.utf8)
    try judge(bytes)
    for place in numbers(inText: bytes) {
      for number in extremeNumbers.map({ $0.filter { $0 != "\"" } }) {
        let bad = bytes[..<place.lowerBound] + Array(number.utf8) + bytes[place.upperBound...]
        do { try judge(Array(bad)) } catch {
          let message = "\(error)"
          #expect(MessageContract.violation(of: message) == nil, "\(number) at \(place)")
        }
      }
    }
  }

  private func judge(_ bytes: [UInt8]) throws {
    for stream in try FrameRecording(reading: LogText(bytes)).streams {
      for rate in [nil, RefreshRate.hz60] {
        let summary = stream.summary(rate: rate)
        #expect((summary.dropped ?? 0) >= 0 && (summary.hitchTimeNs ?? 0) >= 0)
      }
      for budget in [
        FrameBudget.noDroppedFrames(at: .hz60), .largestHitchRatio(5, at: .hz120),
        .largestLatency(slots: 2, at: .hz60),
      ] {
        _ = try budget.judge(stream)
      }
    }
  }
}
