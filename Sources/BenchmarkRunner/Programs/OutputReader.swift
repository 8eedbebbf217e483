import BenchmarkModel
@preconcurrency import Dispatch
import WorkerClient
import Foundation

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// Reads what a program writes into a pipe as it arrives, and wakes no other thread meanwhile.
///
/// What a program has started may keep the pipe open when the program has ended, so the end of the
/// pipe is waited for no longer than the caller says.
final class OutputReader: Sendable {
  /// The end for the program, to be closed when it has started.
  let writeEnd: FileDescriptor

  private let source: any DispatchSourceRead
  private let hasEnded: Locked<Bool>

  /// Creates the pipe.
  ///
  /// - Parameter receive: Gets the bytes, in order.
  /// - Throws: `Errno`.
  init(_ receive: @escaping @Sendable (UnsafeRawBufferPointer) -> Void) throws {
    let ends = try FileDescriptor.pipe()
    // Other programs would keep it open, which hides its end.
    for end in [ends.readEnd, ends.writeEnd] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
    let descriptor = ends.readEnd.rawValue
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    writeEnd = ends.writeEnd
    let hasEnded = Locked(false)
    self.hasEnded = hasEnded
    let source = DispatchSource.makeReadSource(
      fileDescriptor: descriptor, queue: DispatchQueue(label: "framegate.output"))
    self.source = source
    // It holds itself until it is cancelled.
    source.setEventHandler {
      withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 1) { buffer in
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        if count > 0 {
          receive(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        } else if count == 0 || errno != EAGAIN && errno != EINTR {
          source.cancel()
        }
      }
    }
    source.setCancelHandler {
      close(descriptor)
      hasEnded.withLock { $0 = true }
    }
    source.resume()
  }

  deinit { source.cancel() }

  /// Waits until no process can write any more, for a time limit at most; then reads no more.
  func finish(within limit: Duration) async {
    // The caller's task may be cancelled, and then cannot sleep.
    await Task.detached { [self] in
      let deadline = SteadyClock.now + limit
      while !hasEnded.withLock(\.self), SteadyClock.now < deadline {
        try? await Task.sleep(for: .milliseconds(1))
      }
      source.cancel()
      while !hasEnded.withLock(\.self) { try? await Task.sleep(for: .milliseconds(1)) }
    }.value
  }
}
