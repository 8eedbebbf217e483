import BenchmarkModel
import Foundation
import WorkerClient

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// Reads what a program writes into a pipe as it arrives, on a thread of its own, without waking
/// other threads.
///
/// Processes that a program has started may keep the pipe open after the program has ended. So the
/// wait for the end of the pipe has a time limit.
///
/// It is not a source of Dispatch: when several of those come and go, their thread for events
/// crashes on Linux (swift-corelibs-libdispatch, issue 949).
final class OutputReader: Sendable {
  private struct State {
    /// The end for the program, until it is handed over.
    var writeEnd: FileDescriptor?

    /// The end of a second pipe; a byte in it stops the thread.
    var stopEnd: FileDescriptor?

    /// Whether the thread has stopped, and closed the other ends.
    var hasEnded = false
  }

  private let state: Locked<State>

  /// Creates the pipe.
  ///
  /// - Parameter receive: Gets the bytes, in order.
  /// - Throws: `Errno`.
  init(_ receive: @escaping @Sendable (UnsafeRawBufferPointer) -> Void) throws {
    let output = try FileDescriptor.unsharedPipe()
    let stop: (readEnd: FileDescriptor, writeEnd: FileDescriptor)
    do {
      stop = try FileDescriptor.unsharedPipe()
    } catch {
      for end in [output.readEnd, output.writeEnd] { try? end.close() }
      throw error
    }
    let state = Locked(State(writeEnd: output.writeEnd, stopEnd: stop.writeEnd))
    self.state = state
    Thread.detachNewThread {
      Self.read(output.readEnd, until: stop.readEnd, receive)
      state.withLock { state in
        for end in [output.readEnd, stop.readEnd] { try? end.close() }
        state.hasEnded = true
      }
    }
  }

  deinit {
    // A program that was never started does not close it.
    state.withLock { try? $0.writeEnd?.close() }
    stop()
  }

  /// The end for the program; the caller closes it when the program has started.
  ///
  /// - Precondition: It was not handed over before.
  func handOver() -> FileDescriptor {
    state.withLock { state in
      guard let end = state.writeEnd else {
        preconditionFailure("The end for the program was handed over before.")
      }
      state.writeEnd = nil
      return end
    }
  }

  /// Waits until no process can write any more, but no longer than `limit`; then stops reading.
  func finish(within limit: Duration) async {
    // The caller's task may be canceled, and then cannot sleep.
    await Task.detached { [self] in
      let deadline = SteadyClock.now + limit
      while !state.withLock(\.hasEnded), SteadyClock.now < deadline {
        try? await Task.sleep(for: .milliseconds(1))
      }
      stop()
      while !state.withLock(\.hasEnded) { try? await Task.sleep(for: .milliseconds(1)) }
    }.value
  }

  private func stop() {
    state.withLock { state in
      // Closing is not enough if a program that just starts has a copy of this end. After the end
      // of the output, nobody reads the byte, and writing it would be an error.
      if !state.hasEnded { _ = try? state.stopEnd?.writeAll([0]) }
      try? state.stopEnd?.close()
      state.stopEnd = nil
    }
  }
}

extension OutputReader {
  /// Reads until the end of `output`, or until there is something in `stop`.
  private static func read(
    _ output: FileDescriptor, until stop: FileDescriptor,
    _ receive: (UnsafeRawBufferPointer) -> Void
  ) {
    withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
      while true {
        var awaited = [output, stop].map {
          pollfd(fd: $0.rawValue, events: Int16(POLLIN), revents: 0)
        }
        guard poll(&awaited, 2, -1) > 0 else {
          if errno == EINTR { continue }
          return
        }
        guard awaited[1].revents == 0 else { return }
        guard let count = try? output.read(into: buffer), count > 0 else { return }
        receive(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      }
    }
  }
}
