import BenchmarkModel
import Foundation

/// Files in a build's packages whose changes neither the package manager nor the compilers notice.
///
/// The package manager compiles a Swift module again when one of its own sources changes, but not
/// when a header changes that only Swift imports. A cached module of a folder of headers lacks
/// headers that were added later. A manifest that reads the disk is not evaluated again while its
/// text is unchanged.
struct UnwatchedFiles {
  /// Hashes of the files that modules were compiled from.
  struct Record: Hashable, Codable {
    /// A hash of the headers in the packages.
    var headers: String

    /// A hash of the versions of dependencies, which bring headers of their own, or nil if none are
    /// written down.
    var versions: String?
  }

  let record: Record

  /// The manifests of the packages.
  private let manifests: [URL]

  private static let extensions: Set = [
    "h", "hh", "hpp", "hxx", "h++", "inc", "inl", "ipp", "tpp", "def", "modulemap", "apinotes",
  ]

  /// Looks through folders with packages; `package` is the one that is built.
  init(of package: URL, in folders: [URL]) {
    let files = folders.flatMap { SourceFolder($0).files }
    var headers = StableHash()
    for file in files where Self.extensions.contains(file.url.pathExtension.lowercased()) {
      headers.combine(file.state)
    }
    let resolved = package.appending(path: "Package.resolved")
    let versions = (try? String(contentsOf: resolved, encoding: .utf8)).map {
      StableHash(of: [$0]).digits
    }
    record = Record(headers: headers.digits, versions: versions)
    manifests = files.map(\.url).filter { url in
      url.lastPathComponent.hasPrefix("Package") && url.pathExtension == "swift"
    }
  }

  /// Whether a manifest has means to read files: any module but `PackageDescription`, or the state
  /// of the repository.
  private static func readsDisk(_ manifest: URL) -> Bool {
    guard let text = try? String(contentsOf: manifest, encoding: .utf8) else { return false }
    let imported =
      #/\bimport\s+(?:(?:typealias|struct|class|enum|protocol|actor|let|var|func)\s+)?(\w+)/#
    let imports = text.matches(of: imported).map { String($0.1) }
    return text.contains("gitInformation")
      || !Set(imports).isSubset(of: ["PackageDescription", "CompilerPluginSupport"])
  }

  /// Arguments that make the package manager evaluate all manifests again if one of them may depend
  /// on more than its text and the environment; that takes about half a second per manifest.
  ///
  /// Reads the manifests.
  var arguments: [String] {
    manifests.contains(where: Self.readsDisk) ? ["--manifest-cache", "none"] : []
  }
}

extension UnwatchedFiles.Record {
  private static func file(in scratch: URL) -> URL { scratch.appending(path: "framegate-headers") }

  /// What the modules in a folder of the package manager were compiled from, or nil if that is not
  /// known.
  init?(in scratch: URL) {
    guard let data = try? Data(contentsOf: Self.file(in: scratch)),
      let record = try? JSONDecoder().decode(Self.self, from: data)
    else { return nil }
    self = record
  }

  func write(to scratch: URL) {
    let files = FileManager.default
    try? files.createDirectory(at: scratch, withIntermediateDirectories: true)
    try? JSONEncoder().encode(self).write(to: Self.file(in: scratch), options: .atomic)
  }

  /// Whether versions were resolved since `before`, and differ from those that the modules in
  /// `scratch` were compiled with.
  func hasOtherVersions(than before: Self, in scratch: URL) -> Bool {
    guard before.versions == nil, let versions else { return false }
    return versions != Self(in: scratch)?.versions
  }

  /// Removes what was compiled from other headers, so that it is compiled again.
  ///
  /// - Parameters:
  ///   - scratch: The package manager's files.
  ///   - binaries: The folder in `scratch` that it builds into.
  func removeOutdated(in scratch: URL, binaries: URL) {
    let last = Self(in: scratch)
    let hasOtherVersions = last == nil || versions != nil && versions != last?.versions
    if headers != last?.headers || hasOtherVersions {
      let files = FileManager.default
      for name in (try? files.contentsOfDirectory(atPath: binaries.path)) ?? [] {
        let path = binaries.appending(path: name)
        let isModule =
          name.hasSuffix(".build") && (hasOtherVersions || !Self.isDependency(path, in: scratch))
        if isModule || name == "ModuleCache" { try? files.removeItem(at: path) }
      }
    }
    Self(headers: headers, versions: versions ?? last?.versions).write(to: scratch)
  }

  /// Whether a module belongs to a dependency with a version, according to its first source that
  /// the package manager or the compiler recorded.
  private static func isDependency(_ module: URL, in scratch: URL) -> Bool {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: module.path)) ?? []
    let lists = names.filter { $0 == "sources" } + names.filter { $0.hasSuffix(".d") }
    guard let list = lists.first,
      let text = try? String(contentsOf: module.appending(path: list), encoding: .utf8)
    else { return false }
    let first = text.split(separator: "\n").first ?? ""
    return first.contains("\(scratch.path)/checkouts/")
  }
}
