import BenchmarkModel
package import Foundation
import SampleStatistics

/// The course of every benchmark over the commits of a branch, from comparisons of pairs.
///
/// Each commit is compared with the one before it, and every few with the first. Two builds that
/// are measured alternately share the machine's drift, so their difference excludes it, and so does
/// the course.
package struct Trend: Codable, Sendable {
  package struct Point: Hashable, Codable, Sendable {
    package let commit: String
    package let subject: String

    package let time: Date
    package var state: State

    package init(commit: String, subject: String, time: Date, state: State = .pending) {
      self.commit = commit
      self.subject = subject
      self.time = time
      self.state = state
    }
  }

  package enum State: Hashable, Codable, Sendable {
    /// It has not been looked at yet.
    case pending

    /// Its build, and the benchmarks in it.
    case built(digest: String, names: Set<String>)

    /// It cannot be built or measured.
    case gap(reason: String)

    var digest: String? { if case .built(let digest, _) = self { digest } else { nil } }
    var names: Set<String> { if case .built(_, let names) = self { names } else { [] } }
  }

  /// Two builds, and the benchmarks to compare.
  package struct Request: Hashable, Codable, Sendable {
    package let pair: BuildPair

    /// The numbers of the commits.
    package let from, to: Int
    package var names: Set<String>
  }

  /// After this many code changes, a commit is also compared with the first one.
  ///
  /// The largest error of 20 commits is then 1.3 times the error of one comparison, instead of 4.5
  /// times.
  package static let closing = 5

  package var points: [Point]
  package var comparisons: PairComparisons

  /// How many seconds a benchmark may be compared.
  package let seconds: Double

  /// Pairs that were measured again because they did not fit, by benchmark.
  private var repeated: Set<Request> = []

  /// How many benchmarks other shards measure; they share the error probability.
  private(set) var others = 0

  package init(points: [Point], comparisons: PairComparisons = .init(), seconds: Double) {
    self.points = points
    self.comparisons = comparisons
    self.seconds = seconds
  }
}

extension Trend {
  /// Leaves the other benchmarks to other shards; to be called once the benchmarks of all commits
  /// are known.
  package mutating func keep(only own: Set<String>) {
    others = names.count { !own.contains($0) }
    for index in points.indices {
      guard case .built(let digest, let names) = points[index].state else { continue }
      points[index].state = .built(digest: digest, names: names.intersection(own))
    }
  }

  /// The trends of all shards as one.
  ///
  /// Builds on other machines may have other digests, but the same commits share a build on all
  /// machines.
  package init(merging shards: [Trend]) {
    self = shards[0]
    others = 0
    var digests = Array(repeating: [String: String](), count: shards.count)
    for point in points.indices {
      guard case .built(let digest, _) = points[point].state else { continue }
      var all: Set<String> = []
      for (index, shard) in shards.enumerated() where shard.points.indices.contains(point) {
        guard case .built(let other, let names) = shard.points[point].state else { continue }
        digests[index][other] = digest
        all.formUnion(names)
      }
      points[point].state = .built(digest: digest, names: all)
    }
    comparisons = PairComparisons(
      zip(shards, digests).flatMap { shard, digests in
        shard.comparisons.all.map { $0.renaming(digests) }
      })
    repeated = shards.reduce(into: []) { $0.formUnion($1.repeated) }
  }

  /// The digest of a point that has a benchmark, and did not fail to run it.
  private func digest(
    _ point: Int, having name: String, _ failures: [String: FailedBuilds]
  ) -> String? {
    guard let digest = points[point].state.digest, points[point].state.names.contains(name),
      failures[name]?.digests.contains(digest) != true
    else { return nil }
    return digest
  }

  /// The builds in which a benchmark crashed, hung or could not run, and why it did in the first.
  private struct FailedBuilds {
    var digests: Set<String> = []
    let reason: String
  }

  /// The builds in which benchmarks failed, by the benchmark's name.
  private var failedBuilds: [String: FailedBuilds] {
    var found: [String: FailedBuilds] = [:]
    for comparison in comparisons.all {
      for entry in comparison.entries where entry.metric == nil {
        guard case .missing(let side, let reason) = entry.conclusion else { continue }
        var builds = found[entry.benchmark] ?? FailedBuilds(reason: reason)
        if side != .candidate { builds.digests.insert(comparison.pair.baseline) }
        if side != .baseline { builds.digests.insert(comparison.pair.candidate) }
        found[entry.benchmark] = builds
      }
    }
    return found
  }

  /// A benchmark that crashed, hung or could not run.
  package struct Failure: Hashable, Sendable {
    package let benchmark: String

    /// The numbers of the commits in which it failed; empty if a search has given up on them.
    package let points: [Int]

    /// Why it failed in the first comparison.
    package let reason: String
  }

  /// The benchmarks that failed in some commit, by name.
  package var failures: [Failure] {
    failedBuilds.sorted { $0.key < $1.key }.map { name, builds in
      Failure(
        benchmark: name,
        points: points.indices.filter { point in
          points[point].state.digest.map(builds.digests.contains) ?? false
        },
        reason: builds.reason)
    }
  }

  /// The benchmarks of all points, in the order in which they appear.
  package var names: [String] { points.flatMap { $0.state.names.sorted() }.uniqued() }

  /// All pairs to compare among the points known so far: neighbors that differ, and closing pairs
  /// with the first point; points that lack a benchmark are skipped.
  package var requests: [Request] {
    let failures = failedBuilds
    let isComplete = !points.contains { $0.state == .pending }
    var all: [Request] = []
    var places: [BuildPair: Int] = [:]
    for name in names {
      func add(_ from: (point: Int, digest: String), _ to: (point: Int, digest: String)) {
        guard from.digest != to.digest else { return }
        let pair = BuildPair(baseline: from.digest, candidate: to.digest)
        if let place = places[pair] ?? places[pair.reversed] {
          all[place].names.insert(name)
        } else {
          places[pair] = all.count
          all.append(Request(pair: pair, from: from.point, to: to.point, names: [name]))
        }
      }
      var ends: (first: (point: Int, digest: String), last: (point: Int, digest: String))?
      var changes = 0
      for point in points.indices {
        guard let digest = digest(point, having: name, failures) else { continue }
        guard let known = ends else {
          ends = ((point, digest), (point, digest))
          continue
        }
        if digest != known.last.digest {
          add(known.last, (point, digest))
          changes += 1
        }
        ends = (known.first, (point, digest))
        if changes == Self.closing {
          add(known.first, (point, digest))
          changes = 0
        }
      }
      if isComplete, let ends { add(ends.first, ends.last) }
    }
    return all.sorted { ($0.to, -$0.from) < ($1.to, -$1.from) }
  }

  /// The next pair to measure, or nil when none is missing.
  package var next: Request? {
    for var request in requests {
      request.names = comparisons.missing(request.names, of: request.pair, seconds: seconds)
      if !request.names.isEmpty { return request }
    }
    return nil
  }

  /// The maximum number of pairs that are measured again because of one benchmark's loops.
  private static let mostRepeats = 3

  /// The pair that fits worst, for the first benchmark whose loops do not add up.
  ///
  /// Nil if all loops add up, or enough was measured again. No pair is returned twice.
  package mutating func nextMisfit() -> Request? {
    let all = requests
    for course in courses where course.isDoubtful {
      let name = course.series.benchmark
      guard repeated.count(where: { $0.names == [name] }) < Self.mostRepeats else { continue }
      for suspect in course.suspects {
        guard var request = all.first(where: { $0.pair == suspect || $0.pair == suspect.reversed })
        else { continue }
        request.names = [name]
        if repeated.insert(request).inserted { return request }
      }
    }
    return nil
  }

  /// How many pairs were measured again because they did not fit.
  package var repeatCount: Int { repeated.count }
}
