import HeadlessUI

/// A window whose root is a recording controller.
struct Scene {
  let engine = Engine()
  let log = EventLog()
  let window: Window
  let presenter: RecordingController

  init(width: Double = 375, height: Double = 667) {
    window = Window(engine: engine, size: Size(width: width, height: height))
    presenter = RecordingController(engine: engine, name: "presenter", log: log)
    window.rootViewController = presenter
  }

  func controller(_ name: String) -> RecordingController {
    RecordingController(engine: engine, name: name, log: log)
  }

  /// Ticks from the vsync after now until `seconds` of engine time.
  func run(until seconds: Double, rate: Int64 = 60) {
    engine.run(until: seconds, rate: rate)
  }
}

/// What happened, in order.
final class EventLog {
  var events: [String] = []

  func add(_ event: String) {
    events.append(event)
  }

  /// Returns the events so far, and clears the log.
  func take() -> [String] {
    defer { events = [] }
    return events
  }
}

extension Engine {
  /// The time of a vsync in nanoseconds.
  static func vsync(_ index: Int64, rate: Int64) -> Int64 {
    (2 * index * 1_000_000_000 + rate) / (2 * rate)
  }

  /// Ticks every vsync after now, up to and including `seconds`.
  func run(until seconds: Double, rate: Int64 = 60) {
    let end = Int64((seconds * 1e9).rounded())
    var index: Int64 = 0
    while Engine.vsync(index, rate: rate) <= nanoseconds { index += 1 }
    while Engine.vsync(index, rate: rate) <= end {
      tick(at: Engine.vsync(index, rate: rate))
      index += 1
    }
  }

  /// Ticks once, at a time in seconds.
  func tick(seconds: Double) {
    tick(at: Int64((seconds * 1e9).rounded()))
  }
}

/// A controller that logs its appearance calls.
final class RecordingController: ViewController {
  let log: EventLog
  var style = StatusBarStyle.default
  var styleChild: ViewController?

  init(engine: Engine, name: String, log: EventLog) {
    self.log = log
    super.init(engine: engine, name: name)
  }

  override func viewDidLoad() { log.add("\(name) viewDidLoad") }
  override func viewWillAppear(_ animated: Bool) { log.add("\(name) viewWillAppear") }
  override func viewDidAppear(_ animated: Bool) { log.add("\(name) viewDidAppear") }
  override func viewWillDisappear(_ animated: Bool) { log.add("\(name) viewWillDisappear") }
  override func viewDidDisappear(_ animated: Bool) { log.add("\(name) viewDidDisappear") }
  override var preferredStatusBarStyle: StatusBarStyle { style }
  override var childForStatusBarStyle: ViewController? { styleChild }
}

/// Starts an animation of two seconds when it appears.
final class Spinner: ViewController {
  var finished: Bool?

  override func viewWillAppear(_ animated: Bool) {
    engine.animate(duration: 2, curve: .linear) { [view] in
      view.alpha = 0
    } completion: { [weak self] in
      self?.finished = $0
    }
  }
}
