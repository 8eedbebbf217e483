import Foundation

extension Worker {
  /// The hidden verb that makes the tool a worker.
  package static let verb = "worker"

  /// The variable whose length says how far a worker's memory is moved.
  package static let shiftVariable = "FRAMEGATE_SHIFT"

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
    var isBranch = false
    while let line = channel.readLine() {
      let request = try? decoder.decode(WorkerRequest.self, from: line)
      if request == .branch, channel.branch() {
        isBranch = true
        continue
      }
      // How a branch ended is said by the process that it was copied from.
      if request == .bye, isBranch { return }
      let response =
        request.map(answer)
        ?? .failed(
          reason: WorkerError.notARequest(String(decoding: line, as: UTF8.self)).description)
      guard send(response), request != .bye else { return }
    }
  }

  /// Moves the small blocks that the heap gives out from now on by the length of a variable, which moves
  /// the stack by as much: times depend on where both lie, and a runner chooses that.
  private static func shiftHeap() -> UnsafeMutableRawPointer {
    let shift = getenv(shiftVariable).map { strlen($0) } ?? 0
    // 64 KiB more, so that it is cut from the heap's end and not taken from a gap before it.
    return .allocate(byteCount: 65_536 + shift, alignment: 16)
  }
}
