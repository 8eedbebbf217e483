/// A window whose root presents one controller: what every modal stage is made from.
struct ModalScene {
  let engine: Engine
  let window: Window
  let presenter: ViewController
  let presented: ViewController
  let parameters: StageParameters

  init(
    _ parameters: StageParameters,
    presenter makePresenter: (Engine) -> ViewController = {
      ViewController(engine: $0, name: "presenter")
    },
    presented makePresented: (Engine) -> ViewController = {
      ViewController(engine: $0, name: "presented")
    }
  ) {
    self.parameters = parameters
    engine = Engine()
    window = Window(engine: engine, size: parameters.screen)
    presenter = makePresenter(engine)
    presented = makePresented(engine)
    window.rootViewController = presenter
  }

  /// The presentation, begun at time 0.
  func presenting(duration: Double, owner: AnyObject? = nil) -> TransitionStage {
    engine.start { try presenter.present(presented, animated: true) }
    return stage(from: presenter, to: presented, duration: duration, owner: owner)
  }

  /// The dismissal, begun at time 0; the presentation was played before.
  func dismissing(
    duration: Double, owner: AnyObject? = nil, prepare: () -> Void = {}
  ) -> TransitionStage {
    presentBeforehand()
    prepare()
    engine.start { try presented.dismiss(animated: true) }
    return stage(from: presented, to: presenter, duration: duration, owner: owner)
  }

  /// The dismissal, driven by touches from time 0 on.
  func dragging(_ script: TouchScript, duration: Double, owner: AnyObject) -> TransitionStage {
    presentBeforehand()
    engine.tick(at: 0)
    script.send(to: window)
    return stage(from: presented, to: presenter, duration: duration, owner: owner)
  }

  /// Plays the presentation to its end before time 0; one late tick catches up with all of it.
  private func presentBeforehand() {
    engine.start(at: -4_000_000_000) { try presenter.present(presented, animated: true) }
    engine.tick(at: -1_000_000_000)
  }

  private func stage(
    from: ViewController, to: ViewController, duration: Double, owner: AnyObject?
  ) -> TransitionStage {
    TransitionStage(
      window: window, from: from, to: to, duration: duration,
      owners: [owner, presenter, presented].compactMap { $0 }, parameters: parameters)
  }
}

extension Engine {
  /// Ticks once, then runs what a stage begins with.
  func start(at nanoseconds: Int64 = 0, _ action: () throws -> Void) {
    tick(at: nanoseconds)
    do { try action() } catch { preconditionFailure("The stage cannot start: \(error)") }
  }
}
