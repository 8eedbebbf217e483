import BenchmarkModel
import FrameTiming
import Testing

@testable import FramegateKit
@testable import FramegateSuites
@testable import HeadlessUI

/// What the review of a scene finds in published bugs, and does not find in their corrections.
@Suite("Review of how scenes move")
struct MotionReviewTests {
  private static func findings(_ bug: BugPair, _ edition: BugEdition) throws -> [SceneFinding] {
    let stage = try bug.makeStage(edition, .standard)
    return stage.review(lasting: bug.duration, isCancelled: bug.isCancelled)
  }

  @Test("A lost release never completes")
  func lostRelease() throws {
    let findings = try Self.findings(.lostRelease, .published)
    #expect(findings.count == 1)
    guard case .neverCompletes(let transition) = findings.first else {
      Issue.record("\(findings)")
      return
    }
    #expect(transition.hasPrefix("sheet to page"))
  }

  @Test("A cancel without an animation jumps by the whole drag, three tenths of the width")
  func suddenCancel() throws {
    let findings = try Self.findings(.suddenCancel, .published)
    guard case .jump("sheet", let points, let seconds) = findings.first else {
      Issue.record("\(findings)")
      return
    }
    #expect(findings.count == 1)
    // The gesture begins at the third of 24 steps, the first that is 10 points away.
    #expect(abs(points - 0.3 * 375 * 21 / 24) < 1e-9)
    #expect(abs(seconds - 0.4) < 0.02)
  }

  @Test("A page that stays bright is not restored")
  func brightPage() throws {
    let findings = try Self.findings(.brightPage, .published)
    guard case .notRestored("page", .alpha, [0.5], let after) = findings.first else {
      Issue.record("\(findings)")
      return
    }
    #expect(findings.count == 1)
    #expect(after[0] > 0.6 && after[0] < 0.7)
  }

  @Test("A completion that depends on 'finished' never completes")
  func finishedFlag() throws {
    let findings = try Self.findings(.finishedFlag, .published)
    #expect(findings.count == 1)
    guard case .neverCompletes = findings.first else {
      Issue.record("\(findings)")
      return
    }
  }

  @Test(
    "Nothing is wrong with how the corrections move, nor with what is only slow",
    arguments: BugPair.catalog.map(\.name))
  func corrections(name: String) throws {
    let bug = try #require(BugPair.catalog.first { $0.name == name })
    #expect(try Self.findings(bug, .fixed) == [])
    if bug.isSlow { #expect(try Self.findings(bug, .published) == []) }
  }

  @Test(
    "Corrections limit how far a view jumps, and what was published exceeds that where it jumps")
  func budgets() throws {
    var registry = BenchmarkRegistry()
    registry.addBugSuites()
    for bug in BugPair.catalog where !bug.isSlow {
      let name = "bug.\(bug.name)"
      guard case .scenario(let fixed)? = registry.entry(named: "\(name).fixed")?.work,
        case .scenario(let published)? = registry.entry(named: "\(name).published")?.work
      else {
        Issue.record("\(name) is not registered")
        continue
      }
      let limit = FrameBudget.largestJump(points: 25)
      #expect(fixed.traits.budgets.contains(limit))
      #expect(!published.traits.budgets.contains(limit), "'check' must pass by default")
      func status(_ work: ScenarioWork) throws -> BudgetJudgement.Status {
        let inspect = try #require(try work.makeScenario(ScenarioParameters()).inspect)
        let grid = VsyncGrid(rate: .hz60)
        let duration = Double(bug.duration.wholeNanoseconds)
        let frames = try inspect(
          (0...work.traits.frameCount(at: .hz60)).map { Double(grid.vsync($0)) / duration }
            .filter { $0 <= 1 })
        let jump = ViewJump.largest(in: frames, width: 375, height: 667) ?? .none
        var evidence = FrameEvidence()
        evidence.jump = jump
        return limit.judge(evidence).status
      }
      #expect(try status(fixed) == .kept, "\(name)")
      #expect(try status(published) == (bug.name == "suddenCancel" ? .exceeded : .kept), "\(name)")
    }
  }

  /// The drag of the fold starts where the article lets it start, away from where the page rests.
  @Test(
    "Nothing jumps in the gallery, but for the known drag",
    arguments: GalleryTransition.catalog.map(\.name), [RefreshRate.hz60, .hz120])
  func gallery(name: String, rate: RefreshRate) throws {
    let transition = try #require(GalleryTransition.catalog.first { $0.name == name })
    let stage = transition.makeStage(StageParameters(layers: 0))
    var moments = [stage.states()]
    for frame in 1...Int((transition.duration + 0.25) * Double(rate.hertz)) {
      stage.move(to: rate.vsync(frame).wholeNanoseconds)
      moments.append(stage.states())
    }
    let jump = ViewJump.largest(in: moments, width: 375, height: 667) ?? .none
    let known = name.hasPrefix("cartFold.interactive.") ? 15.0...60 : 0...9
    #expect(known.contains(jump.excess), "\(jump)")
    if rate == .hz60 {
      let found = transition.prepareStage(StageParameters(layers: 0)).review()
      #expect(found.count == (name.hasPrefix("cartFold.interactive.") ? 1 : 0), "\(found)")
      if case .jump("to", _, _)? = found.first { return }
      #expect(found.isEmpty)
    }
  }

  @Test(
    "Nothing is wrong with how layouts and lists move", arguments: LayoutScenario.allCases,
    [nil, GalleryScene.light.shape])
  func layouts(scenario: LayoutScenario, scene: SceneShape?) throws {
    #expect(LayoutStage(scenario, StageParameters(layers: 0, scene: scene)).review() == [])
  }

  @Test("Every scenario reviews how it moves")
  func registered() throws {
    var registry = BenchmarkRegistry()
    registry.addTransitionSuites()
    registry.addBugSuites()
    for entry in registry.entries {
      guard case .scenario(let work) = entry.work, entry.listed.name != "bug.photoArrival.published"
      else { continue }
      let parameters = ScenarioParameters(
        scene: work.traits.scenes.first, variant: work.traits.variants.first)
      #expect(try work.makeScenario(parameters).review != nil, "\(entry.listed.name)")
    }
  }

  @Test("Only jumps of at least 20 points are mistakes, measured as budgets measure them")
  func jumps() {
    let engine = Engine()
    let window = Window(engine: engine, size: Size(width: 300, height: 300))
    let view = View(engine: engine, name: "view", frame: Rect(x: 0, y: 0, width: 10, height: 10))
    window.addSubview(view)
    func jumps(_ positions: [Double]) -> [SceneFinding] {
      ViewJump.mistakes(
        in: positions.map {
          view.frame.origin.x = $0
          return window.states()
        }, width: 300, height: 300)
    }
    #expect(jumps([0, 30, 60, 90]) == [])
    #expect(jumps([0, 0, 19, 19]) == [])
    func seconds(_ frame: Int) -> Double { Double(VsyncGrid(rate: .hz60).vsync(frame)) / 1e9 }
    #expect(jumps([0, 0, 50, 50]) == [.jump(view: "view", points: 50, seconds: seconds(2))])
    // 80 points, of which the steps before and after explain 20.
    #expect(jumps([0, 20, 40, 120, 140]) == [.jump(view: "view", points: 60, seconds: seconds(3))])
  }
}
