import BenchmarkModel
import CAllocator

/// Who requested memory in a worker, as addresses of instructions.
package struct AllocationCallers: Hashable, Codable, Sendable {
  /// Requests that came through the same calls.
  package struct Callers: Hashable, Codable, Sendable {
    package let requests: Allocations

    /// The calls, innermost first; empty for requests whose calls had no room.
    package let calls: [Call]
  }

  /// An instruction that calls.
  package struct Call: Hashable, Codable, Sendable {
    /// The index of its file in ``files``.
    package let file: Int

    /// The address in that file.
    package let address: UInt64
  }

  /// The paths of the program, which is empty, and of libraries.
  package private(set) var files: [String]
  package private(set) var callers: [Callers]

  /// How many frames of a scenario were rendered, or how many iterations were run.
  package let repetitions: Int
}

extension AllocationCallers {
  /// Fails where nothing can remember.
  static func checkCanRemember() throws(Unavailable) {
    guard remember(false) else {
      throw Unavailable("the counting library is not preloaded into this process")
    }
  }

  /// Starts or stops remembering; returns whether anything can.
  @discardableResult
  static func remember(_ starts: Bool) -> Bool { framegate_allocator_remember(starts ? 1 : 0) == 1 }

  /// Everything that has been remembered in this process.
  fileprivate init(repetitions: Int) {
    self.repetitions = repetitions
    files = []
    callers = []
    var indices: [String: Int] = [:]
    var requests = framegate_allocations()
    var calls: UnsafePointer<UInt>?
    while true {
      let length = framegate_allocator_callers(callers.count, &requests, &calls)
      guard length != 0 else { return }
      let found = UnsafeBufferPointer(start: calls, count: max(0, Int(length))).compactMap {
        call -> Call? in
        var address: UInt64 = 0
        guard let path = framegate_allocator_place(call, &address) else { return nil }
        let name = String(cString: path)
        let file = indices[name] ?? files.count
        if file == files.count {
          indices[name] = file
          files.append(name)
        }
        return Call(file: file, address: address)
      }
      callers.append(
        Callers(
          requests: Allocations(bytes: Int(requests.bytes), count: Int(requests.count)),
          calls: found))
    }
  }

  var isPlausible: Bool {
    Plausible.count(repetitions) && repetitions > 0
      && callers.allSatisfy {
        Plausible.allocations($0.requests)
          && $0.calls.allSatisfy { files.indices.contains($0.file) }
      }
  }
}

extension MeasuredLoop {
  /// Remembers who allocates in iterations, after the first ones, as they are counted.
  func rememberAllocations(iterations: Int) throws -> AllocationCallers {
    try inBatches(2) { try run($0) }
    part?.meter = .callers
    defer { part?.meter = .nothing }
    try inBatches(iterations) { count in
      AllocationCallers.remember(true)
      defer { AllocationCallers.remember(false) }
      try run(count)
    }
    return AllocationCallers(repetitions: iterations)
  }
}

extension FrameSampler {
  /// Remembers who allocates in frames, after a warm-up repetition, as they are counted.
  func rememberAllocations() throws -> AllocationCallers {
    let warm = try work.makeScenario(parameters)
    for frame in frames { warm.render(frame) }
    let scenario = try work.makeScenario(parameters)
    AllocationCallers.remember(true)
    for frame in frames { scenario.render(frame) }
    AllocationCallers.remember(false)
    return AllocationCallers(repetitions: frames.count)
  }
}
