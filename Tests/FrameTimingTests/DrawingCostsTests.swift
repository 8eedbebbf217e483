import FrameModel
import FrameTiming
import Testing

@Suite("What drawing costs")
struct DrawingCostsTests {
  /// A view on a screen of 100 × 200 points, at a place in it.
  private func view(
    x: Double = 0, y: Double = 0, width: Double = 100, height: Double = 200, opacity: Double = 1,
    radius: Double = 0, background: Double = 1, isHidden: Bool = false, isAbsent: Bool = false,
    hasContents: Bool = false, clips: Bool = false, isSnapshot: Bool = false,
    shadow: ViewState.Look.Shadow? = nil, toWindow: [Double]? = nil
  ) -> ViewState {
    ViewState(
      name: "view", frame: [x, y, width, height],
      transform: (0..<16).map { $0 % 5 == 0 ? 1 : 0 }, alpha: opacity,
      outline: ViewState.Outline(
        size: [width, height],
        toWindow: toWindow ?? [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, 0, 1], opacity: opacity),
      look: ViewState.Look(
        cornerRadius: radius, corners: ["topLeft"], background: [1, 1, 1, background],
        zPosition: 0, isHidden: isHidden, isAbsent: isAbsent, hasContents: hasContents,
        clips: clips, isSnapshot: isSnapshot, shadow: shadow))
  }

  private func costs(_ views: [ViewState]) -> DrawingCosts {
    DrawingCosts(of: views, width: 100, height: 200)
  }

  private static let shadow = ViewState.Look.Shadow(
    color: [0, 0, 0, 1], opacity: 1, radius: 3, offset: [0, 0], path: nil)
  private static let shadowWithPath = ViewState.Look.Shadow(
    color: [0, 0, 0, 1], opacity: 1, radius: 3, offset: [0, 0], path: [0, 0, 1, 1])

  @Test("Overdraw counts what is on the screen of all views that show something")
  func overdraw() {
    #expect(costs([view()]).overdraw == 1)
    #expect(costs([view(), view(x: 50, y: 100)]).overdraw == 1.25)
    #expect(costs([view(), view(x: -50, y: -100, width: 200, height: 400)]).overdraw == 2)
    #expect(costs([view(), view(x: 100), view(y: -200), view(width: 0)]).overdraw == 1)
    #expect(costs([view(background: 0), view(background: 0, hasContents: true)]).overdraw == 1)
    #expect(costs([view(opacity: 0.009), view(isHidden: true)]).overdraw == 0)
    #expect(costs([view(opacity: 0.01)]).overdraw == 1)
    #expect(costs([view(isAbsent: true)]).overdraw == 0)
    #expect(costs([]).overdraw == 0)
    #expect(DrawingCosts(of: [view()], width: 0, height: 200).overdraw == 0)
  }

  @Test("A view under a rotation counts with its own area, cut by the edges")
  func rotated() {
    // A square of 100 points, turned by 45° about the corner of the screen.
    let half = 0.5.squareRoot()
    let turned = view(
      width: 100, height: 100,
      toWindow: [half, half, 0, 0, -half, half, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])
    // The half on the screen: a triangle, 70.7 points wide and 141.4 high.
    #expect(abs(costs([turned]).overdraw - 0.25) < 1e-12)
    let behind = view(toWindow: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1])
    #expect(costs([behind]).overdraw == 0)
    let broken = view(toWindow: Array(repeating: .nan, count: 16))
    #expect(costs([broken]).overdraw == 0)
  }

  @Test("Shadows without a path, rounded clips and snapshots are counted on the screen alone")
  func counts() {
    let found = costs([
      view(shadow: Self.shadow), view(shadow: Self.shadowWithPath),
      view(x: 300, shadow: Self.shadow), view(radius: 8, clips: true), view(radius: 8),
      view(clips: true),
      view(y: 200, radius: 8, clips: true), view(width: 10, height: 10, isSnapshot: true),
      view(width: 50, height: 60, isSnapshot: true), view(x: -60, width: 50, isSnapshot: true),
    ])
    #expect(found.shadowsWithoutPath == 1)
    #expect(found.roundedClips == 1)
    #expect(found.snapshots.map(\.width) == [50, 10])
    #expect(found.snapshots.map(\.height) == [60, 10])
  }

  @Test("Snapshots of one area are in the order in which they are drawn")
  func snapshots() {
    let found = costs([
      view(width: 10, height: 20, isSnapshot: true), view(width: 20, height: 10, isSnapshot: true),
      view(width: 50, height: 60, isSnapshot: true),
    ])
    #expect(found.snapshots.map(\.width) == [50, 10, 20])
  }

  @Test("Views whose looks are not known count for nothing")
  func unknown() {
    let bare = ViewState(
      name: "bare", frame: [0, 0, 100, 200], transform: Array(repeating: 0, count: 16), alpha: 1)
    #expect(costs([bare]) == costs([]))
  }
}
