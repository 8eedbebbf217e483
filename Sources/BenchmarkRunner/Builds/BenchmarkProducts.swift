package import Foundation

/// The executables of a package that have benchmarks.
package struct BenchmarkProducts: Hashable, Sendable {
  /// The libraries of Framegate that such an executable depends on.
  package static let libraries: Set = ["FramegateKit", "BenchmarkCompatibility"]

  /// The names of the executables, in the manifest's order.
  package let names: [String]

  /// Reads what `swift package describe --type json` prints, or nil if it is something else.
  ///
  /// If some executables depend directly on one of ``libraries``, those that only reach one through
  /// other targets are left out: they may be programs of another kind.
  package init?(description: String) {
    guard let package = DescribedPackage(description) else { return nil }
    let executables = package.targets.filter { $0.type == "executable" }
    let direct = executables.filter(\.dependsOnFramegate)
    let chosen =
      direct.isEmpty
      ? executables.filter { package.reached(from: $0).contains(where: \.dependsOnFramegate) }
      : direct
    names = chosen.map(\.product)
  }

  /// Asks the package manager about the package in a folder.
  ///
  /// - Throws: ``RevisionError/noDescription(folder:reason:)``, `CancellationError`.
  package init(of folder: URL, compiler: String = "swift") async throws {
    // In a folder of its own, so that it does not wait for the user's builds.
    let scratch = folder.appending(path: "\(BuildCache.folder)/scratch")
    let command = Command(
      compiler,
      [
        "package", "--package-path", folder.path, "--scratch-path", scratch.path, "describe",
        "--type", "json",
      ], in: folder.path)
    let outcome: Command.Outcome
    do {
      outcome = try await command.run()
    } catch Command.Failure.notStarted {
      throw RevisionError.noDescription(
        folder: folder.path, reason: "'\(compiler)' cannot be started")
    }
    guard outcome.isSuccess, let found = BenchmarkProducts(description: outcome.output) else {
      throw RevisionError.noDescription(
        folder: folder.path,
        reason: PackageManager.firstError(
          in: outcome.error.split(separator: "\n").map(String.init), sources: folder.path))
    }
    self = found
  }
}

/// What the package manager says about the targets of a package.
struct DescribedPackage: Decodable {
  let targets: [Target]

  struct Target: Decodable {
    let name: String
    let path: String
    let type: String
    let target_dependencies: [String]?
    let product_dependencies: [String]?
    let product_memberships: [String]?

    /// The name to build it by.
    var product: String { product_memberships?.first ?? name }

    /// Whether it depends on a library for benchmarks, of another package or of its own.
    var dependsOnFramegate: Bool {
      let dependencies = (product_dependencies ?? []) + (target_dependencies ?? [])
      return !BenchmarkProducts.libraries.isDisjoint(with: dependencies)
    }
  }

  /// Reads JSON that may follow warnings, or nil for anything else.
  init?(_ description: String) {
    guard let start = description.firstIndex(of: "{"),
      let package = try? JSONDecoder().decode(
        DescribedPackage.self, from: Data(description[start...].utf8))
    else { return nil }
    self = package
  }

  /// A target, and all targets of the package that it depends on.
  func reached(from target: Target) -> [Target] {
    var reached: [Target] = []
    var next = [target]
    while let target = next.popLast() {
      guard !reached.contains(where: { $0.name == target.name }) else { continue }
      reached.append(target)
      next += targets.filter { target.target_dependencies?.contains($0.name) == true }
    }
    return reached
  }
}
