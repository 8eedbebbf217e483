package import BenchmarkModel
import CAllocator
import CMeasure
import Foundation

/// Who requested memory in a worker, or where it was when it was sampled, as addresses of
/// instructions.
package struct CallTraces: Hashable, Codable, Sendable {
  /// Requests or samples that came through the same calls.
  package struct Trace: Hashable, Codable, Sendable {
    package let count: Int

    /// The calls, innermost first; empty for requests whose calls had no room.
    package let calls: [Call]
  }

  /// An instruction that calls or, at the beginning of a sample, one that was executed.
  package struct Call: Hashable, Codable, Sendable {
    /// The index of its file in ``files``.
    package let file: Int

    package let address: UInt64
  }

  /// The paths of the program, which is empty, and of libraries.
  package private(set) var files: [String] = []
  package private(set) var traces: [Trace] = []

  /// How many frames of a scenario were rendered, or how many iterations were run.
  package let repetitions: Int

  private var indices: [String: Int] = [:]

  private enum CodingKeys: String, CodingKey { case files, traces, repetitions }
}

extension CallTraces {
  private mutating func add(_ count: Int, _ calls: UnsafePointer<UInt>?, length: Int32) {
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
    traces.append(Trace(count: count, calls: found))
  }

  /// All requests that have been remembered in this process.
  fileprivate static func requests(of repetitions: Int) -> CallTraces {
    var found = CallTraces(repetitions: repetitions)
    var requests = framegate_allocations()
    var calls: UnsafePointer<UInt>?
    while true {
      let length = framegate_allocator_callers(found.traces.count, &requests, &calls)
      guard length != 0 else { return found }
      found.add(Int(requests.count), calls, length: length)
    }
  }

  /// Where this thread is while `body` runs again and again, until `nanoseconds` are over; fails
  /// where nothing can sample.
  fileprivate static func samples(
    lasting nanoseconds: Int, _ body: () throws -> Int
  ) throws -> CallTraces {
    let error = framegate_start_sampling()
    guard error == 0 else {
      throw Unavailable(
        "this system does not sample a thread (\(String(cString: strerror(error))))")
    }
    let end = Clock.wall + Int64(nanoseconds)
    var repetitions = 0
    do {
      defer { framegate_stop_sampling() }
      repeat { repetitions += try body() } while Clock.wall < end
    }
    var found = CallTraces(repetitions: repetitions)
    var calls: UnsafePointer<UInt>?
    while true {
      let length = framegate_sampled_calls(found.traces.count, &calls)
      guard length > 0 else { return found }
      found.add(1, calls, length: length)
    }
  }

  /// Fails where nothing can remember requests.
  package static func checkCanRemember() throws(Unavailable) {
    guard framegate_allocator_remember(0) == 1 else {
      throw Unavailable("the counting library is not preloaded into this process")
    }
  }

  static func remember(_ starts: Bool) { framegate_allocator_remember(starts ? 1 : 0) }
}

extension MeasuredLoop {
  /// Remembers who allocates in iterations, after the first ones, as they are counted.
  package func rememberAllocations(iterations: Int) throws -> CallTraces {
    try inBatches(2) { try run($0) }
    part?.meter = .switched(CallTraces.remember)
    defer { part?.meter = .nothing }
    try inBatches(iterations) { count in
      CallTraces.remember(true)
      defer { CallTraces.remember(false) }
      try run(count)
    }
    return .requests(of: iterations)
  }

  /// Samples where iterations are, `iterations` at a time.
  package func sampleCalls(iterations: Int, lasting nanoseconds: Int) throws -> CallTraces {
    func measures(_ starts: Bool) { framegate_pause_sampling(starts ? 0 : 1) }
    part?.meter = .switched(measures)
    defer { part?.meter = .nothing }
    return try .samples(lasting: nanoseconds) {
      try inBatches(iterations) { count in
        measures(true)
        defer { measures(false) }
        try run(count)
      }
      return iterations
    }
  }
}

extension FrameSampler {
  /// Remembers who allocates in frames, after a warm-up repetition, as they are counted.
  package func rememberAllocations() throws -> CallTraces {
    let warm = try work.makeScenario(parameters)
    for frame in frames { warm.render(frame) }
    let scenario = try work.makeScenario(parameters)
    CallTraces.remember(true)
    for frame in frames { scenario.render(frame) }
    CallTraces.remember(false)
    return .requests(of: frames.count)
  }

  /// Samples where frames are, as many repetitions as fit.
  package func sampleCalls(lasting nanoseconds: Int) throws -> CallTraces {
    try .samples(lasting: nanoseconds) {
      framegate_pause_sampling(1)
      let scenario = try work.makeScenario(parameters)
      framegate_pause_sampling(0)
      for frame in frames { scenario.render(frame) }
      return frames.count
    }
  }
}
