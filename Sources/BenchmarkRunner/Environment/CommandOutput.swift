import Foundation
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// Runs a short command and gives what it printed.
enum CommandOutput {
  /// The output of a command that succeeded, without white space at its ends; nil when it could not
  /// run or failed.
  static func of(_ name: String, _ arguments: String..., in folder: String) async -> String? {
    await of(name, arguments, in: FilePath(folder))
  }

  /// The same with arguments in a list, in the working folder unless told otherwise; a name with a
  /// slash in it is a path.
  static func of(
    _ name: String, _ arguments: [String], in folder: FilePath? = nil
  ) async -> String? {
    let result = try? await Subprocess.run(
      name.contains("/") ? .path(FilePath(name)) : .name(name), arguments: Arguments(arguments),
      workingDirectory: folder,
      output: .string(limit: 1 << 20), error: .discarded)
    guard let result, result.terminationStatus.isSuccess else { return nil }
    return result.standardOutput.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
