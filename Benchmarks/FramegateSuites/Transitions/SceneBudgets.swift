import BenchmarkModel
import FrameTiming
import HeadlessUI

/// What the frames of a transition should cost on each scene: the budgets that `check` enforces by
/// default.
///
/// Frames that do the same work have the same limits. A limit on work is 1.6 times the work of the
/// costliest scenario with these frames, in reference frames; a limit on allocations is the maximum
/// of these scenarios. So unchanged code passes even on a busy machine, and code that takes three
/// times as long fails. `Benchmarks/Budgets.md` shows this table.
struct SceneBudgets {
  /// What frames of a kind may cost on one scene.
  struct Limit: Sendable {
    /// The limit on work in reference frames, with cold and with warm caches.
    let cold, warm: Double

    let allocations: Int

    init(_ cold: Double, _ warm: Double, _ allocations: Int) {
      self.cold = cold
      self.warm = warm
      self.allocations = allocations
    }
  }

  /// Frames that do the same work.
  struct Kind: Sendable {
    let name: String

    /// What the frames do, which explains the limits.
    let work: String

    /// The limits on the light, typical and heavy scene, and on bare pages.
    let light, typical, heavy, none: Limit
  }

  /// The first frame, which responds to the tap.
  let first: Kind

  /// The costliest frame after the first.
  let later: Kind

  /// The median frame.
  let median: Kind

  /// The names of the scenarios with these frames; `transition.` is left out.
  let scenarios: [String]
}

extension SceneBudgets {
  /// The budgets of a scenario on every scene; empty for a scenario that is not in the table.
  static func budgets(of scenario: String) -> [SceneSize: [FrameBudget]] {
    // The limits are for optimized code.
    guard !isDebugBuild, let entry = catalog.first(where: { $0.names.contains(scenario) }) else {
      return [:]
    }
    return Dictionary(
      uniqueKeysWithValues: GalleryScene.allCases.map { ($0.size, entry.budgets(on: $0)) })
  }

  private static var isDebugBuild: Bool { _isDebugAssertConfiguration() }

  /// The full names of the scenarios.
  var names: [String] {
    scenarios.map { $0.hasPrefix("scroll.") ? $0 : "transition.\($0)" }
  }

  /// The six budgets on a scene.
  func budgets(on scene: GalleryScene) -> [FrameBudget] {
    let (first, later, median) = (
      first.limit(on: scene), later.limit(on: scene), median.limit(on: scene)
    )
    return [
      .firstFrameWork(timesReference: first.cold, warm: first.warm),
      .laterFrameWork(timesReference: later.cold, warm: later.warm),
      .medianFrameWork(timesReference: median.cold, warm: median.warm),
      .firstFrameAllocations(first.allocations), .laterFrameAllocations(later.allocations),
      .medianFrameAllocations(median.allocations),
    ]
  }
}

extension SceneBudgets.Kind {
  func limit(on scene: GalleryScene) -> SceneBudgets.Limit {
    switch scene {
    case .light: light
    case .typical: typical
    case .heavy: heavy
    case .none: none
    }
  }
}

extension SceneBudgets {
  /// The kinds of first frames.
  static let firstFrames: [Kind] = [
    firstBuilds, firstShows, firstReturns, firstStarts, firstGrabs, firstTurns, firstRotates,
    firstScrolls,
  ]

  private static let firstBuilds = Kind(
    name: "builds", work: "the incoming page is built, measured and laid out",
    light: Limit(8.2, 14, 232), typical: Limit(37, 110, 1_186), heavy: Limit(145, 600, 4_042),
    none: Limit(4, 4.5, 55))

  private static let firstShows = Kind(
    name: "shows", work: "the incoming page exists, and is laid out for the first time",
    light: Limit(8.1, 13, 150), typical: Limit(29, 78, 617), heavy: Limit(95, 290, 1_953),
    none: Limit(3.7, 4.5, 39))

  private static let firstReturns = Kind(
    name: "returns", work: "the covered page comes back, and is laid out",
    light: Limit(7.3, 13, 141), typical: Limit(25, 52, 569), heavy: Limit(71, 194, 1_703),
    none: Limit(4.2, 4.9, 34))

  private static let firstStarts = Kind(
    name: "starts", work: "both pages are there; animations start",
    light: Limit(4.5, 6.5, 35), typical: Limit(7.9, 16, 49), heavy: Limit(17, 45, 110),
    none: Limit(3.5, 4.5, 31))

  private static let firstGrabs = Kind(
    name: "grabs", work: "the finger takes the sheet, which is laid out",
    light: Limit(3.3, 4.5, 14), typical: Limit(8.3, 16, 27), heavy: Limit(16, 36, 88),
    none: Limit(1.7, 1.2, 10))

  private static let firstTurns = Kind(
    name: "turns", work: "controllers are asked, and the page is laid out for another width",
    light: Limit(3, 3.9, 3), typical: Limit(10, 24, 3), heavy: Limit(39, 104, 3),
    none: Limit(1.6, 0.7, 3))

  private static let firstRotates = Kind(
    name: "rotates", work: "every view gets a frame for the new width",
    light: Limit(4.1, 6.5, 44), typical: Limit(29, 78, 365), heavy: Limit(119, 302, 1_363),
    none: Limit(1.6, 0.7, 6))

  private static let firstScrolls = Kind(
    name: "scrolls", work: "the first cell of a scroll may come onto the screen",
    light: Limit(1, 0.8, 1), typical: Limit(6, 6.3, 162), heavy: Limit(1.1, 0.8, 1),
    none: Limit(1, 0.8, 1))

  /// The kinds of costliest frames after the first.
  static let laterFrames: [Kind] = [
    laterMoves, laterSettles, laterSettlesBoth, laterFollows, laterReflows, laterRotates,
    laterScrolls,
  ]

  private static let laterMoves = Kind(
    name: "moves", work: "no frame lays anything out",
    light: Limit(3.2, 1.6, 0), typical: Limit(3.4, 3.6, 0), heavy: Limit(6.2, 16, 0),
    none: Limit(2, 0.8, 0))

  private static let laterSettles = Kind(
    name: "settles", work: "the last frame ends the transition, and lays out one page",
    light: Limit(4, 3.9, 73), typical: Limit(9.8, 24, 295), heavy: Limit(27, 93, 884),
    none: Limit(2.1, 1, 1))

  private static let laterSettlesBoth = Kind(
    name: "settlesBoth", work: "the last frame ends the transition, and lays out both pages",
    light: Limit(4.4, 4.8, 106), typical: Limit(17, 38, 517), heavy: Limit(41, 137, 1_590),
    none: Limit(2, 0.8, 0))

  private static let laterFollows = Kind(
    name: "follows",
    work: "the sheet is laid out under the finger; at the release, animations start",
    light: Limit(3.7, 4.7, 21), typical: Limit(8.7, 26, 82), heavy: Limit(18, 34, 102),
    none: Limit(1.7, 0.6, 2))

  private static let laterReflows = Kind(
    name: "reflows", work: "the page is laid out for another width, and its text is broken again",
    light: Limit(2.7, 5.3, 0), typical: Limit(12, 30, 0), heavy: Limit(47, 135, 0),
    none: Limit(1.1, 0.4, 0))

  private static let laterRotates = Kind(
    name: "rotates", work: "every view moves",
    light: Limit(2.1, 1.7, 0), typical: Limit(7.5, 12, 0), heavy: Limit(28, 50, 0),
    none: Limit(1.1, 0.4, 0))

  private static let laterScrolls = Kind(
    name: "scrolls", work: "a cell comes onto the screen, gets new text, and is measured",
    light: Limit(4.6, 5.3, 145), typical: Limit(2.2, 1.6, 1), heavy: Limit(12, 17, 338),
    none: Limit(3.9, 5.2, 145))

  /// The kinds of median frames.
  static let medianFrames: [Kind] = [
    medianMoves, medianFollows, medianReflows, medianRotates, medianScrolls,
  ]

  private static let medianMoves = Kind(
    name: "moves", work: "tick, walk through the views, and 200 layers",
    light: Limit(2, 1.5, 0), typical: Limit(2.7, 2.8, 0), heavy: Limit(5.1, 8.1, 0),
    none: Limit(1.5, 0.8, 0))

  private static let medianFollows = Kind(
    name: "follows", work: "layout of the sheet, and the walk",
    light: Limit(2.1, 2.1, 0), typical: Limit(5, 9.8, 0), heavy: Limit(13, 15, 0),
    none: Limit(0.9, 0.3, 0))

  private static let medianReflows = Kind(
    name: "reflows", work: "the page is laid out for another width, and its text is broken again",
    light: Limit(2.5, 4, 0), typical: Limit(10, 25, 0), heavy: Limit(40, 112, 0),
    none: Limit(0.9, 0.3, 0))

  private static let medianRotates = Kind(
    name: "rotates", work: "an animation on every view, and the walk",
    light: Limit(1.9, 1.2, 0), typical: Limit(6.8, 10, 0), heavy: Limit(24, 41, 0),
    none: Limit(0.9, 0.3, 0))

  private static let medianScrolls = Kind(
    name: "scrolls", work: "the walk through the cells on the screen",
    light: Limit(0.8, 0.5, 0), typical: Limit(0.8, 0.5, 0), heavy: Limit(0.9, 0.5, 0),
    none: Limit(0.7, 0.4, 0))

  /// Every scenario with a scene, and the kinds of its frames.
  static let catalog: [SceneBudgets] = [
    SceneBudgets(
      first: firstBuilds, later: laterMoves, median: medianMoves,
      scenarios: [
        "systemDefault.present", "insetPresentation.present", "musicCard.present", "sheet.present",
      ]),
    SceneBudgets(
      first: firstBuilds, later: laterSettles, median: medianMoves,
      scenarios: ["topDrop.present", "cornerPush.push", "shrinkTab.switch"]),
    SceneBudgets(
      first: firstBuilds, later: laterSettlesBoth, median: medianMoves,
      scenarios: ["photoBrowser.present"]),
    SceneBudgets(
      first: firstShows, later: laterMoves, median: medianMoves,
      scenarios: ["cartFold.present"]),
    SceneBudgets(
      first: firstShows, later: laterSettles, median: medianMoves,
      scenarios: [
        "sideSlide.present", "edgeSwipeCard.present", "edgeSwipeCard.pull.finish",
        "edgeSwipeCard.pull.cancel",
      ]),
    SceneBudgets(
      first: firstReturns, later: laterMoves, median: medianMoves,
      scenarios: [
        "layerContent.fade", "layerContent.moveIn", "layerContent.push", "layerContent.reveal",
      ]),
    SceneBudgets(
      first: firstReturns, later: laterSettles, median: medianMoves,
      scenarios: [
        "topDrop.dismiss", "sideSlide.dismiss", "sideSlide.interactive.finish",
        "sideSlide.interactive.cancel", "cornerPush.pop", "cornerPush.interactive.finish",
        "cornerPush.interactive.cancel", "backSwipe.finish", "backSwipe.cancel",
        "photoBrowser.dismiss", "edgeSwipeCard.dismiss", "edgeSwipeCard.interactive.finish",
        "edgeSwipeCard.interactive.cancel",
      ]),
    SceneBudgets(
      first: firstReturns, later: laterSettlesBoth, median: medianMoves,
      scenarios: ["layerContent.cube"]),
    SceneBudgets(
      first: firstStarts, later: laterMoves, median: medianMoves,
      scenarios: ["cartFold.interactive.cancel", "musicCard.interactive.cancel", "retarget.spring"]),
    SceneBudgets(
      first: firstStarts, later: laterSettles, median: medianMoves,
      scenarios: [
        "systemDefault.dismiss", "insetPresentation.dismiss", "cartFold.dismiss",
        "cartFold.interactive.finish", "musicCard.dismiss", "musicCard.interactive.finish",
      ]),
    SceneBudgets(
      first: firstGrabs, later: laterFollows, median: medianFollows,
      scenarios: ["sheet.drag"]),
    SceneBudgets(
      first: firstTurns, later: laterReflows, median: medianReflows,
      scenarios: ["rotation"]),
    SceneBudgets(
      first: firstRotates, later: laterRotates, median: medianRotates,
      scenarios: ["rotation.laidOutOnce"]),
    SceneBudgets(
      first: firstScrolls, later: laterScrolls, median: medianScrolls,
      scenarios: ["scroll.feed"]),
  ]
}
