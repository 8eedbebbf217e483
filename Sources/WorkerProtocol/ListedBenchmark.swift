package import BenchmarkModel
package import FrameModel

/// What is known about a registered benchmark or scenario without running it: all but its closures.
package struct ListedBenchmark: Hashable, Sendable {
  package enum Work: Hashable, Sendable {
    case benchmark(BenchmarkTraits)
    case scenario(ScenarioTraits)
  }

  /// Registration and the tool refuse longer names and times, and larger counts.
  package static let longestName = 1_000
  package static let longestDuration = Duration.seconds(86_400)
  package static let largestCount = 1 << 50

  package let name: String

  /// Whether commands without `--all`, `--filter` and `--tag` select it.
  package let runsByDefault: Bool

  /// Words that `--tag` selects by.
  package let tags: [String]

  /// The place of its registration, or nil if the worker does not report that.
  package let location: SourceLocation?

  package var work: Work

  package init(
    name: String, runsByDefault: Bool, tags: [String] = [], location: SourceLocation?, work: Work
  ) {
    self.name = name
    self.runsByDefault = runsByDefault
    self.tags = tags
    self.location = location
    self.work = work
  }
}

/// What a scenario states about itself.
package struct ScenarioTraits: Hashable, Sendable {
  /// In whole nanoseconds, as listings have it: worker and tool count its frames alike.
  package let duration: Duration

  /// The budgets of every scene.
  package let budgets: [FrameBudget]

  package let frameRates: FrameRateSchedule

  /// The budgets that also apply to a scene with the standard layers, screen and variant.
  package let sceneBudgets: [SceneSize: [FrameBudget]]

  /// The variants that it can run on, the default first; empty for a scenario without variants.
  package let variants: [Variant]

  /// The scenes that it can be played with, the default first; empty if there is only one.
  package let scenes: [SceneSize]

  /// How long `run` plays it, or nil for the usual number of repetitions.
  package let samplingTime: Duration?

  /// The memory that a frame reads and writes per layer, in bytes, or nil if the author did not
  /// state it.
  package let bytesPerLayer: Int?

  /// By how much the numbers of its views may differ in a comparison, or nil for not at all.
  package let answerTolerance: Double?

  package init(
    duration: Duration, budgets: [FrameBudget] = [], frameRates: FrameRateSchedule = .displayRate,
    sceneBudgets: [SceneSize: [FrameBudget]] = [:], variants: [Variant] = [],
    scenes: [SceneSize] = [], samplingTime: Duration? = nil, bytesPerLayer: Int? = nil,
    answerTolerance: Double? = nil
  ) {
    self.duration = .nanoseconds(duration.wholeNanoseconds)
    self.frameRates = frameRates
    self.budgets = budgets
    self.sceneBudgets = sceneBudgets
    self.variants = variants
    self.scenes = scenes
    self.samplingTime = samplingTime
    self.bytesPerLayer = bytesPerLayer
    self.answerTolerance = answerTolerance
  }
}

extension ScenarioTraits {
  /// The default parameters: the first scene and the first variant.
  package var standardParameters: ScenarioParameters {
    ScenarioParameters(scene: scenes.first, variant: variants.first)
  }

  /// The frame rates on a display that refreshes at `rate`, each with its number of frames.
  package func segments(at rate: RefreshRate) -> [VsyncGrid.Segment] {
    frameRates.segments(on: rate, lasting: duration)
  }

  /// The number of frames on a display that refreshes at `rate`: one per vsync before the end.
  package func frameCount(at rate: RefreshRate) -> Int {
    segments(at: rate).reduce(0) { $0 + $1.ticks }
  }

  /// The vsyncs of a display that refreshes at `rate` while it plays.
  package func grid(at rate: RefreshRate) -> VsyncGrid {
    do {
      return try VsyncGrid(segments: segments(at: rate))
    } catch { preconditionFailure("A schedule that was checked has no grid: \(error)") }
  }

  /// The times at which the frames at `rate` are evaluated, as fractions of the duration: frame i
  /// at vsync i + 1, but at most 1.
  package func fractions(at rate: RefreshRate) -> [Double] {
    let (grid, duration) = (grid(at: rate), Double(duration.wholeNanoseconds))
    return (0..<frameCount(at: rate)).map { min(1, Double(grid.vsync($0 + 1)) / duration) }
  }

  /// The frames on a display that refreshes at `rate`: one starts at every vsync, for the next one.
  package func frames(at rate: RefreshRate) -> [Frame] {
    let grid = grid(at: rate)
    return (0..<frameCount(at: rate)).map { index in
      Frame(
        index: index, timestamp: .nanoseconds(grid.vsync(index)),
        targetTimestamp: .nanoseconds(grid.vsync(index + 1)))
    }
  }
}

/// Everything that a program has registered, as its workers list it.
package struct BenchmarkListing: Hashable, Sendable {
  /// In the order of registration.
  package let benchmarks: [ListedBenchmark]

  package let problems: [RegistrationProblem]

  package let variables: [WorkerVariable]

  package init(
    benchmarks: [ListedBenchmark], problems: [RegistrationProblem] = [],
    variables: [WorkerVariable] = []
  ) {
    self.benchmarks = benchmarks
    self.problems = problems
    self.variables = variables
  }
}

/// An environment variable that benchmarks read.
package struct WorkerVariable: Hashable, Sendable {
  package let name: String

  /// The valid values; empty if any value is valid.
  package let values: [String]

  package init(name: String, values: [String]) {
    self.name = name
    self.values = values
  }
}

/// A registration that was refused; the other benchmarks are not affected.
package struct RegistrationProblem: Hashable, Codable, Sendable {
  package let location: SourceLocation

  /// What is wrong and what to do, as sentences.
  package let reason: String

  package init(location: SourceLocation, reason: String) {
    self.location = location
    self.reason = reason
  }
}

extension RegistrationProblem: CustomStringConvertible {
  package var description: String { "\(location): \(reason)" }
}
