import Foundation

/// A value that only one thread at a time reads or changes.
///
/// The standard library has one too, but only from macOS 15 on.
package final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  package init(_ value: Value) { self.value = value }

  /// Runs `body` with the value, and returns what it returns.
  ///
  /// `body` must not lock the same box again.
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
