import MotionKernels
import Testing

@testable import HeadlessUI
@testable import TransitionTestSupport

/// Where motion breaks: jumps of corners against their speed before.
@Suite("Corner jumps")
struct CornerJumpTests {
  let engine = Engine()
  let window: Window
  let view: View

  init() {
    window = Window(engine: engine, size: Size(width: 400, height: 400))
    view = View(engine: engine, name: "card", frame: Rect(x: 0, y: 0, width: 100, height: 50))
    window.addSubview(view)
  }

  private func frames(_ count: Int, _ place: (Int) -> Void) -> [[ViewSnapshot]] {
    (0..<count).map {
      place($0)
      return window.snapshots()
    }
  }

  @Test("Straight motion breaks nowhere, and one step out of line is found")
  func jump() throws {
    func x(_ frame: Int) -> Double { Double(3 * frame) + (frame >= 7 ? 40 : 0) }
    let straight = frames(12) { view.frame.origin.x = 3 * Double($0) }
    #expect(CornerJump.largest(in: straight).map { $0.excess < 1e-9 } ?? true)
    let broken = frames(12) { view.frame.origin.x = x($0) }
    let jump = try #require(CornerJump.largest(in: broken))
    #expect(jump.view == "card")
    #expect(jump.frame == 7)
    expectClose(jump.distance, 43)
    expectClose(jump.speedBefore, 3)
    expectClose(jump.excess, 40)
  }

  @Test("A turn back counts, although the distance is the same")
  func turnBack() throws {
    let turned = frames(5) { view.frame.origin.x = [0, 10, 20, 10, 0][$0] }
    let jump = try #require(CornerJump.largest(in: turned))
    #expect(jump.frame == 3)
    expectClose(jump.distance, 10)
    expectClose(jump.speedBefore, 10)
    expectClose(jump.excess, 20)
  }

  @Test("The corner that moves most counts, where a view is scaled or turned")
  func corners() throws {
    let scaled = frames(3) {
      view.transform = .makeScale(x: $0 == 2 ? 2 : 1, y: 1, z: 1)
    }
    expectClose(try #require(CornerJump.largest(in: scaled)).excess, 50)
  }

  @Test("Views that cannot be seen, that come and that leave are not counted")
  func unseen() {
    let hidden = frames(6) {
      view.isHidden = true
      view.frame.origin.x = $0 == 3 ? 300 : 0
    }
    #expect(CornerJump.largest(in: hidden) == nil)
    view.isHidden = false
    let blinking = frames(6) {
      view.isHidden = $0 % 2 == 1
      view.frame.origin.x = Double($0 * $0 * 10)
    }
    #expect(CornerJump.largest(in: blinking) == nil)
    view.frame = Rect(x: .nan, y: 0, width: 1, height: 1)
    #expect(CornerJump.largest(in: frames(4) { _ in }) == nil)
    #expect(CornerJump.largest(in: []) == nil)
  }

  @Test("Two views of one name are told apart by their order")
  func names() throws {
    let other = View(engine: engine, name: "card", frame: Rect(x: 200, y: 0, width: 10, height: 10))
    window.addSubview(other)
    let moved = frames(6) { other.frame.origin.x = $0 < 4 ? 200 : 230 }
    let jump = try #require(CornerJump.largest(in: moved))
    expectClose(jump.excess, 30)
    #expect(jump.frame == 4)
  }
}
