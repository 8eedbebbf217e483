import Testing

@testable import HeadlessUI
@testable import TestSupport
@testable import TransitionTestSupport

/// "Engines" in Rules.md: which engine is meant, and what happens where two meet.
@Suite("The current engine")
struct CurrentEngineTests {
  @Test("The one that was created last on the thread, until it goes away")
  func latest() {
    let first = Engine()
    #expect(Engine.current === first)
    weak var gone: Engine?
    do {
      let second = Engine()
      #expect(Engine.current === second)
      gone = second
    }
    #expect(gone == nil, "the thread does not keep it")
    Engine.current = first
    #expect(Engine.current === first)
    let third = Engine()
    #expect(Engine.current === third)
  }

  @Test("An engine that was set stays, also where nothing else holds it")
  func kept() {
    Engine.current = Engine()
    Engine.current.isReduceMotionEnabled = true
    #expect(Engine.current.isReduceMotionEnabled)
    do {
      let younger = Engine()
      #expect(Engine.current === younger)
    }
    #expect(Engine.current.isReduceMotionEnabled, "it is the current one again")
  }

  @Test("While an engine calls, it is that one: in ticks, blocks, animators and views that load")
  func running() throws {
    let probe = ModalProbe()
    var found: [Bool] = []
    let note = { found.append(Engine.current === probe.engine) }
    probe.animator.onAnimate = { _ in note() }
    let other = Engine()
    #expect(Engine.current === other)
    probe.engine.asyncAfter(0) { note() }
    probe.engine.animate(duration: 0.1) {
      note()
    } completion: { _ in
      note()
    }
    try probe.presenter.presentOrThrow(probe.presented, animated: true) { note() }
    probe.engine.run(until: 1)
    #expect(found == Array(repeating: true, count: 5))
    #expect(Engine.current === other)
  }

  @Test("A block of one engine that changes a view of another one is reported to both")
  func foreignBlock() {
    let (first, second) = (Engine(), Engine())
    let view = View(engine: second, name: "view", frame: Rect(x: 0, y: 0, width: 10, height: 10))
    first.tick(at: 0)
    second.tick(at: 0)
    first.animate(withDuration: 1) {
      view.alpha = 0
      view.center.x = 70
      first.performWithoutAnimation { view.cornerRadius = 3 }
    }
    #expect(first.diagnostics == [.blockOfOtherEngine(view: "view")])
    #expect(second.diagnostics == [.blockOfOtherEngine(view: "view")])
    second.animate(withDuration: 1) { view.alpha = 1 }
    #expect(second.diagnostics.count == 1)
  }

  @Test("A view that is added to one of another engine is reported")
  func foreignView() {
    let window = Window(engine: Engine(), size: Size(width: 100, height: 100))
    window.addSubview(View(engine: Engine(), name: "view"))
    #expect(
      window.engine.diagnostics == [.viewOfOtherEngine(view: "view", superview: "window")])
  }
}
