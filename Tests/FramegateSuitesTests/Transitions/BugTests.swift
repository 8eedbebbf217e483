import BenchmarkModel
import FrameTiming
import LayerKernels
import MotionKernels
import TestSupport
import Testing

@testable import FramegateKit
@testable import FramegateSuites
@testable import HeadlessUI
@testable import TransitionTestSupport

/// Mistakes of published transitions: both editions show the same, and only one of them works for
/// it.
@Suite("Published bugs")
struct BugTests {
  /// A small screen, on which pixels are drawn fast in a debug build.
  static let screen = ScreenSize(width: 40, height: 60)

  static var registered: [(listed: ListedBenchmark, work: ScenarioWork)] {
    var registry = BenchmarkRegistry()
    registry.addBugSuites()
    #expect(registry.listing.problems.isEmpty)
    return registry.entries.compactMap { entry in
      guard case .scenario(let work) = entry.work else { return nil }
      return (entry.listed, work)
    }
  }

  @Test("Names, durations and budgets stay what they are: history is stored under them")
  func catalog() throws {
    let lines = Self.registered.map { listed, work in
      let budgets = work.traits.budgets.map { "\($0)" }.joined(separator: ", ")
      return "\(listed.name)  \(work.traits.duration.wholeNanoseconds) ns  \(budgets)"
        + (listed.runsByDefault ? "  by default" : "") + "\n"
    }
    try expectGolden(lines.joined(), "bugs.txt")
  }

  @Test("Every pair has both editions, one after the other, and the tag 'bug'")
  func pairs() throws {
    let listed = Self.registered.map(\.listed)
    try #require(listed.count == 2 * BugPair.catalog.count)
    for (index, bug) in BugPair.catalog.enumerated() {
      #expect(listed[2 * index].name == "bug.\(bug.name).published")
      #expect(listed[2 * index + 1].name == "bug.\(bug.name).fixed")
    }
    #expect(listed.allSatisfy { $0.tags == ["bug"] })
  }

  @Test("A published bug that drops frames passes 'check', and its correction must not drop any")
  func budgets() throws {
    for (listed, work) in Self.registered {
      let rate = RefreshRate.hz120
      // The third of ten frames takes 30 ms.
      var workNs = [Int64](repeating: 100_000, count: 10)
      workNs[3] = 30_000_000
      let costs = try CostVector(workNs: workNs)
      let evidence = FrameEvidence { $0.costs = [.hz60: costs, rate: costs] }
      let statuses = Set(work.traits.budgets.map { $0.judge(evidence).status })
      let isSlow = BugPair.catalog.contains {
        $0.isSlow && listed.name == "bug.\($0.name).published"
      }
      #expect(statuses.contains(.exceeded) == !isSlow, "\(listed.name)")
    }
  }

  // A photo of 12 megapixels takes seconds in a debug build.
  @Test(
    "Every scene but that of a large photo plays to its end, and is inspected",
    arguments: BugPair.catalog.map(\.name).filter { $0 != "photoArrival" })
  func scenes(name: String) throws {
    for (listed, work) in Self.registered where listed.name.hasPrefix("bug.\(name).") {
      let parameters = ScenarioParameters(screen: Self.screen, refreshRate: .hz60)
      let scene = try work.makeScenario(parameters)
      for index in 0..<work.traits.frameCount(at: .hz60) {
        scene.render(
          Frame(
            index: index, timestamp: RefreshRate.hz60.vsync(index),
            targetTimestamp: RefreshRate.hz60.vsync(index + 1)))
      }
      let inspect = try #require(scene.inspect)
      let states = try inspect([0, 0.5, 1])
      #expect(states.count == 3)
      #expect(states.allSatisfy { $0.count > 1 })
    }
  }

  @Test("A screen that is too large fails with advice")
  func largeScreen() {
    let screen = ScreenSize(width: 1e5, height: 1e5)
    for bug in [BugPair.cardShadow, .groupFade] {
      #expect(throws: RasterError.self) { _ = try bug.makeStage(.published, screen) }
    }
  }
}

// What is on screen is the same.
extension BugTests {
  private static func played<Stage: BugStage>(_ stage: Stage, _ milliseconds: Int = 300) -> Stage {
    stage.play(until: .milliseconds(milliseconds))
    return stage
  }

  @Test("The photo that arrives is the same")
  func photoArrival() throws {
    let photo = PhotoArrival.stripes(width: 320, height: 240)
    let published = Self.played(try PhotoArrival(.published, Self.screen, photo: photo), 250)
    let fixed = Self.played(try PhotoArrival(.fixed, Self.screen, photo: photo), 250)
    let expected = try ScalarPixelKernels().downsample(photo, to: published.contents.size)
    #expect(published.contents == expected)
    #expect(fixed.contents == expected)
    // Before it arrives, nothing is drawn.
    let early = Self.played(try PhotoArrival(.published, Self.screen, photo: photo), 100)
    #expect(early.contents == Bitmap(expected.size, .white))
  }

  @Test("The card and its shadow are the same")
  func cardShadow() throws {
    let published = Self.played(try CardShadow(.published, Self.screen))
    let fixed = Self.played(try CardShadow(.fixed, Self.screen))
    #expect(published.contents == fixed.contents)
    #expect(published.shadow == fixed.shadow)
    #expect(published.contents != (try CardShadow(.fixed, Self.screen)).contents)
  }

  @Test("The card fades the same in every frame", arguments: [0, 25, 50, 100])
  func groupFade(milliseconds: Int) throws {
    let published = Self.played(try GroupFade(.published, Self.screen), milliseconds)
    let fixed = Self.played(try GroupFade(.fixed, Self.screen), milliseconds)
    #expect(published.screen == fixed.screen)
  }

  @Test("The dragged sheet is at the same place, but only one is laid out again and again")
  func dragLayout() {
    let published = Self.played(DragLayout(.published, Self.screen))
    let fixed = Self.played(DragLayout(.fixed, Self.screen))
    #expect(published.window.states() == fixed.window.states())
    #expect(fixed.sheet.frame.minY > 0)
    #expect(fixed.sheet.layoutCount == 1)
    // A drag of 0.2 s has 24 steps and a release.
    #expect(published.sheet.layoutCount > 20)
  }

  @Test("The rotated grid ends the same, but one leaves more animations in every frame")
  func rotationPileup() {
    let published = RotationPileup(.published, Self.screen)
    let fixed = RotationPileup(.fixed, Self.screen)
    func animations(_ stage: RotationPileup) -> Int {
      stage.cells.reduce(0) { $0 + $1.animations.count }
    }
    fixed.begin()
    published.begin()
    let once = animations(fixed)
    for frame in 1...20 {
      published.render(at: RefreshRate.hz120.vsync(frame).wholeNanoseconds)
      fixed.render(at: RefreshRate.hz120.vsync(frame).wholeNanoseconds)
      #expect(animations(fixed) == once)
    }
    #expect(animations(published) > 15 * once)
    for stage in [published, fixed] { stage.render(at: 2_000_000_000) }
    published.render(at: 3_000_000_000)
    #expect(published.cells.map(\.presentationFrame) == fixed.cells.map(\.presentationFrame))
    #expect(animations(published) == 0)
  }

  @Test("The cells on screen are the same in every frame", arguments: [0, 100, 300])
  func cellHeights(milliseconds: Int) throws {
    let screen = ScreenSize(width: 320, height: 480)
    let texts = Array(CellHeights.messages[..<60])
    let published = Self.played(CellHeights(.published, screen, texts: texts), milliseconds)
    let fixed = Self.played(CellHeights(.fixed, screen, texts: texts), milliseconds)
    try #require(published.cells.count == fixed.cells.count && !fixed.cells.isEmpty)
    for (one, other) in zip(published.cells, fixed.cells) {
      #expect(one.isHidden == other.isHidden)
      // Sums in another order.
      #expect(abs(one.frame.minY - other.frame.minY) < 1e-9)
      #expect(abs(one.frame.height - other.frame.height) < 1e-9)
    }
  }

  @Test("Lines by hand: two words of 22.4 and 27 points with a space of 4 between them")
  func lines() {
    // The advance of a letter is 5 + (7 · index mod 26) / 5: a 5, d 9.2, g 8.2; l 10, o 9, r 8.
    let text = MeasuredText(words: [3, 3])
    #expect(text.lines(in: 53.5) == 1)
    #expect(text.lines(in: 53.3) == 2)
    #expect(text.lines(in: 1) == 2)
    #expect(MeasuredText(words: []).lines(in: 10) == 1)
  }
}
