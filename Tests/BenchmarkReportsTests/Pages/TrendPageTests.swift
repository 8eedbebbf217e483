import BenchmarkModel
import Foundation
import SampleStatistics
import TestSupport
import Testing

@testable import BenchmarkReports
@testable import BenchmarkResults
@testable import BenchmarkVerdicts

@Suite("Pages on trends")
struct TrendPageTests {
  /// Commits whose code takes these times, each compared with the one before it and with the first.
  static func report(_ times: [Double]) -> TrendReport {
    func comparison(_ old: Int, _ new: Int) -> PairComparison {
      let ratio = times[new] / times[old]
      return PairComparison(
        BuildPair(baseline: "b\(old)", candidate: "b\(new)"), names: ["work"],
        entries: [
          ComparisonEntry(
            benchmark: "work", .metric("cpuTotal", unit: "ns/op"), baseline: times[old],
            candidate: times[new],
            times: .init(
              threshold: 0.01, interval: Interval(low: ratio * 0.996, high: ratio * 1.004),
              paired: .init(ratio: ratio, count: 99)),
            conclusion: .verdict(
              ratio > 1.01 ? .regressed : ratio < 1 / 1.01 ? .improved : .unchanged))
        ], seconds: 5, time: Date(timeIntervalSince1970: Double(new)))
    }
    return TrendReport(
      Trend(
        points: times.indices.map { number in
          Trend.Point(
            commit: "\(number)abcdef".padding(toLength: 40, withPad: "0", startingAt: 0),
            subject: "Change \(number)",
            time: Date(timeIntervalSince1970: 1_790_000_000 + Double(number) * 3_600),
            state: .built(digest: "b\(number)", names: ["work"]))
        },
        comparisons: PairComparisons(
          times.indices.dropFirst().flatMap { new in
            [comparison(new - 1, new)] + (new > 1 ? [comparison(0, new)] : [])
          }), seconds: 5), range: "main~\(times.count - 1)..main")
  }

  private static func html(_ times: [Double]) -> String {
    String(decoding: TrendPage(report(times)).html(), as: UTF8.self)
  }

  @Test("The axis has percents, and each step its size and commit, for wide screens and phones")
  func steps() {
    let html = Self.html([100, 100.1, 104, 104.1, 98.2, 98.2])

    #expect(html.contains(">+2 %<") && html.contains(">0 %<"))
    #expect(html.contains(">+3.90 % 2abcdef Change 2<"))
    #expect(html.contains(">-5.67 % 4abcdef Change 4<"))
    #expect(html.contains(">+3.90 % 2abcdef<"))
    #expect(html.contains("svg class=\"wide\"") && html.contains("svg class=\"narrow\""))
    #expect(html.contains("href=\"#step0\"") && html.contains("href=\"#step1\""))
  }

  @Test("Lines are level or upright, and intervals stay inside", arguments: 0..<40 as Range<UInt64>)
  func lines(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let times = (0..<Int.random(in: 2...20, using: &generator)).map { _ in
      Double.random(in: 80...120, using: &generator)
    }
    let html = Self.html(times)
    let paths = html.matches(of: /class="(stroke-fine|band)"[^>]* d="([^"]*)"/)
    #expect(Set(paths.map(\.1)) == ["stroke-fine", "band"])
    for match in paths {
      #expect(match.2.allSatisfy { "MHVz -.0123456789".contains($0) }, "\(match.2)")
    }
    let pictures = /viewBox="0 0 \d+ ([\d.]+)"[^>]*>(.*?)<\/svg>/.dotMatchesNewlines()
    var lows = 0
    for match in html.matches(of: pictures) {
      let bottom = try #require(Double(match.1)) - 40
      for band in match.2.matches(of: /class="band"[^>]* d="([^"]*)"/) {
        for low in band.1.matches(of: /V([\d.]+)/) {
          lows += 1
          #expect(try #require(Double(low.1)) < bottom - 1)
        }
      }
    }
    #expect(lows > 0)
  }

  @Test("An improvement has no title in the color of an alarm")
  func improvement() {
    #expect(Self.html([100, 100, 95]).contains("<h1 class=\"good\">"))
    #expect(Self.html([100, 100, 105]).contains("<h1 class=\"bad\">"))
  }

  @Test("Steps that are near one another have their names above one another")
  func near() {
    let html = Self.html((0..<12).map { 100 + 4 * Double($0 % 2) })
    let rows = html.matches(of: /class="step-(worse|better)"[^>]* y="([\d.]+)"/).map { $0.2 }
    #expect(Set(rows).count > 1)
  }

  @Test("Of more steps than have a comparison on the page, none is told to be measured again")
  func manySteps() {
    let html = Self.html((0..<35).map { 100 + 4 * Double($0 % 2) })
    #expect(html.matches(of: /<summary>Compare\s/).count == 30)
    #expect(html.matches(of: /The comparison is left out/).count == 4)
    #expect(!html.contains("is stored"))
  }

  @Test("Curves and steps are found by their metric, and steps by their commit and its subject")
  func search() {
    let html = Self.html([100, 100, 105])
    let keys = html.matches(of: /<article[^>]* data-key="([^"]*)"/).map { String($0.1) }

    #expect(keys.count == 2)
    #expect(keys.allSatisfy { $0.contains("work") && $0.contains("cpuTotal") })
    #expect(keys.count { $0.contains("Change 2") && $0.contains("2abcdef") } == 1)
  }
}
