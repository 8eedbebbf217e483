import BenchmarkModel
import FrameTiming
import FramegateKit
import HeadlessUI

extension BenchmarkRegistry {
  /// Adds pairs of scenarios: a mistake in published transitions as it was published, and its
  /// correction.
  ///
  /// Their names are `bug.<name>.published` and `bug.<name>.fixed`. Both scenarios of the first six
  /// pairs show the same on screen; the others differ in their motion. `Benchmarks/Bugs.md`
  /// describes each pair.
  mutating func addBugSuites() {
    for bug in BugPair.catalog {
      for edition in BugEdition.allCases { add(bug, edition) }
    }
  }

  private mutating func add(_ bug: BugPair, _ edition: BugEdition) {
    scenario(
      "bug.\(bug.name).\(edition.rawValue)", duration: bug.duration,
      budget: bug.budgets(edition),
      runsByDefault: bug.runsByDefault, tags: ["bug"], samplingTime: .milliseconds(500)
    ) { parameters in
      let stage = try bug.makeStage(edition, parameters.screen)
      return Scenario {
        stage.begin()
      } inspect: { fractions in
        let stage = try bug.makeStage(edition, parameters.screen)
        stage.begin()
        return stage.states(at: fractions, of: bug.duration / .seconds(1))
      } review: {
        let stage = try bug.makeStage(edition, parameters.screen)
        return stage.review(lasting: bug.duration, isCancelled: bug.isCancelled)
      } frame: { frame in
        stage.render(at: frame.targetTimestamp.wholeNanoseconds)
      }
    }
  }
}

extension BugPair {
  /// The budgets of an edition: a corrected one must be smooth; a published one has only budgets
  /// that it is known to keep.
  ///
  /// `check --budget noDroppedFrames@120` and `--budget largestJump=25pt` show what is wrong with
  /// it.
  fileprivate func budgets(_ edition: BugEdition) -> [FrameBudget] {
    guard edition == .fixed || !isSlow else { return [.largestWork(.seconds(1), at: .hz120)] }
    let smooth: [FrameBudget] = [RefreshRate.hz60, .hz120].flatMap {
      [.noDroppedFrames(at: $0), .firstFrame(lateBy: 0, at: $0)]
    }
    return edition == .published || isSlow
      ? smooth : smooth + [.largestJump(points: Self.largestJump)]
  }

  /// In points; for comparison, a sheet that is put back without an animation jumps by 98 points.
  private static let largestJump = 25.0
}

/// The transition as it was published, or as it should be.
enum BugEdition: String, CaseIterable, Sendable {
  case published, fixed
}

/// A mistake in published transitions, and its correction.
struct BugPair: Sendable {
  /// The part of the scenarios' names between `bug.` and the edition.
  let name: String

  /// The length of the scene.
  let duration: Duration

  /// Whether the published edition has frames that are slower than necessary.
  var isSlow = true

  /// Whether the scene cancels a transition, after which everything must be as before.
  var isCancelled = false

  /// Whether commands without `--all`, `--filter` and `--tag` select it.
  var runsByDefault = false

  /// Builds the scene of an edition for a screen, up to the moment before it begins.
  let makeStage: @Sendable (BugEdition, ScreenSize) throws -> BugStage

  /// Every pair; those whose published edition drops frames come first, and run by default.
  static let catalog: [BugPair] = [
    photoArrival, cardShadow, groupFade, dragLayout, rotationPileup,
    cellHeights, lostRelease, suddenCancel, brightPage, finishedFlag,
  ]
}
