import BenchmarkModel
import SampleStatistics
import Testing

@testable import BenchmarkVerdicts

@Suite("Who allocates")
struct AllocationSitesTests {
  typealias Site = AllocationSites.Site
  typealias Place = AllocationSites.Place

  private func place(_ function: String, _ line: Int?) -> Place {
    Place(
      function: function,
      location: line.map { BenchmarkModel.SourceLocation(file: "Feed.swift", line: $0) })
  }

  private func site(
    _ function: String, _ line: Int?, _ count: Double, callee: String? = nil,
    callers: [Place] = []
  ) -> Site {
    Site(place: place(function, line), callers: callers, callee: callee, count: count)
  }

  private func sites(_ sites: [Site], unknown: Double = 0) -> AllocationSites {
    AllocationSites(per: .operation, sites: sites, unknown: unknown)
  }

  @Test("Requests of one place and the same callers are added up, the most frequent first")
  func sums() {
    let found = sites(
      [
        site("append", 4, 1), site("render", 9, 3), site("append", 4, 1.5, callee: "Array.append"),
        site("append", 4, 1, callers: [place("render", 9)]),
      ], unknown: 0.25)

    #expect(found.sites.map(\.count.candidate) == [3, 2.5, 1])
    #expect(found.total.candidate == 6.75)
    #expect(found.total.baseline == nil)
  }

  @Test("A place whose line moved is the same place")
  func movedLine() {
    let lines = LineChanges(diff: "--- a/Feed.swift\n@@ -2,0 +3,1 @@\n+x")
    let old = sites([site("append", 4, 2), site("render", 9, 1, callers: [place("main", 12)])])
    let changes = sites([
      site("append", 5, 2), site("append", 3, 1),
      site("render", 10, 4, callers: [place("main", 13)]),
    ]).changes(since: old, lines: lines)

    #expect(changes.total.baseline == 3)
    #expect(changes.total.candidate == 7)
    #expect(changes.sites.map(\.place.location?.line) == [10, 3])
    #expect(changes.sites.map(\.count.baseline) == [1, 0])
    #expect(changes.sites.map(\.count.candidate) == [4, 1])
  }

  @Test("A place that is gone counts against the baseline alone")
  func gone() {
    let changes = sites([]).changes(
      since: sites([site("old", 4, 2, callee: "String.append(_:)")], unknown: 1))

    #expect(changes.sites.map(\.count.change) == [-2])
    #expect(changes.sites.first?.callee == "String.append(_:)")
    #expect(changes.unknown.change == -1)
  }

  @Test("Without debug information, functions are compared by name")
  func withoutLines() {
    let changes = sites([site("append", nil, 5)]).changes(since: sites([site("append", nil, 2)]))

    #expect(changes.sites.map(\.count.change) == [3])
  }

  @Test("The changes of sites and of what is unknown add up to the whole change", arguments: 0..<50)
  func addUp(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    func side() -> AllocationSites {
      sites(
        (0..<Int.random(in: 0...12, using: &generator)).map { _ in
          site(
            ["a", "b"][Int.random(in: 0...1, using: &generator)],
            Int.random(in: 1...4, using: &generator),
            Double(Int.random(in: 1...9, using: &generator)))
        }, unknown: Double(Int.random(in: 0...2, using: &generator)))
    }
    let (old, new) = (side(), side())
    let lines = LineChanges(diff: "--- a/Feed.swift\n@@ -2 +2,2 @@\n")
    let changes = new.changes(since: old, lines: lines)

    let sum = changes.sites.reduce(changes.unknown.change) { $0 + $1.count.change }
    #expect(sum == new.total.candidate - old.total.candidate)
    #expect(changes.total.change == sum)
  }
}
