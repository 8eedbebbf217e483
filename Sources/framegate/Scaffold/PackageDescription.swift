import BenchmarkRunner
import Foundation

/// What the package manager says about a package.
struct PackageDescription: Hashable {
  let name: String

  /// Its library products.
  let libraries: [String]

  /// The targets of these libraries, which are modules.
  let targets: [String]

  /// All targets, including these.
  let allTargets: [String]

  /// The name of the first module, else one made of the package's name.
  var moduleName: String { (targets.first ?? name).asModule }

  init(name: String, libraries: [String], targets: [String], allTargets: [String]) {
    self.name = name
    self.libraries = libraries
    self.targets = targets
    self.allTargets = allTargets
  }

  /// Asks the package manager.
  init(of folder: URL) async throws {
    let command = Command("swift", ["package", "dump-package"], in: folder.path)
    let outcome: Command.Outcome
    do {
      outcome = try await command.run()
    } catch Command.Failure.notStarted(let swift, let reason) {
      throw ScaffoldError.noPackage(folder.path, reason: "\(swift) cannot be started: \(reason)")
    }
    guard outcome.isSuccess,
      let found = try? JSONDecoder().decode(Dump.self, from: Data(outcome.output.utf8))
    else {
      // The package manager's first line names its command; the compiler's lines name the cause.
      let reasons = outcome.error.split(separator: "\n").compactMap { line in
        line.firstRange(of: "error: ").map { String(line[$0.upperBound...]) }
      }
      let cause = reasons.first { !$0.contains("(compiled with:") } ?? reasons.first
      throw ScaffoldError.noPackage(
        folder.path, reason: cause ?? "'swift package dump-package' fails")
    }
    name = found.name
    let products = found.products.filter { $0.type.library != nil }
    libraries = products.map(\.name)
    targets = products.flatMap(\.targets).reduce(into: []) { known, target in
      if !known.contains(target) { known.append(target) }
    }
    allTargets = found.targets.map(\.name)
  }

  private struct Dump: Decodable {
    struct Product: Decodable {
      struct Kind: Decodable { let library: [String]? }

      let name: String
      let targets: [String]
      let type: Kind
    }

    struct Target: Decodable { let name: String }

    let name: String
    let products: [Product]
    let targets: [Target]
  }
}

extension String {
  /// The name of the module that the package manager makes of a target with this name.
  var asModule: String {
    let name = String(map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
    return name.first?.isNumber == true ? "_" + name.dropFirst() : name
  }

  /// The name in backticks if it is a keyword.
  var asIdentifier: String { Self.keywords.contains(self) ? "`\(self)`" : self }

  private static let keywords = Set(
    """
    Any Self as associatedtype break case catch class continue default defer deinit do else enum extension \
    fallthrough false fileprivate for func guard if in init inout internal is let nil operator \
    precedencegroup private protocol public repeat rethrows return self static struct subscript super \
    switch throw throws true try typealias var where while import
    """.split(separator: " ").map(String.init))
}
