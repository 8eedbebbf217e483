/// A window whose root presents one controller: what every modal stage is made from.
struct ModalScene {
  let engine: Engine
  let window: Window
  let presenter: ViewController
  let presented: ViewController

  let parameters: StageParameters

  init(_ parameters: StageParameters) {
    self.parameters = parameters
    engine = Engine()
    window = Window(engine: engine, size: parameters.screen)
    presenter = ViewController(engine: engine, name: "presenter")
    presented = ViewController(engine: engine, name: "presented")
    window.rootViewController = presenter
  }

  /// Ticks time 0, then runs `action`.
  func start(_ action: () throws -> Void) {
    engine.tick(at: 0)
    do { try action() } catch { preconditionFailure("The stage cannot start: \(error)") }
  }

  /// Plays the presentation to its end before time 0; one late tick catches up with all of it.
  func presentBeforehand() {
    engine.tick(at: -4_000_000_000)
    do {
      try presenter.present(presented, animated: true)
    } catch {
      preconditionFailure("The stage cannot be set: \(error)")
    }
    engine.tick(at: -1_000_000_000)
  }

  func presentation(duration: Double, owners: [AnyObject]) -> TransitionStage {
    TransitionStage(
      window: window, from: presenter, to: presented, duration: duration, owners: owners,
      parameters: parameters)
  }

  func dismissal(duration: Double, owners: [AnyObject]) -> TransitionStage {
    TransitionStage(
      window: window, from: presented, to: presenter, duration: duration, owners: owners,
      parameters: parameters)
  }
}
