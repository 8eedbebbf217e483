import Foundation

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// What a process prints, as far as it has arrived.
final class OutputPipe {
  private let readEnd: FileDescriptor
  private(set) var writeEnd: FileDescriptor?

  /// Creates a pipe.
  ///
  /// - Throws: ``MeasuredCommand/Failure``.
  init() throws {
    do {
      let ends = try FileDescriptor.unsharedPipe()
      readEnd = ends.readEnd
      writeEnd = ends.writeEnd
      try readEnd.neverWait()
    } catch {
      throw MeasuredCommand.Failure(
        description: "The system has no pipe left. Close other programs, and measure again.")
    }
  }

  deinit {
    try? readEnd.close()
    closeWriteEnd()
  }

  func closeWriteEnd() {
    try? writeEnd?.close()
    writeEnd = nil
  }

  func readAvailable(_ show: (Data) -> Void) {
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
      while let count = try? readEnd.read(into: buffer), count > 0 {
        show(Data(buffer[..<count]))
      }
    }
  }
}
