package import Foundation

/// A command that builds the executable of a revision, such as `make demo`.
package struct BuildCommand: Hashable, Sendable {
  /// The text that a shell runs, in the folder in which the tool was started.
  package let text: String

  /// The path of the executable that it makes, relative to that folder.
  package let file: String

  package init(_ text: String, making file: String) {
    self.text = text
    self.file = file
  }
}

extension BuildCommand {
  /// The name of the executable.
  package var product: String { URL(filePath: file).lastPathComponent }

  /// What a build depends on besides the sources.
  var key: [String] { [text, file] }

  /// The variables by which builds commonly choose compilers and their options.
  private static let variables = [
    "CC", "CXX", "CPPFLAGS", "CFLAGS", "CXXFLAGS", "LDFLAGS", "RUSTC", "RUSTFLAGS",
  ]

  /// The versions that the compilers of a build report, and their options in the environment.
  static func toolchain(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) async -> String {
    var parts = variables.compactMap { name in environment[name].map { "\(name)=\($0)" } }
    for (variable, usual) in [("CC", "cc"), ("CXX", "c++"), ("RUSTC", "rustc")] {
      // The variable may contain arguments, or name a compiler cache first.
      let compiler = environment[variable] ?? usual
      let version = await Command("/bin/sh", ["-c", "\(compiler) --version"]).output()
      parts.append(version ?? "no \(compiler)")
    }
    return parts.joined(separator: "\n")
  }

  /// Builds in a folder; if the build fails, shows what it printed.
  ///
  /// - Returns: The folder with the executable.
  /// - Throws: ``RevisionError``, `CancellationError`.
  @discardableResult
  package func build(
    _ revision: Revision, in sources: URL, observer: any RevisionBuilder.Observer
  ) async throws -> URL {
    observer.begins("Building \(revision)")
    let outcome: (isSuccess: Bool, lines: [String])
    do {
      outcome = try await Command("/bin/sh", ["-c", text], in: sources.path).run { line in
        observer.progress("Building \(revision): \(line)")
      }
    } catch Command.Failure.notStarted(let shell, let reason) {
      throw RevisionError.noBuilder(program: shell, reason: reason)
    }
    guard outcome.isSuccess else { throw failure(revision, outcome.lines, sources, observer) }
    let executable = sources.appending(path: file)
    guard RealPath.kind(executable.path) == .file,
      FileManager.default.isExecutableFile(atPath: executable.path)
    else {
      let problem = "'\(text)' made no executable file '\(file)'"
      throw failure(revision, outcome.lines + ["error: \(problem)"], sources, observer)
    }
    return executable.deletingLastPathComponent()
  }

  /// Shows what a failed build printed, and returns its error.
  private func failure(
    _ revision: Revision, _ lines: [String], _ sources: URL,
    _ observer: any RevisionBuilder.Observer
  ) -> RevisionError {
    observer.fails(with: lines.joined(separator: "\n"))
    return .failedBuild(
      of: revision, firstError: PackageManager.firstError(in: lines, sources: sources.path))
  }
}
