import MotionKernels
import Testing

@testable import FramegateSuites
@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

extension LayoutStageTests {
  final class Rotating: ViewController {
    var sizes: [Size] = []
    var events: [String] = []

    override func viewWillTransition(to size: Size, with coordinator: TransitionCoordinator) {
      sizes.append(size)
      coordinator.animate { [self] _ in
        events.append("alongside at \(view.bounds.width)")
        view.alpha = 0.5
      } completion: { [self] _ in
        events.append("completed")
      }
    }
  }

  @Test("A rotation asks the controllers, then animates their views and what is alongside")
  func rotation() {
    let root = Rotating(engine: engine, name: "root")
    window.rootViewController = root
    let content = View(engine: engine, frame: rect(0, 0, 300, 610))
    root.view.addSubview(content)
    engine.tick(at: 1_000_000_000)
    window.rotate(to: Size(width: 610, height: 300), duration: 1)
    #expect(root.sizes == [Size(width: 610, height: 300)])
    #expect(root.events == ["alongside at 610.0"])
    #expect(window.bounds.size == Size(width: 610, height: 300))
    #expect(root.view.frame == rect(0, 0, 610, 300))
    engine.tick(at: 1_500_000_000)
    // Eased in and out, half of the way.
    expectClose(root.view.presentationFrame.width, 455, within: 1e-3)
    expectClose(root.view.presentation.alpha, 0.75, within: 1e-3)
    engine.tick(at: 2_100_000_000)
    #expect(root.events.last == "completed")
    #expect(engine.diagnostics.isEmpty)
  }

  @Test("A rotation that lays out every frame gives views the frames of the size that shows")
  func gradualRotation() {
    let root = Rotating(engine: engine, name: "root")
    window.rootViewController = root
    let text = Label(engine: engine, text: String(repeating: "word ", count: 40))
    root.view.addSubview(text)
    engine.tick(at: 1_000_000_000)
    window.rotate(to: Size(width: 610, height: 300), duration: 1, layout: .everyFrame)
    #expect(root.sizes == [Size(width: 610, height: 300)])
    #expect(root.events == ["alongside at 300.0"])
    #expect(root.view.frame == rect(0, 0, 300, 610))
    for tenth in 1...10 {
      engine.tick(at: 1_000_000_000 + Int64(tenth) * 100_000_000)
      let progress = AnimationCurve.easeInOut.progress(at: 0.1 * Double(tenth))
      // The model itself, not what an animation shows.
      expectClose(root.view.frame.width, 300 + 310 * progress, within: 1e-9)
      expectClose(root.view.frame.height, 610 - 310 * progress, within: 1e-9)
      expectClose(window.presentation.bounds.width, root.view.frame.width, within: 1e-9)
    }
    #expect(root.view.frame == rect(0, 0, 610, 300))
    #expect(root.events.last == "completed")
    engine.tick(at: 3_000_000_000)
    #expect(root.view.frame == rect(0, 0, 610, 300))
    #expect(!engine.hasAnimations)
    #expect(engine.diagnostics.isEmpty)
  }

  @Test("A transition that begins in a rotation keeps its frames until it has ended")
  func transitionInRotation() throws {
    window.rotate(to: Size(width: 610, height: 300), duration: 0.5, layout: .everyFrame)
    engine.tick(at: 250_000_000)
    let frame = page.view.frame
    expectClose(frame.width, 455, within: 1e-3)
    let delegate = SheetDelegate(controller, detents: [.medium])
    try page.presentOrThrow(controller, animated: true)
    engine.tick(at: 400_000_000)
    #expect(page.view.frame == frame)
    engine.tick(at: 2_000_000_000)
    engine.tick(at: 2_100_000_000)
    #expect(page.view.frame == rect(0, 0, 610, 300))
    #expect(controller.view.frame == rect(0, 155, 610, 145))
    _ = delegate
  }

  @Test(
    "A rotation within another one ends at the size of the second", arguments: [0.1, 0.5, 2],
    [RotationLayout.once, .everyFrame])
  func overlappingRotations(duration: Double, layout: RotationLayout) {
    window.rotate(to: Size(width: 610, height: 300), duration: 0.5, layout: .everyFrame)
    engine.tick(at: 250_000_000)
    window.rotate(to: Size(width: 300, height: 610), duration: duration, layout: layout)
    for frame in 16...200 as ClosedRange<Int64> {
      engine.tick(at: Engine.vsync(frame, rate: 60))
      if layout == .everyFrame {
        expectClose(page.view.frame.width, window.presentation.bounds.width, within: 1e-9)
      }
    }
    #expect(page.view.frame == rect(0, 0, 300, 610))
    #expect(!engine.hasAnimations)
  }

  @Test(
    "A rotation that lays out every frame applies a duration that is not above 0 at once",
    arguments: [0, -1, .nan])
  func gradualRotationWithoutDuration(duration: Double) {
    window.rotate(to: Size(width: 610, height: 300), duration: duration, layout: .everyFrame)
    #expect(page.view.frame == rect(0, 0, 610, 300))
    engine.tick(at: 100_000_000)
    #expect(page.view.frame == rect(0, 0, 610, 300))
  }

  @Test("A rotation inside of a longer animation lays out every frame until that ends")
  func nestedRotation() {
    engine.animate(duration: 1) {
      window.rotate(to: Size(width: 610, height: 300), duration: 0.1, layout: .everyFrame)
    }
    for frame in 1...59 as ClosedRange<Int64> {
      engine.tick(at: Engine.vsync(frame, rate: 60))
      expectClose(page.view.frame.width, window.presentation.bounds.width, within: 1e-9)
      #expect(engine.hasAnimations)
    }
    #expect(page.view.frame.width < 610)
    engine.tick(at: 1_000_000_000)
    #expect(page.view.frame == rect(0, 0, 610, 300))
    #expect(!engine.hasAnimations)
  }

  @Test("A sheet under a finger follows it through a rotation that lays out every frame")
  func draggedInRotation() throws {
    let delegate = try presentSheet([.medium, .large])
    window.rotate(to: Size(width: 320, height: 610), duration: 2, layout: .everyFrame)
    let height = controller.view.bounds.height
    let x = 100.0
    let y = controller.view.frame.minY + 30
    for (index, distance) in [0.0, 20, 60, 100].enumerated() {
      let time = 2_100_000_000 + Int64(index) * 10_000_000
      let point = Point(x: x, y: y - distance)
      window.send(Touch(index == 0 ? .began : .moved, at: point, nanoseconds: time))
      engine.tick(at: time)
    }
    // The drag begins where the finger has left a small circle.
    #expect(controller.view.bounds.height > height + 60)
    expectClose(controller.view.bounds.width, window.presentation.bounds.width, within: 1e-9)
    _ = delegate
  }

  @Test("A sheet keeps its detent in a rotation")
  func rotatedSheet() throws {
    let delegate = try presentSheet([.medium])
    window.rotate(to: Size(width: 610, height: 300))
    engine.tick(at: 4_000_000_000)
    #expect(controller.view.frame == rect(0, 155, 610, 145))
    #expect(page.view.frame == rect(0, 0, 610, 300))
    _ = delegate
  }

  @Test("A rotation during a transition, or to a size that makes no sense, is reported and ignored")
  func refusedRotation() throws {
    let delegate = SheetDelegate(controller)
    try page.presentOrThrow(controller, animated: true)
    window.rotate(to: Size(width: 610, height: 300))
    #expect(window.bounds.width == 300)
    engine.tick(at: 1_000_000_000)
    for size in [
      Size(width: .nan, height: 1), Size(width: 1, height: .infinity), Size(width: -1, height: 1),
    ] {
      window.rotate(to: size)
    }
    #expect(window.bounds.width == 300)
    let broken = Diagnostic.notFinite(view: "window")
    #expect(engine.diagnostics == [.rotatedInTransition(window: "window"), broken, broken, broken])
    _ = delegate
  }
}
