import BenchmarkModel
import ReportText

/// The reason why a package gets no benchmarks.
enum ScaffoldError: ToolError {
  case noPackage(String, reason: String)
  case noManifest(String)
  case exists(String)
  case isPackage(String)
  case unknownManifest(String)
  case cannotRead(String, reason: String)
  case cannotWrite(String, reason: String)
  case isLink(String)
  case conflict(String)

  /// The file of an example cannot be read.
  case noExample(String)

  /// The package manager refuses what was written, so it was undone.
  case doesNotLoad(String)
  case noDependency

  var exitCode: ToolExit {
    switch self {
    case .noDependency, .noExample: .wrongUsage
    case .noPackage, .noManifest, .exists, .isPackage, .unknownManifest, .cannotRead, .cannotWrite,
      .isLink, .conflict, .doesNotLoad:
      .couldNotRun
    }
  }

  var description: String {
    switch self {
    case .noPackage(let folder, let reason):
      """
      '\(folder)' is not a package: \(reason.withoutFullStop). Start the tool in a package, or name it with \
      '--package-path'.
      """
    case .noManifest(let folder):
      """
      '\(folder)' is in no Swift package. Start one there with '\(ToolName.current.command) init --layout new', \
      or name the folder of one with '--package-path'.
      """
    case .exists(let path):
      "\(path) already exists, so nothing was written. Delete it, or add benchmarks to it by hand."
    case .isPackage(let path):
      """
      \(path) is already a package, so nothing was written. Use '--layout root', or add benchmarks to it \
      by hand.
      """
    case .unknownManifest(let path):
      """
      '\(path)' has no line 'let package = Package(', so nothing was written. Use '--layout nested', or \
      add the target by hand.
      """
    case .cannotRead(let path, let reason):
      """
      '\(path)' cannot be read, so nothing was written: \(reason.withoutFullStop). Change its \
      permissions, or store it as UTF-8.
      """
    case .cannotWrite(let path, let reason):
      """
      '\(path)' cannot be written: \(reason.withoutFullStop). Free space there, or change its \
      permissions.
      """
    case .isLink(let path):
      "\(path) is a link, so nothing was written. Replace it with what it leads to."
    case .conflict(let name):
      """
      Framegate also has a target '\(name)', so nothing was written: the package manager accepts a name \
      only once. Rename the package's target.
      """
    case .doesNotLoad(let reason):
      """
      The package does not load with benchmarks: \(reason.withoutFullStop). Everything is as it was. Use \
      another '--layout', or add benchmarks by hand.
      """
    case .noExample(let path):
      "The example is not at '\(path)'. Name a folder that has a copy of Framegate with '--framegate'."
    case .noDependency:
      """
      An installed tool does not know where Framegate's sources are. Name their folder or their \
      repository: '--framegate ../framegate' or '--framegate URL'.
      """
    }
  }
}
