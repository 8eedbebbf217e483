import BenchmarkModel
import Foundation
import FrameTiming
import HeadlessUI
import TestSupport
import Testing
import WorkerClient

@testable import FramegateKit
@testable import FramegateSuites

/// What the frames of transitions should cost: one table, and the page that shows it.
@Suite("Budgets of scenes")
struct SceneBudgetsTests {
  @Test("Every scenario with scenes is in the table once, and nothing else is")
  func complete() {
    var registry = BenchmarkRegistry()
    registry.addTransitionSuites()
    let registered = registry.entries.compactMap { entry -> String? in
      guard case .scenario(let work) = entry.work, !work.traits.scenes.isEmpty else { return nil }
      return entry.listed.name
    }
    #expect(SceneBudgets.catalog.flatMap(\.names).sorted() == registered.sorted())
  }

  @Test("Each scene has its own limits of the first, the later and the median frame")
  func budgets() {
    typealias Limit = SceneBudgets.Limit
    func kind(_ frame: Double) -> SceneBudgets.Kind {
      func limit(_ scene: Double) -> Limit {
        Limit(frame + scene, frame + scene + 0.5, Int(frame + scene))
      }
      return SceneBudgets.Kind(
        name: "", work: "", light: limit(1), typical: limit(2), heavy: limit(3), none: limit(4))
    }
    let entry = SceneBudgets(first: kind(100), later: kind(200), median: kind(300), scenarios: [])

    for (scene, added) in [GalleryScene.light: 1, .typical: 2, .heavy: 3, .none: 4] {
      let (first, later, median) = (100 + added, 200 + added, 300 + added)
      #expect(
        entry.budgets(on: scene).map { "\($0)" } == [
          "firstFrameWork=\(first)x/w\(first).5x", "laterFrameWork=\(later)x/w\(later).5x",
          "medianFrameWork=\(median)x/w\(median).5x", "firstFrameAllocations=\(first)",
          "laterFrameAllocations=\(later)", "medianFrameAllocations=\(median)",
        ])
    }
  }

  @Test("A usual frame may not cost more than the costliest one")
  func usual() {
    for entry in SceneBudgets.catalog {
      for scene in GalleryScene.allCases {
        #expect(entry.median.limit(on: scene).cold <= entry.later.limit(on: scene).cold)
      }
    }
  }

  @Test("A larger scene may cost more, and bare pages cost least")
  func ascending() {
    let kinds = [SceneBudgets.firstFrames, SceneBudgets.laterFrames, SceneBudgets.medianFrames]
    // The cells of a feed have other sizes on every scene, so that others come onto the screen.
    for kind in kinds.joined() where kind.name != "scrolls" {
      let limits = [kind.none, kind.light, kind.typical, kind.heavy]
      #expect(limits.map(\.cold) == limits.map(\.cold).sorted(), "\(kind.name)")
      #expect(limits.map(\.warm) == limits.map(\.warm).sorted(), "\(kind.name)")
      #expect(limits.map(\.allocations) == limits.map(\.allocations).sorted(), "\(kind.name)")
    }
  }

  @Test("Budgets depend on the scene, and hold for standard layers, screen and variant alone")
  func parameters() {
    let traits = ScenarioTraits(
      duration: .seconds(1), budgets: [.noDroppedFrames(at: .hz60)],
      sceneBudgets: ["a": [.medianFrameAllocations(1)], "b": [.medianFrameAllocations(2)]],
      variants: ["x", "y"], scenes: ["a", "b", "c"])
    func budgets(_ change: (inout ScenarioParameters) -> Void) -> [String] {
      var parameters = ScenarioParameters(scene: "a", variant: "x")
      change(&parameters)
      return traits.budgets(with: parameters).map { "\($0)" }
    }
    let general = ["noDroppedFrames@60"]
    #expect(budgets { _ in } == general + ["medianFrameAllocations=1"])
    #expect(budgets { $0.scene = "b" } == general + ["medianFrameAllocations=2"])
    #expect(budgets { $0.scene = "c" } == general)
    #expect(budgets { $0.variant = "y" } == general)
    #expect(budgets { $0.layers = 2_000 } == general)
    #expect(budgets { $0.screen = ScreenSize(width: 100, height: 100) } == general)
    #expect(budgets { $0.refreshRate = .hz120 }.count == 2)
  }

  @Test("The page shows this table; UPDATE_GOLDEN=1 writes it anew")
  func page() throws {
    let file = Checkout.url("Benchmarks/Budgets.md")
    let page = try String(contentsOf: file, encoding: .utf8)
    let start = try #require(page.range(of: "<!-- table -->\n"))
    let end = try #require(page.range(of: "<!-- end of table -->"))
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
      let updated = page[..<start.upperBound] + Self.tables + page[end.lowerBound...]
      try updated.write(to: file, atomically: true, encoding: .utf8)
    } else {
      let shown = page[start.upperBound..<end.lowerBound]
      #expect(shown == Self.tables, "differs from \(file.path)")
    }
  }

  private static var tables: String {
    let groups = [
      ("first frame", SceneBudgets.firstFrames),
      ("costliest later frame", SceneBudgets.laterFrames),
      ("median frame", SceneBudgets.medianFrames),
    ]
    var lines: [String] = []
    for (title, kinds) in groups {
      lines += [
        "", "| \(title) | why it costs that | light | typical | heavy | none |",
        "|:--|:--|--:|--:|--:|--:|",
      ]
      for kind in kinds {
        let cells = [kind.light, kind.typical, kind.heavy, kind.none].map { limit in
          "\(number(limit.cold)) (\(number(limit.warm))) · \(limit.allocations)"
        }
        lines.append("| `\(kind.name)` | \(kind.work) | \(cells.joined(separator: " | ")) |")
      }
    }
    lines += ["", "| first | later | median | scenarios |", "|:--|:--|:--|:--|"]
    for entry in SceneBudgets.catalog {
      let names = entry.names.map { "`\($0)`" }.joined(separator: ", ")
      lines.append(
        "| `\(entry.first.name)` | `\(entry.later.name)` | `\(entry.median.name)` | \(names) |")
    }
    return lines.map { "\($0)\n" }.joined() + "\n"
  }

  private static func number(_ factor: Double) -> String {
    factor == factor.rounded() ? "\(Int(factor))" : "\(factor)"
  }
}
