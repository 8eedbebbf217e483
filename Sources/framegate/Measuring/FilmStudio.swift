import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import BenchmarkRunner
import BenchmarkVerdicts
import FrameTiming
import WorkerClient
import WorkerProtocol

/// Asks a program for the views of scenarios in exactly the frames that were measured.
struct FilmStudio {
  /// The maximum number of scenarios that are filmed: each adds some 30 KB to a page.
  private static let mostScenarios = 4

  /// The maximum number of layers of a scenario that is filmed, and the maximum time for an answer,
  /// because a result may come from a stranger.
  fileprivate static let mostLayers = 10_000
  fileprivate static let timeout = Duration.seconds(5)

  /// A scenario as it was measured.
  fileprivate struct Subject {
    let name: String

    /// Its variant, layers, scene and screen.
    let workload: Workload

    /// How many frames were measured at each rate.
    let frameCounts: [(rate: RefreshRate, count: Int)]
  }

  /// Starts workers of the program that plays the scenarios.
  private let workers: @Sendable (Workload) async throws -> WorkerSource

  /// The measured scenarios by name, or why their parameters are unknown.
  private var subjects: [String: Result<Subject, Unavailable>] = [:]

  /// Films the scenarios of a result, played by `program`.
  init(file: ResultFile, of program: MeasuredProgram) {
    workers = { try await program.workers($0) }
    for benchmark in file.benchmarks where !benchmark.frames.isEmpty {
      subjects[benchmark.name] = Result { () throws(Unavailable) in try Subject(benchmark) }
    }
  }

  /// Films the scenarios of a comparison, played by one of the builds.
  init(
    executable: String, _ comparison: Comparison, _ workload: Workload,
    counts: (FrameChanges) -> Int
  ) {
    workers = { WorkerSource($0.launch(executable)) }
    let entries = comparison.entries.filter { $0.frameMetric == .work }
    for (name, entries) in Dictionary(grouping: entries, by: \.benchmark) {
      let frames = entries.compactMap { entry in
        entry.rate.map { (rate: $0, count: counts(entry.changedFrames)) }
      }.filter { $0.count > 0 }
      if !frames.isEmpty {
        subjects[name] = .success(Subject(name: name, workload: workload, frameCounts: frames))
      }
    }
  }

  /// Films some scenarios at all their rates.
  ///
  /// - Parameter names: The scenarios, the most important first; the first four are filmed.
  /// - Returns: A film per scenario and rate, and the reasons of scenarios that cannot be filmed, by
  ///   name.
  func films(
    of names: some Sequence<String>
  ) async -> (films: [Place: Film], reasons: [String: String]) {
    var made: (films: [Place: Film], reasons: [String: String]) = ([:], [:])
    var known: BenchmarkListing?
    for name in names.prefix(Self.mostScenarios) {
      guard let subject = subjects[name] else { continue }
      do {
        let subject = try subject.get()
        if known == nil {
          known = try await workers(Workload { $0.timeout = Self.timeout }).withWorker {
            try await $0.ask(ListBenchmarks())
          }
        }
        let films = try await film(subject, known?.byName[subject.name])
        for film in films { made.films[film.place] = film }
      } catch { made.reasons[name] = (error as? Unavailable)?.reason ?? "\(error)".withoutFullStop }
    }
    return made
  }

  private func film(_ subject: Subject, _ listed: ListedBenchmark?) async throws -> [Film] {
    guard let listed, case .scenario(let traits) = listed.work else {
      throw Unavailable("this program has no scenario with that name")
    }
    let workload = subject.workload
    if let variant = workload.variant, !traits.variants.contains(variant) {
      throw Unavailable("this program's scenario has no variant with that name")
    }
    if let scene = workload.scene, !traits.scenes.contains(scene) {
      throw Unavailable("this program's scenario has no scene with that name")
    }
    let moments = try subject.frameCounts.map { rate, count -> (RefreshRate, [Double]) in
      guard count == traits.frameCount(at: rate) else {
        throw Unavailable("this program's scenario has another number of frames")
      }
      return (rate, traits.fractions(at: rate))
    }
    return try await workers(workload).withWorker { worker in
      try await worker.prepare(subject.name, workload.parameters(of: traits))
      var films: [Film] = []
      for (rate, fractions) in moments {
        films.append(
          Film(
            Place(subject.name, at: rate), width: workload.screen.width,
            height: workload.screen.height,
            states: try await worker.ask(InspectViews(at: fractions))))
      }
      return films
    }
  }
}

extension FilmStudio.Subject {
  fileprivate init(_ benchmark: BenchmarkResult) throws(Unavailable) {
    var workload = Workload { $0.timeout = FilmStudio.timeout }
    workload.variant = benchmark.variant
    if let parameters = benchmark.scenario?.parameters {
      guard parameters.layers <= FilmStudio.mostLayers else {
        throw Unavailable(
          """
          its \(parameters.layers) layers are more than the \(FilmStudio.mostLayers) of a film; \
          'inspect --layers \(parameters.layers)' shows them
          """)
      }
      workload.layers = parameters.layers
      workload.scene = parameters.scene
      workload.screen = parameters.screen
    }
    self.init(
      name: benchmark.name, workload: workload,
      frameCounts: benchmark.frames.map { ($0.rate, $0.workNs.count) })
  }
}

/// The studios for both sides of a comparison or check.
struct FilmStudios {
  /// Nil if nothing is known of its scenarios, as in a log.
  var candidate: FilmStudio?

  /// Nil if the baseline is a stored result, because the program that was measured is not
  /// available.
  var baseline: FilmStudio?

  /// Films some scenarios on both sides.
  func films(of names: [String]) async -> PageFilms {
    var films = PageFilms()
    guard let candidate else { return films }
    let new = await candidate.films(of: names)
    films.candidate = new.films
    films.reasons = new.reasons
    if let old = await baseline?.films(of: names) {
      films.baseline = old.films
      films.baselineReasons = old.reasons
    }
    return films
  }
}
