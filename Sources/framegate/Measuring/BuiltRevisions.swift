import BenchmarkResults
import BenchmarkRunner
import BenchmarkVerdicts
import Foundation

/// Both revisions, built and ready to be measured.
struct BuiltRevisions: Sendable {
  let builds: RevisionBuilder.Builds
  let revisions: BySide<Revision>
  let time = Date()

  /// The candidate's benchmarks that the baseline was built with, or nil if it has its own.
  var baselineBenchmarks: BenchmarkFolders? {
    if case .built(let sides) = builds { sides.baseline.benchmarks } else { nil }
  }
}

extension BuiltRevisions {
  /// Takes what was built, and pins it: the files stay the same until this process ends.
  init(pinning builds: RevisionBuilder.Builds, of revisions: BySide<Revision>) {
    if case .built(let sides) = builds {
      for build in sides.both { ProgramImage.pin(build.executable) }
    }
    self.init(builds: builds, revisions: revisions)
  }

  /// Takes two files as they are, and pins them.
  init(pinning builds: BySide<RevisionBuild>) {
    self.init(
      pinning: .built(builds), of: builds.map(\.revision))
  }

  /// Takes two builds of commits without pinning them, which would keep two files open for each
  /// pair of a history.
  init(_ builds: BySide<RevisionBuild>) {
    self.init(
      builds: .built(builds), revisions: builds.map(\.revision))
  }

  /// Labels a comparison of both with their revisions.
  func compared(
    _ comparison: Comparison, commits: BySide<String>, division: ShardDivision,
    _ ending: Ending
  ) -> ComparedRevisions {
    func label(_ side: ComparisonSide, _ addition: String = "") -> ResultLabel {
      ResultLabel(
        "\(revisions[side])\(addition)", commit: commits[side].isEmpty ? nil : commits[side],
        time: time)
    }
    return ComparedRevisions(
      compared: .init(
        division: division,
        baseline: label(
          .baseline, baselineBenchmarks == nil ? "" : " with the candidate's benchmarks"),
        candidate: label(.candidate), comparison: comparison),
      ending: ending)
  }
}

/// The result of comparing two revisions.
struct ComparedRevisions: Sendable {
  var compared: Measurements.Compared
  var ending: Ending

  /// Films the builds; films nothing if nothing was measured.
  var studios = FilmStudios()
}
