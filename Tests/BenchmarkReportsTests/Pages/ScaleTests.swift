import BenchmarkModel
import BenchmarkVerdicts
import Foundation
import FrameLogs
import ReportText
import SampleStatistics
import TestSupport
import Testing

@testable import BenchmarkReports

/// Laws of every axis, over all finite numbers.
@Suite("Scales")
struct ScaleTests {
  /// Any finite number: of any sign and magnitude, or one that is special.
  static func number(_ generator: inout SplitMix64) -> Double {
    let special = [
      0, -0.0, 1, -1, 1e-9, Double.leastNonzeroMagnitude, -Double.leastNonzeroMagnitude,
      Double.leastNormalMagnitude, 1e308, -1e308,
      Double.greatestFiniteMagnitude, -Double.greatestFiniteMagnitude, -1e9, 1.0.nextUp,
    ]
    guard Int.random(in: 0..<4, using: &generator) > 0 else {
      return special.randomElement(using: &generator) ?? 0
    }
    while true {
      let value = Double(bitPattern: generator.next())
      if value.isFinite { return value }
    }
  }

  /// Two ends of an axis: far apart, next to each other, equal or in the wrong order.
  static func ends(_ generator: inout SplitMix64) -> (Double, Double) {
    let low = number(&generator)
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: return (low, low)
    case 1: return (low, low.nextUp)
    case 2: return (low, low + low.magnitude * .random(in: -1e-6...1e-6, using: &generator))
    default: return (low, number(&generator))
    }
  }

  @Test(
    "Every finite number has a position between both ends, and every axis a few ticks in order",
    arguments: 0..<200, [Scale.Kind.linear, .logarithmic])
  func laws(seed: UInt64, kind: Scale.Kind) {
    var generator = SplitMix64(seed: seed)
    for _ in 0..<50 {
      let (low, high) = Self.ends(&generator)
      let scale = Scale(kind, from: low, to: high, at: 200, 30)
      #expect(scale.low.isFinite && scale.high.isFinite && scale.low < scale.high, "\(low) \(high)")
      #expect(scale.position(scale.low) == 200 && scale.position(scale.high) == 30)
      let values = (0..<8).map { _ in Self.number(&generator) }.sorted()
      let positions = values.map(scale.position)
      #expect(positions.allSatisfy { (30...200).contains($0) }, "\(low) \(high) \(values)")
      #expect(positions == positions.sorted(by: >), "\(low) \(high) \(values)")

      for count in [0, 1, 4, 6, 100] {
        let ticks = scale.ticks(about: count)
        #expect(ticks.count <= max(3 * count, 13), "\(low) \(high): \(ticks.count)")
        #expect(ticks == Set(ticks).sorted() && ticks.allSatisfy(\.isFinite), "\(low) \(high)")
        let range = scale.high / 2 - scale.low / 2
        #expect(
          ticks.allSatisfy {
            $0 / 2 >= scale.low / 2 - range * 1e-5 && $0 / 2 <= scale.high / 2 + range * 1e-5
          }, "\(low) \(high): \(ticks)")
      }
    }
  }

  @Test("A linear axis has ticks where people expect them")
  func ticks() {
    #expect(Scale(.linear, from: 0, to: 100, at: 0, 1).ticks() == [0, 50, 100])
    #expect(Scale(.linear, from: -9, to: -1, at: 0, 1).ticks() == [-8, -6, -4, -2])
    #expect(Scale(.linear, from: -1, to: 1, at: 0, 1).ticks() == [-1, -0.5, 0, 0.5, 1])
    #expect(Scale(.linear, from: 3e-12, to: 7e-12, at: 0, 1).ticks().count == 5)
  }

  /// A page on one series.
  private static func page(_ numbers: [Double]) -> (text: String, html: String) {
    let records = numbers.enumerated().map { index, number in
      var record = HistoryRecord(commit: "c\(index)", time: Double(index))
      record.values = [.init("m", number)]
      return record
    }
    let report = HistoryReport(RecordedHistory(records), range: "x")
    return (
      report.text().content, String(decoding: TrendPage(report).html(), as: UTF8.self)
    )
  }

  @Test(
    "A series of one value, or of equal ones, has a page whatever the value is",
    arguments: [
      -1e9, 0, -0.0, 1, -1, Double.leastNonzeroMagnitude, -Double.leastNonzeroMagnitude, 1e-300,
      1e300, -1e300,
      .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
    ], [1, 2, 12])
  func constant(value: Double, count: Int) {
    let page = Self.page(Array(repeating: value, count: count))
    #expect(page.html.contains("<svg"))
    #expect(page.html.firstMatch(of: /(?i)\b(nan|inf|infinity)\b/) == nil)
    #expect(page.text.contains("No likely step"))
  }

  @Test("Any series has a text, JSON and a page", arguments: 0..<60)
  func series(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let count = Int.random(in: 1...20, using: &generator)
    let numbers = (0..<count).map { _ in Self.number(&generator) }
    let records = numbers.enumerated().map { index, number in
      var record = HistoryRecord(commit: "c\(index / 2)", time: Double(index))
      record.values = [.init("m", number)]
      record.values[0].interval = number...max(number, Self.number(&generator))
      return record
    }
    let report = HistoryReport(RecordedHistory(records), range: "x")
    let html = String(decoding: TrendPage(report).html(), as: UTF8.self)
    #expect(html.firstMatch(of: /(?i)\b(nan|inf|infinity)\b/) == nil)
    _ = (report.text(), report.markdown(), report.csv())
    _ = try JSONSerialization.jsonObject(with: report.json())
  }
}
