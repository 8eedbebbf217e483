import HeadlessUI
import MotionKernels
import Testing

/// Views that are flipped, turned and scaled to nothing in an animation.
@Suite("Flips and turns of a view")
struct MirrorTests {
  private let engine = Engine()
  private let card: View

  init() {
    let window = Window(engine: engine, size: Size(width: 400, height: 400))
    let root = ViewController(engine: engine, name: "root")
    window.rootViewController = root
    card = View(engine: engine, name: "card", frame: Rect(x: 100, y: 100, width: 200, height: 100))
    root.view.addSubview(card)
    engine.tick(at: 0)
  }

  @Test("A card that is mirrored keeps its height, there and back", arguments: [true, false])
  func horizontalFlip(isBack: Bool) {
    let flipped = Transform3D64(scaleX: -1, y: 1)
    if isBack { card.transform = flipped }
    engine.animate(duration: 1, curve: .linear) { card.transform = isBack ? .identity : flipped }
    for percent in stride(from: 5, through: 95, by: 5) {
      engine.tick(at: Int64(percent) * 10_000_000)
      let frame = card.presentationFrame
      #expect(abs(frame.height - 100) < 1e-9, "\(percent) %")
      #expect(abs(frame.width - 200 * abs(1 - Double(percent) / 50)) < 1e-9, "\(percent) %")
      #expect(abs(frame.center.x - 200) < 1e-9 && abs(frame.center.y - 150) < 1e-9)
    }
    #expect(engine.diagnostics.isEmpty)
  }

  @Test("A vertical flip keeps the width, also turned, in keyframes and on an animator")
  func verticalFlip() {
    let turned = Transform3D64(rotationAngle: 0.4)
    card.transform = turned
    let animator = PropertyAnimator(engine: engine, duration: 1, curve: .linear) {
      card.transform = turned.scaled(x: 1, y: -1, z: 1)
    }
    animator.startAnimation()
    engine.tick(at: 250_000_000)
    let m = card.presentation.transform
    #expect(m.distance(to: turned.scaled(x: 1, y: 0.5, z: 1)) < 1e-12)
    // A new target takes over from what shows.
    let next = PropertyAnimator(engine: engine, duration: 1, curve: .linear) {
      card.transform = turned.scaled(x: -1, y: 1, z: 1)
    }
    next.startAnimation()
    var before = card.presentation.transform
    for tick in 1...100 {
      engine.tick(at: 250_000_000 + Int64(tick) * 10_000_000)
      let now = card.presentation.transform
      #expect(now.distance(to: before) < 0.2, "\(tick)")
      before = now
    }
    #expect(before.distance(to: turned.scaled(x: -1, y: 1, z: 1)) < 1e-12)

    engine.animateKeyframes(duration: 1) {
      engine.addKeyframe(relativeStart: 0, relativeDuration: 0.5) { card.transform = .identity }
      engine.addKeyframe(relativeStart: 0.5, relativeDuration: 0.5) {
        card.transform = Transform3D64(scaleX: 1, y: -1)
      }
    }
    engine.tick(at: engine.nanoseconds + 750_000_000)
    #expect(abs(card.presentationFrame.width - 200) < 1e-9)
    #expect(abs(card.presentationFrame.height) < 1e-9)
    #expect(engine.diagnostics.isEmpty)
  }

  @Test("Flips that are retargeted among each other never shrink the card to a point")
  func flipToFlip() {
    card.transform = Transform3D64(scaleX: -1, y: 1)
    let animator = PropertyAnimator(engine: engine, duration: 1, curve: .linear) {
      card.transform = Transform3D64(scaleX: 1, y: -1)
    }
    animator.startAnimation()
    for tick in 1...10 {
      engine.tick(at: Int64(tick) * 50_000_000)
      let m = card.presentation.transform
      #expect(abs(m.m11 * m.m22 - m.m12 * m.m21 + 1) < 1e-9)
    }
    let next = PropertyAnimator(engine: engine, duration: 0.5, curve: .linear) {
      card.transform = Transform3D64(scaleX: -1, y: 1)
    }
    next.startAnimation()
    for tick in 1...9 {
      engine.tick(at: 500_000_000 + Int64(tick) * 50_000_000)
      let m = card.presentation.transform
      #expect(abs(m.m11 * m.m22 - m.m12 * m.m21 + 1) < 0.2, "\(tick): \(m)")
    }
    engine.tick(at: 2_000_000_000)
    #expect(card.transform == Transform3D64(scaleX: -1, y: 1))
  }

  @Test(
    "Half a turn is clockwise, whatever its sign",
    arguments: [
      Double.pi, -Double.pi, 3.14159265358979, -3.14159265358979, Double.pi - 1e-9,
      1e-9 - Double.pi,
    ])
  func halfTurn(angle: Double) {
    let direction = angle > 0 || angle == -Double.pi ? 1.0 : -1
    engine.animate(duration: 1, curve: .linear) {
      card.transform = Transform3D64(rotationAngle: angle)
    }
    engine.tick(at: 250_000_000)
    #expect(abs(card.presentation.transform.m12 - direction * 0.5.squareRoot()) < 1e-6)
  }

  @Test("A scale of 0 jumps halfway and is named; 0.001 and 1e-30 do not jump")
  func scaleToNothing() {
    let scales = [0, 0.001, 1e-30]
    for scale in scales {
      let begin = engine.nanoseconds
      card.transform = .identity
      let reported = engine.diagnostics.count
      engine.animate(duration: 1, curve: .linear) {
        card.transform = Transform3D64(scaleX: scale, y: scale)
      }
      engine.tick(at: begin + 400_000_000)
      #expect(abs(card.presentationFrame.width - (scale == 0 ? 200 : 120)) < 0.1)
      engine.tick(at: begin + 600_000_000)
      #expect(abs(card.presentationFrame.width - (scale == 0 ? 0 : 80)) < 0.2)
      engine.tick(at: begin + 1_100_000_000)
      let reports = Array(engine.diagnostics[reported...])
      #expect(reports == (scale == 0 ? [.transformJumps(view: "card")] : []))
      #expect(reports.allSatisfy { $0.description.contains("0.001") })
    }
    // From nothing, and on the way of keyframes; at once there is nothing to name.
    card.transform = Transform3D64(scaleX: 0, y: 1)
    let reported = engine.diagnostics.count
    engine.animate(duration: 0) { card.transform = .identity }
    #expect(engine.diagnostics.count == reported)
    engine.animateKeyframes(duration: 1) {
      engine.addKeyframe(relativeStart: 0, relativeDuration: 0.5) {
        card.transform = Transform3D64(scaleX: 1, y: 0)
      }
    }
    #expect(engine.diagnostics.count == reported + 1)
  }

  @Test("Keyframes that jump on purpose are not named", arguments: [true, false])
  func meantToJump(isDiscrete: Bool) {
    engine.animateKeyframes(duration: 1, isDiscrete: isDiscrete) {
      engine.addKeyframe(relativeStart: 0.5, relativeDuration: isDiscrete ? 0.5 : 0) {
        card.transform = Transform3D64(scaleX: 0, y: 1)
      }
    }
    #expect(engine.diagnostics.isEmpty)
    engine.tick(at: 400_000_000)
    #expect(card.presentationFrame.width == 200)
    engine.tick(at: 600_000_000)
    #expect(card.presentationFrame.width == 0)
  }
}

extension Transform3D64 {
  /// The largest difference between entries.
  fileprivate func distance(to other: Transform3D64) -> Double {
    let rows = [(row1, other.row1), (row2, other.row2), (row3, other.row3), (row4, other.row4)]
    return rows.flatMap { row, other in (0..<4).map { abs(row[$0] - other[$0]) } }.max() ?? 0
  }
}
