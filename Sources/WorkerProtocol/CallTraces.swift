/// The call stacks of a worker's requests for memory, or of its samples, as addresses of
/// instructions.
package struct CallTraces: Hashable, Codable, Sendable {
  /// Requests or samples with the same call stack.
  package struct Trace: Hashable, Codable, Sendable {
    package let count: Int

    /// The calls, innermost first; empty for requests whose calls did not fit into memory.
    package let calls: [Call]

    package init(count: Int, calls: [Call]) {
      self.count = count
      self.calls = calls
    }
  }

  /// A call instruction; the first entry of a sample is the interrupted instruction.
  package struct Call: Hashable, Codable, Sendable {
    /// The index of its file in ``files``.
    package let file: Int

    package let address: UInt64

    package init(file: Int, address: UInt64) {
      self.file = file
      self.address = address
    }
  }

  /// The paths of loaded files; the empty path is the program.
  package var files: [String] = []
  package var traces: [Trace] = []

  /// The number of frames that were rendered, for a scenario, or of iterations that were run.
  package let repetitions: Int

  package init(repetitions: Int) { self.repetitions = repetitions }
}
