import BenchmarkModel
import FrameTiming
import LayerKernels
import TestSupport
import Testing

@testable import FramegateKit
@testable import FramegateSuites
@testable import HeadlessUI
@testable import TransitionTestSupport

/// The gallery as scenarios: names, durations, budgets and variants.
@Suite("Transition scenarios")
struct CatalogTests {
  /// A registered scenario.
  struct Registered: CustomTestStringConvertible {
    let name: String
    let work: ScenarioWork

    var testDescription: String { name }

    static var all: [Registered] {
      var registry = BenchmarkRegistry()
      registry.addTransitionSuites()
      return registry.entries.compactMap { entry in
        guard case .scenario(let work) = entry.work else { return nil }
        return Registered(name: entry.listed.name, work: work)
      }
    }
  }

  @Test("Names, durations, budgets and variants stay what they are: history is stored under them")
  func catalog() throws {
    let lines = Registered.all.map { scenario in
      let budgets = scenario.work.traits.budgets.map { "\($0)" }
      let variants = scenario.work.traits.variants.map { "\($0)" }
      let scenes = scenario.work.traits.scenes.map { "\($0)" }
      let rates = scenario.work.traits.grid(at: .hz120)
      return """
        \(scenario.name)  \(scenario.work.traits.duration.wholeNanoseconds) ns  \
        \(budgets.joined(separator: ", "))  \(variants.joined(separator: ", "))  \
        \(scenes.joined(separator: ", "))\(rates.segments.count > 1 ? "  \(rates.rateText)" : "")

        """
    }
    try expectGolden(lines.joined(), "catalog.txt")
  }

  @Test("Every transition is registered once, under its own name")
  func names() {
    let names = Registered.all.map(\.name)
    let layouts = LayoutScenario.allCases.map(\.rawValue)
    #expect(names == GalleryTransition.catalog.map { "transition.\($0.name)" } + layouts)
    #expect(Set(names).count == names.count)
  }

  @Test("Every budget is read back from its text")
  func budgets() {
    for scenario in Registered.all {
      #expect(!scenario.work.traits.budgets.isEmpty)
      for budget in scenario.work.traits.budgets { #expect(FrameBudget("\(budget)") == budget) }
    }
  }

  @Test("A frame of every scenario is rendered without a trap, in every variant that it offers")
  func variants() throws {
    for scenario in Registered.all {
      #expect(!scenario.work.traits.variants.isEmpty)
      for variant in scenario.work.traits.variants {
        #expect(LayerBatchVariant(rawValue: variant.rawValue) != nil)
        let scene = try scenario.work.makeScenario(
          ScenarioParameters(layers: 3, scene: "light", variant: variant, refreshRate: .hz60))
        scene.render(
          Frame(index: 0, timestamp: .zero, targetTimestamp: RefreshRate.hz60.vsync(1)))
      }
    }
  }

  @Test(
    "A frame of every scenario is rendered without a trap, of every scene",
    arguments: Registered.all.map(\.name))
  func scenes(name: String) throws {
    let scenario = try #require(Registered.all.first { $0.name == name })
    #expect(scenario.work.traits.scenes == ["typical", "light", "heavy", "none"])
    for scene in scenario.work.traits.scenes {
      let built = try scenario.work.makeScenario(
        ScenarioParameters(layers: 3, scene: scene, variant: "block"))
      built.render(Frame(index: 0, timestamp: .zero, targetTimestamp: RefreshRate.hz60.vsync(1)))
    }
  }

  // The largest would take seconds to build.
  @Test("The parts of a scene's frame are measured at every size but the largest, when asked for")
  func parts() throws {
    var registry = BenchmarkRegistry()
    registry.addTransitionSuites()
    #expect(registry.listing.problems.isEmpty)
    let parts = registry.entries.filter { $0.listed.name.hasPrefix("scene.") }
    let names = [40, 400, 1_500, 40_000].flatMap { views in
      [
        "scene.tick.\(views)", "scene.walk.\(views).struct", "scene.walk.\(views).simd",
        "scene.walk.\(views).block", "scene.layout.\(views)",
      ]
    }
    #expect(parts.map(\.listed.name) == names)
    for part in parts {
      #expect(!part.listed.runsByDefault)
      guard case .benchmark(let makeLoop) = part.work else {
        Issue.record("\(part.listed.name) is no benchmark")
        continue
      }
      guard !part.listed.name.contains(".40000") else { continue }
      let loop = try makeLoop()
      try withExtendedLifetime(loop) { try loop.run(2) }
    }
  }

  @Test("A transition ends in the last frame of its scenario", arguments: [60, 120])
  func lastFrame(hertz: Int) throws {
    let rate = RefreshRate(hertz: hertz)
    for (scenario, transition) in zip(Registered.all, GalleryTransition.catalog) {
      let frames = scenario.work.traits.frameCount(at: rate)
      let grid = scenario.work.traits.grid(at: rate)
      let stage = transition.makeStage(StageParameters(layers: 0))
      var end = 0
      for frame in 1...frames + 10 {
        stage.advance(to: grid.vsync(frame))
        if stage.engine.hasTransitions || stage.engine.hasAnimations { end = frame + 1 }
      }
      // A drag leaves room for the tick that notices the release, and for one more, at 60 Hz.
      let isDragged = transition.isDriven
      let room = isDragged ? Int((DismissalDrag.margin * Double(hertz)).rounded()) : 0
      #expect(end <= frames, "\(transition.name) lasts longer than its \(frames) frames")
      #expect(
        end >= frames - 1 - room, "\(transition.name) is over in frame \(end) of \(frames)")
    }
  }

  @Test(
    "Inspection lists both pages at both ends",
    arguments: GalleryTransition.catalog.map { "transition.\($0.name)" })
  func inspection(name: String) throws {
    let scenario = try #require(Registered.all.first { $0.name == name })
    let scene = try scenario.work.makeScenario(
      ScenarioParameters(layers: 0, scene: "heavy", variant: "block"))
    let inspect = try #require(scene.inspect)
    for views in try inspect([0, 1]) {
      #expect(views.filter { $0.name == "from" }.count == 1)
      #expect(views.filter { $0.name == "to" }.count == 1)
    }
  }
}
