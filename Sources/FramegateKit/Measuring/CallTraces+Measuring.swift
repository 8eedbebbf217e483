package import BenchmarkModel
import CMeasure
import Foundation
package import WorkerProtocol

/// Collects traces, and numbers the files that their calls are in.
private struct CallCollector {
  var traces: CallTraces
  private var indices: [String: Int] = [:]

  init(repetitions: Int) { traces = CallTraces(repetitions: repetitions) }

  mutating func add(_ count: Int, _ calls: UnsafePointer<UInt>?, length: Int32) {
    let found = UnsafeBufferPointer(start: calls, count: max(0, Int(length))).compactMap {
      call -> CallTraces.Call? in
      var address: UInt64 = 0
      guard let path = framegate_allocator_place(call, &address) else { return nil }
      let name = String(cString: path)
      let file = indices[name] ?? traces.files.count
      if file == traces.files.count {
        indices[name] = file
        traces.files.append(name)
      }
      return CallTraces.Call(file: file, address: address)
    }
    traces.traces.append(CallTraces.Trace(count: count, calls: found))
  }
}

extension CallTraces {
  /// All requests that have been recorded in this process.
  fileprivate static func requests(of repetitions: Int) -> CallTraces {
    var found = CallCollector(repetitions: repetitions)
    var requests = framegate_allocations()
    var calls: UnsafePointer<UInt>?
    while true {
      let length = framegate_allocator_callers(found.traces.traces.count, &requests, &calls)
      guard length != 0 else { return found.traces }
      found.add(Int(requests.count), calls, length: length)
    }
  }

  /// Samples of this thread's call stack while `body` repeats for `nanoseconds`.
  fileprivate static func samples(
    lasting nanoseconds: Int, _ body: () throws -> Int
  ) throws -> CallTraces {
    let error = framegate_start_sampling()
    guard error == 0 else {
      throw Unavailable(
        "this system does not sample a thread (\(String(cString: strerror(error))))")
    }
    // Paused until the body itself runs, to leave out other work, such as making its input.
    framegate_pause_sampling(1)
    let end = Clock.wall + Int64(nanoseconds)
    var repetitions = 0
    do {
      defer { framegate_stop_sampling() }
      repeat { repetitions += try body() } while Clock.wall < end
    }
    var found = CallCollector(repetitions: repetitions)
    var calls: UnsafePointer<UInt>?
    while true {
      let length = framegate_sampled_calls(found.traces.traces.count, &calls)
      guard length > 0 else { return found.traces }
      found.add(1, calls, length: length)
    }
  }

  /// Throws if nothing in this process can record requests.
  package static func checkCanRemember() throws(Unavailable) {
    guard framegate_allocator_remember(0) == 1 else {
      throw Unavailable("the counting library is not preloaded into this process")
    }
  }

  static func remember(_ starts: Bool) { framegate_allocator_remember(starts ? 1 : 0) }
}

extension MeasuredLoop {
  /// Records which calls allocate in iterations; as for counts, the first iterations are left out.
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

  /// Samples the thread's call stack in iterations, and reads the clock after every `iterations`.
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
  /// Records which calls allocate in frames; as for counts, a warm-up repetition comes first.
  package func rememberAllocations() throws -> CallTraces {
    let warm = try work.makeScenario(parameters)
    for frame in frames { warm.render(frame) }
    let scenario = try work.makeScenario(parameters)
    CallTraces.remember(true)
    for frame in frames { scenario.render(frame) }
    CallTraces.remember(false)
    return .requests(of: frames.count)
  }

  /// Samples the thread's call stack in frames, in as many repetitions as fit.
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
