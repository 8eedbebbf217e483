import BenchmarkHarness
import BenchmarkModel
import BenchmarkReports
import BenchmarkResults
import BenchmarkRunner
import FrameTiming
import ReportPages

/// Asks the running tool for the views of scenarios that a result has, in the very frames that it measured.
struct FilmStudio {
  /// What was filmed, and why the rest was not.
  struct Films {
    var films: [Film] = []
    var reasons: [String: String] = [:]
  }

  /// The result whose frames are filmed.
  let file: ResultFile

  /// Films some scenarios at all their rates.
  ///
  /// - Parameter names: The scenarios, in the order in which they matter.
  /// - Returns: A film per scenario and rate; a scenario that cannot be filmed has a reason.
  func films(of names: [String]) async -> Films {
    var made = Films()
    let listing: BenchmarkListing
    do {
      listing = try await RunningTool.workers(MeasuringSettings()).withWorker { worker in
        try await worker.list()
      }
    } catch {
      for name in names { made.reasons[name] = "\(error)".withoutFullStop }
      return made
    }
    for name in names {
      guard let benchmark = file.benchmark(named: name), !benchmark.frames.isEmpty else { continue }
      do {
        made.films += try await film(benchmark, listing)
      } catch let reason as Unavailable {
        made.reasons[name] = reason.reason
      } catch {
        made.reasons[name] = "\(error)".withoutFullStop
      }
    }
    return made
  }

  /// Films one scenario.
  ///
  /// - Throws: `Unavailable` with the reason.
  private func film(
    _ benchmark: BenchmarkResult, _ listing: BenchmarkListing
  ) async throws -> [Film] {
    let listed = listing.benchmarks.first { $0.name == benchmark.name }
    guard let listed, case .scenario(let traits) = listed.work else {
      throw Unavailable("this tool has no scenario with that name")
    }
    var settings = MeasuringSettings(variant: benchmark.variant)
    if let variant = benchmark.variant, !traits.variants.contains(variant) {
      throw Unavailable("this tool's scenario has no variant with that name")
    }
    if let scene = benchmark.scenario?.parameters?.scene,
      !traits.scenes.contains(SceneSize(rawValue: scene))
    {
      throw Unavailable("this tool's scenario has no scene with that name")
    }
    if let parameters = benchmark.scenario?.parameters {
      settings.layers = parameters.layers
      settings.scene = parameters.scene.map { SceneSize(rawValue: $0) }
      settings.screen = try ScreenSize(argument: parameters.screen)
    }
    let screen = settings.screen
    let duration = Double(traits.duration.wholeNanoseconds)
    let moments = try benchmark.frames.map { costs -> (RefreshRate, [Double]) in
      guard costs.workNs.count == traits.frameCount(at: costs.rate), duration > 0 else {
        throw Unavailable("this tool's scenario has another number of frames")
      }
      let grid = VsyncGrid(rate: costs.rate)
      // Frame i is evaluated at the time of vsync i + 1.
      return (
        costs.rate, costs.workNs.indices.map { min(1, Double(grid.vsync($0 + 1)) / duration) }
      )
    }
    let asked = settings
    return try await RunningTool.workers(asked).withWorker { worker in
      let prepared = try await worker.prepare(benchmark.name, asked.parameters(of: traits))
      var films: [Film] = []
      for (rate, fractions) in moments {
        films.append(
          Film(
            Place(benchmark.name, at: rate), width: screen.width, height: screen.height,
            states: try await prepared.inspect(at: fractions)))
      }
      return films
    }
  }
}
