import Testing

/// Runs the body of an exit test, and records what it throws.
///
/// An error that leaves an exit test ends its process by a signal, and nothing says which error it
/// was.
package func recordingErrors(_ body: () async throws -> Void) async {
  do {
    try await body()
  } catch is ExpectationFailedError {
    // It is recorded already.
  } catch { Issue.record(error) }
}
