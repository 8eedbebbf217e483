/// The files of a new package with one library, for benchmarks that have no package to measure yet.
struct NewPackage {
  /// What git ignores: builds, and versions of dependencies, which follow from the manifest.
  ///
  /// `results/` has a `.gitignore` of its own, because baselines may be kept.
  static let ignored = ".build/\nPackage.resolved\n"

  /// The name of the package, of its library and of the only target.
  let module: String

  /// Swift that ends in a newline.
  var manifest: String {
    "// swift-tools-version: 6.2\nimport PackageDescription\n\n" + """
      let package = Package(
        name: "\(module)",
        platforms: [.macOS(.v13)],
        products: [.library(name: "\(module)", targets: ["\(module)"])],
        targets: [.target(name: "\(module)")]
      )

      """
  }

  /// Swift that ends in a newline.
  var source: String {
    """
    /// Where the rows of a list start, each below the one before. Replace it with your own code.
    public func offsets(ofRows heights: [Int]) -> [Int] {
      var bottom = 0
      return heights.map { height in
        defer { bottom += height }
        return bottom
      }
    }

    """
  }

  /// The benchmark of the library's function.
  static func benchmark(_ stem: String) -> String {
    """
        registry.benchmark("\(stem).offsets", operations: numbers.count) {
          blackHole(offsets(ofRows: numbers))
        }
    """
  }
}

extension PackageDescription {
  /// A new package in a folder, whose library is named after the folder.
  init(startedIn folder: String) {
    let name = folder.contains(where: \.isLetter) ? folder.asModule : "Library"
    self.init(name: name, libraries: [name], targets: [name], allTargets: [name])
  }
}
