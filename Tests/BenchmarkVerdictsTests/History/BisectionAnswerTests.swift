import BenchmarkModel
import BenchmarkResults
import Foundation
import FrameTiming
import SampleStatistics
import TestSupport
import Testing

@testable import BenchmarkVerdicts

/// Searches for what a commit drops or shows; every comparison is scripted.
@Suite("Bisection of dropped slots and answers")
struct BisectionAnswerTests {
  private func search(_ history: ScriptedHistory, _ metric: String) async throws -> Bisection {
    var search = Bisection(history.trend(), metric: metric)
    try await search.search(by: history)
    return search
  }

  /// A history with the dropped slots of each commit, and times that never change.
  private func dropping(_ slots: [Int]) -> ScriptedHistory {
    ScriptedHistory(commits: slots.count) { request in
      [
        .time(
          1.004, reach: 0.3, rate: .hz60,
          dropped: BySide(baseline: slots[request.from], candidate: slots[request.to])),
        .time(1, rate: .hz120, dropped: BySide(baseline: 9, candidate: 9)),
      ]
    }
  }

  /// A history in which commits with the same letter show the same.
  private func showing(_ letters: String, names: Set<String> = ["work"]) -> ScriptedHistory {
    let shown = Array(letters)
    return ScriptedHistory(commits: shown.count, names: names) { request in
      let (old, new) = (shown[request.from], shown[request.to])
      return names.sorted().map { name in
        let answers: AnswerEvidence =
          old == "?" || new == "?"
          ? .unknown("the answer does not repeat")
          : old == new
            ? .equal(count: 7)
            : .different(
              AnswerDifference(
                place: "frame 4, view 0 'card', alpha", frame: 4, baseline: "\(old)",
                candidate: "\(new)"))
        return ComparisonEntry.time(1.1, reach: 0.5, rate: .hz60)
          .resting(on: RowEvidence(answers: answers), allowsDifferent: false)
      }
    }
  }

  @Test("The commit that first drops frames is found at every place, with 2 log₂ n comparisons")
  func droppedSlots() async throws {
    for count in [2, 3, 9, 33] {
      for culprit in 1..<count {
        let history = dropping((0..<count).map { $0 >= culprit ? 6 : 1 })
        let search = try await search(history, "droppedSlots")
        #expect(search.decision == .found)
        #expect(search.culprits.map { [$0.parent, $0.commit] } == [[culprit - 1, culprit]])
        #expect(search.culprits.map(\.change?.value) == [6])
        #expect(search.series?.rate == .hz60)
        #expect(search.others.isEmpty)
        #expect(history.requests.allSatisfy { $0.effort == 1 })
        let probes = Int(log2(Double(count - 1)).rounded(.up))
        #expect(search.comparisonCount <= 1 + 2 * probes + 1)
      }
    }
  }

  @Test(
    "Slots that are dropped from none, no longer, or step by step",
    arguments: [
      ([0, 0, 3, 3], [2]), ([5, 5, 0, 0], [2]), ([0, 4, 4, 8], [1, 3]), ([2, 3, 2, 8], [3]),
      ([4, 4, 4, 4], []),
    ])
  func droppedCourses(slots: [Int], culprits: [Int]) async throws {
    let search = try await search(dropping(slots), "droppedSlots")
    #expect(search.culprits.map(\.commit) == culprits)
    #expect(search.decision == (culprits.isEmpty ? .unchanged : .found))
  }

  @Test("A commit that drops frames because it shows something else is found, too")
  func droppedAndDifferent() async throws {
    let slots = [0, 0, 4]
    let history = ScriptedHistory(commits: 3) { request in
      let (old, new) = (slots[request.from], slots[request.to])
      let entry = ComparisonEntry.time(
        old == new ? 1 : 1.4, rate: .hz60, dropped: BySide(baseline: old, candidate: new))
      guard old != new else { return [entry] }
      let difference = AnswerDifference(place: "p", baseline: "1", candidate: "2")
      return [
        entry.resting(on: RowEvidence(answers: .different(difference)), allowsDifferent: false)
      ]
    }
    for metric in ["droppedSlots", "cpuTotal"] {
      let search = try await search(history, metric)
      #expect(search.culprits.map(\.commit) == [2], "\(metric)")
      #expect(search.culprits.map(\.isConfirmed) == [true], "\(metric)")
      #expect(history.requests.allSatisfy { $0.effort == 1 }, "\(metric)")
    }
  }

  @Test("The commit that changed what is shown is found with the first value, for every place")
  func answers() async throws {
    for count in [2, 3, 9, 33] {
      for culprit in 1..<count {
        let letters = String((0..<count).map { $0 >= culprit ? "b" : "a" })
        let history = showing(letters)
        let search = try await search(history, "answers")
        #expect(search.decision == .found)
        #expect(search.culprits.map { [$0.parent, $0.commit] } == [[culprit - 1, culprit]])
        #expect(
          search.culprits.first?.difference?.description
            == "frame 4, view 0 'card', alpha: b against a")
        #expect(search.culprits.map(\.change?.value) == [nil])
        #expect(history.requests.allSatisfy { $0.effort == 1 })
      }
    }
  }

  @Test(
    "What changes several times is found each time; what comes back is no difference",
    arguments: [
      ("aabbcc", [2, 4]), ("abcdefgh", [1, 2, 3, 4, 5, 6, 7]), ("aaaa", []), ("abba", []),
      ("aacb", [2, 3]), ("aaaaabaab", [8]), ("abbc", [1, 3]), ("aabab", [2]),
    ])
  func courses(letters: String, culprits: [Int]) async throws {
    let search = try await search(showing(letters), "answers")
    // A search looks at a part of the commits, and every culprit that it names is one.
    let shown = Array(letters)
    for found in search.culprits {
      #expect(shown[found.commit] != shown[found.parent])
      #expect(found.commit == found.parent + 1)
    }
    #expect(search.culprits.map(\.commit) == culprits)
    #expect(search.decision == (shown.first == shown.last ? .unchanged : .found))
  }

  @Test("Answers that are not known are an error at the ends, and bridged between them")
  func unknown() async throws {
    await #expect(throws: HistoryError.nothingComparable("the answer does not repeat")) {
      _ = try await search(showing("a?"), "answers")
    }
    let bridged = try await search(showing("aa?b"), "answers")
    #expect(bridged.culprits.map { [$0.parent, $0.commit] } == [[1, 3]])
    #expect(bridged.decision == .found)
  }

  @Test("Without a metric, neither answers nor dropped slots are searched")
  func onDemand() async throws {
    let history = ScriptedHistory(commits: 2) { _ in
      [
        ComparisonEntry.time(1, dropped: BySide(baseline: 0, candidate: 5)).resting(
          on: RowEvidence(
            answers: .different(AnswerDifference(place: "p", baseline: "1", candidate: "2"))),
          allowsDifferent: true)
      ]
    }
    var search = Bisection(history.trend())
    try await search.search(by: history)
    #expect(search.decision == .unchanged)
    #expect(search.others.isEmpty)
  }

  @Test(
    "Random histories: every culprit differs from its parent, and one that is alone is found",
    arguments: seeds(short: 30, long: 2_000))
  func random(seed: UInt64) async throws {
    var generator = SplitMix64(seed: seed)
    let count = Int.random(in: 2...40, using: &generator)
    let changes = Set(
      (0..<Int.random(in: 0...3, using: &generator)).map { _ in
        Int.random(in: 1..<count, using: &generator)
      })
    var letter = UInt8(ascii: "a")
    let letters = (0..<count).map { commit -> Character in
      if changes.contains(commit) { letter += 1 }
      return Character(UnicodeScalar(letter))
    }
    let search = try await search(showing(String(letters)), "answers")
    // No answer comes back, so all changes are between the ends and every one is found.
    #expect(search.culprits.map(\.commit) == changes.sorted())
    #expect(search.decision == (changes.isEmpty ? .unchanged : .found))
  }
}
