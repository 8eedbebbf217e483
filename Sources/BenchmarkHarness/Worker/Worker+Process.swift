import Foundation

extension Worker {
  /// The hidden verb that makes the tool a worker.
  package static let verb = "worker"

  /// Serves requests from standard input until they end: the whole life of a worker process.
  package func serve() {
    let shift = Self.shiftHeap()
    defer { shift.deallocate() }
    var channel = WorkerChannel()
    let encoder = JSONEncoder()
    let decoder = JSONDecoder()
    func send(_ response: WorkerResponse) -> Bool {
      // Only numbers that JSON cannot hold could fail here.
      let line =
        (try? encoder.encode(response))
        ?? Data(#"{"failed":{"reason":"The answer holds a number that is not finite."}}"#.utf8)
      return channel.write(line)
    }

    guard send(.hello(hello)) else { return }
    while let line = channel.readLine() {
      let request = try? decoder.decode(WorkerRequest.self, from: line)
      let response =
        request.map(answer)
        ?? .failed(
          reason: WorkerError.notARequest(String(decoding: line, as: UTF8.self)).description)
      guard send(response), request != .bye else { return }
    }
  }

  /// Moves everything that the heap gives out from now on by the length of `FRAMEGATE_SHIFT`, which
  /// moves the stack by as much: times depend on both, and a runner chooses where they lie.
  private static func shiftHeap() -> UnsafeMutableRawPointer {
    let shift = ProcessInfo.processInfo.environment["FRAMEGATE_SHIFT"]?.utf8.count ?? 0
    return .allocate(byteCount: shift, alignment: 16)
  }
}
