public import BenchmarkModel
public import FrameModel

extension BenchmarkRegistry {
  /// Adds a workload that is driven frame by frame.
  ///
  /// Frame i is evaluated at vsync i + 1, its `targetTimestamp`; every vsync before the end begins
  /// a frame.
  ///
  /// - Parameters:
  ///   - name: ASCII letters, digits, `.`, `-` and `_`; dotted, from general to particular, without
  ///     a variant.
  ///   - duration: The length of the animation.
  ///   - budget: What its frames may cost; `check` fails if a budget is exceeded.
  ///   - frameRates: The frame rates that it asks for over its time, as with a display link's
  ///     `preferredFrameRateRange`; until the first one, it runs at the display's rate.
  ///   - sceneBudgets: Further budgets for some of `scenes`. They apply with the standard layers
  ///     and screen and the first of `variants`; otherwise, `check` judges `budget` alone.
  ///   - variants: The implementations that the scene can run on, the default first. Leave it out
  ///     for a scene that has only one.
  ///   - scenes: The scenes that it can be played with, the default first. Leave it out for a
  ///     scenario that has only one.
  ///   - runsByDefault: Whether commands without `--all`, `--filter` and `--tag` select it.
  ///   - tags: Words that `--tag` and `--skip-tag` select by.
  ///   - samplingTime: About how long `run` plays it; at least a few repetitions. Leave it out for
  ///     the default number of repetitions, however long they take.
  ///   - bytesPerLayer: The memory that a frame reads and writes per layer, in bytes; charts then
  ///     show at how many layers the caches are full.
  ///   - answerTolerance: By how much the numbers of its views may differ between two revisions:
  ///     absolute or as a share of the larger one, whichever permits more; 0 for equal bit for bit.
  ///   - file: The source file, for messages.
  ///   - line: The line in it.
  ///   - makeScenario: Builds the scene: untimed, once per repetition.
  public mutating func scenario(
    _ name: String,
    duration: Duration,
    budget: [FrameBudget] = [],
    frameRates: [FrameRateRequest] = [],
    sceneBudgets: [SceneSize: [FrameBudget]] = [:],
    variants: [Variant] = [],
    scenes: [SceneSize] = [],
    runsByDefault: Bool = true,
    tags: [String] = [],
    samplingTime: Duration? = nil,
    bytesPerLayer: Int? = nil,
    answerTolerance: Double = 0,
    file: StaticString = #filePath,
    line: Int = #line,
    makeScenario: @escaping (ScenarioParameters) throws -> Scenario
  ) {
    let location = SourceLocation(file: "\(file)", line: line)
    var problem = Self.problem(duration, tolerance: answerTolerance, bytesPerLayer)
    problem = problem ?? Self.problem(measuredFor: samplingTime)
    var schedule = FrameRateSchedule.displayRate
    if problem == nil {
      do {
        schedule = try FrameRateSchedule(frameRates, lasting: duration)
      } catch { problem = "asks for frame rates that it cannot have. \(error)" }
    }
    if problem == nil, let unknown = sceneBudgets.keys.first(where: { !scenes.contains($0) }) {
      problem = "has budgets for the scene '\(unknown)'. Add it to its scenes."
    }
    if let problem { return refuse("'\(name)' \(problem)", at: location) }
    let traits = ScenarioTraits(
      duration: duration, budgets: budget, frameRates: schedule, sceneBudgets: sceneBudgets,
      variants: variants, scenes: scenes, samplingTime: samplingTime, bytesPerLayer: bytesPerLayer,
      answerTolerance: answerTolerance == 0 ? nil : answerTolerance)
    let listed = ListedBenchmark(
      name: name, runsByDefault: runsByDefault, tags: tags, location: location,
      work: .scenario(traits))
    add(listed, .scenario(ScenarioWork(traits: traits, makeScenario: makeScenario)), at: location)
  }

  /// What is wrong and what to do, as a message to follow the scenario's name, or nil if valid.
  private static func problem(
    _ duration: Duration, tolerance: Double, _ bytesPerLayer: Int?
  ) -> String? {
    guard duration >= .nanoseconds(1), duration <= ListedBenchmark.longestDuration else {
      return "lasts \(duration). Give it a duration of a nanosecond at least, and a day at most."
    }
    if let bytesPerLayer, !(1...ListedBenchmark.largestCount).contains(bytesPerLayer) {
      return "needs \(bytesPerLayer) bytes per layer. Give it 1 or more, 2^50 at most, or none."
    }
    return problem(tolerance: tolerance)
  }
}
