import Foundation

extension Worker {
  /// The hidden verb that makes the tool a worker.
  package static let verb = "worker"

  /// Serves requests from standard input until they end: the whole life of a worker process.
  package func serve() {
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
}
