import CThreads

// The engine that is used if code names none.
extension Engine {
  /// The engine of views, controllers and animators that are created without one, and of
  /// ``View/animate(withDuration:delay:options:animations:completion:)``.
  ///
  /// While an engine calls your code, such as an animator or a completion, it is that engine.
  /// Otherwise it is the one that was created last on this thread, or that was set here; if there
  /// is none, it is created. A thread keeps an engine that was set, also for when a younger one has
  /// gone away, and does not keep one that was only created.
  public static var current: Engine {
    get { running ?? EngineMemory.ofThread.latest ?? EngineMemory.ofThread.kept ?? Engine() }
    set { EngineMemory.ofThread.keep(newValue) }
  }

  /// The engine that is calling code of the program, or nil if none is.
  private static var running: Engine? {
    framegate_running_engine().map { Unmanaged<Engine>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Calls code of the program, for which this is the current engine.
  func call<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = framegate_running_engine()
    framegate_set_running_engine(Unmanaged.passUnretained(self).toOpaque())
    defer { framegate_set_running_engine(outer) }
    return try body()
  }

  /// Remembers an engine that has been created.
  func becomeLatest() { EngineMemory.ofThread.latest = self }

  /// Reports that a block of another engine changes `view`, which belongs to this engine; such a
  /// change is not animated.
  @inline(__always)
  func reviewForeignBlock(changing view: View) {
    guard let running = framegate_running_engine(),
      running != Unmanaged.passUnretained(self).toOpaque()
    else { return }
    reportForeignBlock(changing: view)
  }

  private func reportForeignBlock(changing view: View) {
    guard let other = Self.running, other.recording.group != nil else { return }
    let diagnostic = Diagnostic.blockOfOtherEngine(view: view.name)
    // Reported only once if a block changes several properties of the view.
    for engine in [self, other] where engine.diagnostics.last != diagnostic {
      engine.report(diagnostic)
    }
  }
}

/// What a thread remembers about its engines.
private final class EngineMemory {
  weak var latest: Engine?
  private(set) var kept: Engine?

  func keep(_ engine: Engine) {
    kept = engine
    latest = engine
  }

  static var ofThread: EngineMemory {
    if let memory = framegate_engine_memory() {
      return Unmanaged<EngineMemory>.fromOpaque(memory).takeUnretainedValue()
    }
    let memory = EngineMemory()
    framegate_set_engine_memory(Unmanaged.passRetained(memory).toOpaque())
    return memory
  }
}
