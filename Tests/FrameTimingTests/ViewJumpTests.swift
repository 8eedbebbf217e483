import FrameTiming
import Testing

/// Jumps by hand, on a screen of 300 × 300 points.
@Suite("Jumps of views")
struct ViewJumpTests {
  /// A view at a place, scaled about its top left corner.
  private func state(
    _ name: String = "card", x: Double, y: Double = 0, size: Double = 10, scale: Double = 1,
    opacity: Double = 1, isAbsent: Bool = false
  ) -> ViewState {
    let toWindow = [scale, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, 0, 1]
    return ViewState(
      name: name, frame: [x, y, size, size], transform: toWindow, alpha: opacity,
      outline: ViewState.Outline(size: [size, size], toWindow: toWindow, opacity: opacity),
      look: ViewState.Look(
        cornerRadius: 0, corners: [], background: [0, 0, 0, 0], zPosition: 0, isHidden: false,
        isAbsent: isAbsent))
  }

  private func largest(_ frames: [[ViewState]], width: Double = 300) -> ViewJump? {
    ViewJump.largest(in: frames, width: width, height: 300)
  }

  @Test(
    "A jump is a step that is longer than the one before and the one after",
    arguments: [
      // One step out of line, between others, from rest and to rest.
      ([0, 3, 6, 49, 52, 55], ViewJump(view: "card", frame: 3, distance: 43, excess: 40)),
      ([0, 0, 50, 50], ViewJump(view: "card", frame: 2, distance: 50, excess: 50)),
      ([0, 20, 40, 120, 140], ViewJump(view: "card", frame: 3, distance: 80, excess: 60)),
      // The first step follows rest, and the last is followed by it.
      ([0, 10, 25], ViewJump(view: "card", frame: 2, distance: 15, excess: 5)),
      ([0, 50], ViewJump(view: "card", frame: 1, distance: 50, excess: 50)),
      ([0, 5, 60], ViewJump(view: "card", frame: 2, distance: 55, excess: 50)),
      // Motion that starts, turns back and ends at full speed; rest between two jumps is none.
      ([0, 0, 10, 20, 10, 0, 0], nil),
      ([0, 0, 50, 50, 90, 90], ViewJump(view: "card", frame: 2, distance: 50, excess: 50)),
      ([0, 30, 60, 90], nil),
      ([7, 7, 7], nil),
      ([0], nil),
      ([], nil),
    ] as [([Double], ViewJump?)])
  func steps(positions: [Double], expected: ViewJump?) {
    #expect(largest(positions.map { [state(x: $0)] }) == expected)
  }

  @Test("The corner that moves most counts")
  func corners() {
    #expect(
      largest([1, 1, 2, 2].map { [state(x: 0, size: 100, scale: $0)] })
        == ViewJump(view: "card", frame: 2, distance: 100, excess: 100))
  }

  @Test("What came just before has only the step after, and what goes the step before")
  func comingAndGoing() {
    let coming = [[], [state(x: 0)], [state(x: 40)], [state(x: 50)]]
    #expect(largest(coming) == ViewJump(view: "card", frame: 2, distance: 40, excess: 30))
    let going = [[state(x: 0)], [state(x: 10)], [state(x: 60)], []]
    #expect(largest(going) == ViewJump(view: "card", frame: 2, distance: 50, excess: 40))
    #expect(largest([[], [state(x: 0)], [state(x: 40)], []]) == nil)
  }

  @Test("What nobody sees does not jump; on the very edge it does")
  func unseen() {
    let positions = [0.0, 0, 50, 50]
    #expect(largest(positions.map { [state(x: $0, opacity: 0.009)] }) == nil)
    #expect(largest(positions.map { [state(x: $0, opacity: 0.01)] })?.excess == 50)
    #expect(largest(positions.map { [state(x: $0, isAbsent: true)] }) == nil)
    #expect(largest(positions.map { [state(x: $0, size: 0)] }) == nil)
    #expect(largest(positions.map { [state(x: $0)] }, width: -1) == nil)
    #expect(largest(positions.map { [state(x: $0)] }, width: 50)?.excess == 50)
    #expect(largest(positions.map { [state(x: $0)] }, width: 49) == nil)
    let outside: [Double] = [301, 301, 400, 400]
    #expect(largest(outside.map { [state(x: $0)] }) == nil)
    let blinking = (0..<6).map { (frame: Int) -> [ViewState] in
      [state(x: Double(frame * frame * 10), opacity: frame % 2 == 0 ? 1 : 0)]
    }
    #expect(largest(blinking) == nil)
  }

  /// A view of 10 points that slides along an edge of the screen, beyond it by some points.
  @Test("Along each edge, what touches it jumps", arguments: [0.0, 0.5])
  func edges(beyond: Double) {
    let positions = [0.0, 0, 50, 50]
    let expected = beyond == 0 ? 50.0 : nil
    for near in [-10 - beyond, 300 + beyond] {
      #expect(largest(positions.map { [state(x: $0, y: near)] })?.excess == expected)
      #expect(largest(positions.map { [state(x: near, y: $0)] })?.excess == expected)
    }
  }

  @Test("Views without a finite outline in front of the eye do not jump")
  func damaged() {
    for x in [Double.nan, .infinity] {
      #expect(largest([0, 0, x, x].map { [state(x: $0)] }) == nil)
    }
    let flat = Array(repeating: 0.0, count: 16)
    let behind = ViewState.Outline(size: [1, 1], toWindow: flat, opacity: 1)
    #expect(behind.corners == nil)
    // One millionth of the distance to the screen is as good as in the eye.
    for (nearness, isInFront) in [(1e-6, false), (2e-6, true)] {
      let near = ViewState.Outline(
        size: [1, 1], toWindow: Array(repeating: 0, count: 15) + [nearness], opacity: 1)
      #expect((near.corners != nil) == isInFront)
    }
    let plain = ViewState(name: "plain", frame: [0, 0, 1, 1], transform: flat, alpha: 1)
    #expect(largest([[plain], [plain], [plain]]) == nil)
  }

  @Test("Two views of one name are told apart by their order")
  func names() {
    let frames = [200.0, 200, 200, 230, 230].map { [state(x: 0), state(x: $0)] }
    #expect(
      largest(frames) == ViewJump(view: "card", frame: 3, distance: 30, excess: 30))
  }

  @Test("All jumps come in the order of time and names, and the earliest of equal ones is largest")
  func all() {
    let frames = [(0.0, 0.0), (0, 0), (50, 50), (50, 50), (90, 50), (90, 50)].map {
      [state("b", x: $0.0), state("a", x: $0.1)]
    }
    let jumps = ViewJump.all(in: frames, width: 300, height: 300)
    #expect(jumps.map(\.view) == ["a", "b", "b"])
    #expect(jumps.map(\.frame) == [2, 2, 4])
    #expect(jumps.map(\.excess) == [50, 50, 40])
    #expect(largest(frames) == jumps[0])
  }

  @Test("Corners are clockwise from the top left, divided by the fourth coordinate")
  func perspective() {
    let toWindow: [Double] = [1, 0, 0, 0, 0, 1, 0, 0.5, 0, 0, 1, 0, 10, 20, 0, 1]
    let outline = ViewState.Outline(size: [4, 2], toWindow: toWindow, opacity: 1)
    #expect(
      outline.corners == [[10, 20], [14, 20], [7, 11], [5, 11]].map { SIMD2($0[0], $0[1]) })
  }
}
