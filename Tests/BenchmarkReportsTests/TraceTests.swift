import BenchmarkResults
import BenchmarkVerdicts
import Foundation
import FrameSignposts
import FrameTiming
import ReportText
import ResultTestSupport
import SampleStatistics
import TestSupport
import Testing

@testable import BenchmarkReports

@Suite("Traces")
struct TraceTests {
  /// An event of a trace as a viewer reads it.
  private struct Event: Decodable {
    let ph: String
    let pid: Int
    let tid: Int?
    let ts: Double?
    let dur: Double?
    let name: String
    let id: Int?
  }

  private struct Trace: Decodable {
    let displayTimeUnit: String
    let traceEvents: [Event]
  }

  private func report(
    _ work: [Int64], name: String = "feed.scroll", signposts: SignpostRecording? = nil
  ) throws -> ResultReport {
    var frames = Fixtures.frames(.hz120, work)
    frames.signposts = signposts.map { .value($0) }
    let file = Fixtures.result([Fixtures.scenario(name, [frames])])
    return ResultReport(
      candidate: .init(ReplayedResult(file), ResultLabel("a.json", file)),
      check: CheckReport(try Gate(file), tool: Fixtures.tool))
  }

  private static let work: [Int64] = [
    1_000_000, 34_000_001, 2_000_000, 8_333_333, 8_400_000, 1_000_000, 1_000_000,
  ]

  @Test("A short animation, event by event")
  func golden() throws {
    try expectGolden(
      String(decoding: try report(Self.work).trace(), as: UTF8.self), "exchange.trace.json")
  }

  @Test("No slices of a track overlap, whatever the work", arguments: seeds(short: 20, long: 400))
  func overlaps(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let work = (0..<Int.random(in: 1...80, using: &generator)).map { _ in
      Int64.random(in: 0...30_000_000, using: &generator)
    }

    let trace = try JSONDecoder().decode(Trace.self, from: report(work).trace())

    let slices = trace.traceEvents.filter { $0.ph == "X" }
    #expect(slices.count == 3 * work.count)
    for track in 1...3 {
      // In nanoseconds, because microseconds are not whole numbers.
      let spans = slices.filter { $0.tid == track }.map {
        (Int64((($0.ts ?? 0) * 1_000).rounded()), Int64((($0.dur ?? -1) * 1_000).rounded()))
      }
      #expect(spans.allSatisfy { $0.1 >= 0 })
      for (one, next) in zip(spans, spans.dropFirst()) { #expect(one.0 + one.1 <= next.0) }
    }
    let flows = trace.traceEvents.filter { $0.ph == "s" }.map(\.id)
    #expect(flows == trace.traceEvents.filter { $0.ph == "f" }.map(\.id))
  }

  /// A recording of frames that take 900 ns, with a mark in the middle third and one in its middle.
  private func recording(_ count: Int, names: [String] = ["tick", "layout"]) -> SignpostRecording {
    let frame = SignpostRecording.Frame(
      durationNs: 900,
      intervals: [
        .init(name: 0, beginNs: 300, endNs: 600), .init(name: 1, beginNs: 400, endNs: 500),
      ])
    return SignpostRecording(names: names, frames: Array(repeating: frame, count: count))
  }

  @Test("Marks are slices inside of the worker's, stretched to the frame's work")
  func signposts() throws {
    // The second frame starts when the first one ends, at 12 ms.
    let data = try report([12_000_000, 900_000], signposts: recording(2)).trace()

    let slices = try JSONDecoder().decode(Trace.self, from: data).traceEvents.filter {
      $0.ph == "X" && $0.tid == 2
    }
    #expect(slices.map(\.name) == ["0", "tick", "layout", "1", "tick", "layout"])
    // Work is measured 21 times around these numbers; the middle one is exact.
    #expect(slices.map(\.ts) == [0, 4_000, 5_333.333, 12_000, 12_300, 12_400])
    #expect(slices.map(\.dur) == [12_000, 4_000, 1_333.333, 900, 300, 100])
  }

  @Test("A mark's name cannot leave its quotes", arguments: HostileText.all)
  func hostileMark(text: String) throws {
    let data = try report([900], signposts: recording(1, names: [text + "1", "b"])).trace()

    let trace = try JSONDecoder().decode(Trace.self, from: data)
    #expect(trace.traceEvents.filter { $0.ph == "X" }.count == 5)
  }

  @Test("Signposts of another number of frames are left out")
  func otherFrames() throws {
    let data = try report([900, 900], signposts: recording(1)).trace()

    let trace = try JSONDecoder().decode(Trace.self, from: data)
    #expect(trace.traceEvents.filter { $0.ph == "X" }.count == 6)
  }

  @Test("A frame that is on time takes at most 250 bytes")
  func size() throws {
    let work = [Int64](repeating: 4_000_000, count: 5_000)

    #expect(try report(work).trace().count <= 250 * work.count)
  }

  @Test("A name cannot leave its quotes", arguments: HostileText.all)
  func hostile(text: String) throws {
    let data = try report([1], name: text + "1").trace()

    let trace = try JSONDecoder().decode(Trace.self, from: data)
    #expect(trace.traceEvents.filter { $0.ph == "X" }.count == 3)
    #expect(trace.displayTimeUnit == "ns")
  }
}
