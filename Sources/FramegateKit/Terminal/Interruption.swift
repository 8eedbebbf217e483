import Dispatch
import Foundation
import Synchronization

/// Turns Ctrl-C and SIGTERM into the cancellation of a task, so that finished results are kept.
enum Interruption {
  /// Runs `body`; a signal cancels it.
  static func cancelling<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let task = Task { try await body() }
    let sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { task.cancel() }
      source.resume()
      return source
    }
    defer { sources.forEach { $0.cancel() } }
    return try await task.value
  }
}
