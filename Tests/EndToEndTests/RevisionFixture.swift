import Foundation
import TestSupport
import Testing

/// A repository with a package that uses Framegate, made for these tests and built by the tool
/// itself.
///
/// It is next to this package's own products and stays there, so only the first run of the tests
/// builds everything. Its path has a space and a letter outside of ASCII on purpose.
actor RevisionFixture {
  static let shared = RevisionFixture()

  /// Options of a comparison whose verdict needs little time.
  static let brief = ["--time", "20", "--metric", "cpuTotal", "--warm", "--filter"]

  /// Several suites ask for the folder at the same time.
  private var making: Task<URL, any Error>?

  /// The names of the commits, which are tags too.
  enum Commit: String, CaseIterable {
    case base, slower, comment, added, padded, crashing, wrong, broken, nothing, thousandfold,
      unlisted

    /// The steps of `work.varying`.
    fileprivate var steps: Int {
      switch self {
      case .slower: 1_500
      case .thousandfold: 1_000_000
      default: 1_000
      }
    }
  }

  /// The fixture's folder, made when it is asked for first.
  func folder() async throws -> URL {
    let making = self.making ?? Task { try await Self.make() }
    self.making = making
    return try await making.value
  }

  /// The tool that compares: one named like the product, since that is what it builds.
  func run(
    _ arguments: [String], in folder: URL? = nil, environment: [String: String] = [:]
  ) async throws -> Tool.Outcome {
    let root = try await self.folder()
    return try await Tool(path: root.appending(path: ".build/Fixture").path)
      .run(arguments, in: folder ?? root, environment: environment)
  }
}

extension RevisionFixture {
  private static func make() async throws -> URL {
    let products = URL(filePath: Tool.misbehaving.path).deletingLastPathComponent()
    let folder = products.appending(path: "revision fixture ü")
    let files = FileManager.default
    try files.createDirectory(
      at: folder.appending(path: ".build"), withIntermediateDirectories: true)
    // The sources are made anew; what was compiled of Framegate stays.
    for name in ["Sources", "Package.swift", ".git", "results", "package"] {
      try? files.removeItem(at: folder.appending(path: name))
    }
    try removeBuilds(in: folder.appending(path: ".build/framegate"))
    let tool = folder.appending(path: ".build/Fixture")
    try? files.removeItem(at: tool)
    try files.copyItem(atPath: Tool.misbehaving.path, toPath: tool.path)
    try? files.copyItem(
      at: Checkout.url("Package.resolved"),
      to: folder.appending(path: "Package.resolved"))
    let script = """
      set -e
      git init -q -b main
      printf '.build/\\nPackage.resolved\\nresults/\\n' > .gitignore
      """
    try await expectSuccess(script, in: folder)
    for commit in Commit.allCases {
      try write(commit, to: folder)
      try await expectSuccess(
        "git add -A && git commit -q --allow-empty -m \(commit) && git tag \(commit)", in: folder)
    }
    try await expectSuccess("git checkout -q base", in: folder)
    return folder
  }

  /// Framegate itself may have changed since they were built, which no commit of the fixture shows.
  private static func removeBuilds(in cache: URL) throws {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: cache.path)) ?? []
    for name in names where name.contains("-") || name == "source" {
      try FileManager.default.removeItem(at: cache.appending(path: name))
    }
  }

  private static func expectSuccess(_ script: String, in folder: URL) async throws {
    let run = try await Tool.shell(script, in: folder)
    try #require(run.code == 0, "\(run.error)")
  }

  private static func write(_ commit: Commit, to folder: URL) throws {
    let sources = folder.appending(path: "Sources/Fixture")
    try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
    try Data(manifest(hasProduct: commit != .nothing).utf8).write(
      to: folder.appending(path: "Package.swift"))
    try Data(source(commit).utf8).write(to: sources.appending(path: "Fixture.swift"))
  }

  private static func manifest(hasProduct: Bool) -> String {
    """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: "fixture",
      platforms: [.macOS(.v13)],
      dependencies: [.package(name: "framegate", path: "\(Checkout.folder.path)")],
      targets: [
        .\(hasProduct ? "executableTarget" : "target")(
          name: "Fixture",
          dependencies: [.product(name: "FramegateKit", package: "framegate")])
      ])

    """
  }

  /// The fixture's benchmarks, as slow as told.
  static func source(_ commit: Commit, steps: Int? = nil) -> String {
    """
    import Foundation
    import FramegateKit
    \(commit == .comment ? "// Nothing but a comment." : "")
    struct Cell {
      var next: Int
      var padding: \(commit == .padded
        ? "(Int, Int, Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0, 0, 0)" : "Int = 0")
    }
    @main
    struct Fixture: FramegateMain {
      static func register(in registry: inout BenchmarkRegistry) {
        \(commit == .unlisted ? "if true { fatalError(\"it has no list\") }" : "")
        registry.benchmark("work.steady") { work(1_000) }
        registry.benchmark("work.varying") { \
    work(\(steps ?? commit.steps)) }
        registry.benchmark("work.fragile") { \
    \(commit == .crashing ? "fatalError(\"it crashes\")" : "work(1_000)") }
        \(commit == .added ? "registry.benchmark(\"work.added\") { work(1_000) }" : "")
        registry.benchmark("boxes") { fill(2) }
        if getenv("REGISTER_NONSENSE") != nil { registry.benchmark("näme") {} }
        registry.scenario("cells", duration: .milliseconds(500)) { _ in
          let cells = (0..<384).map { Cell(next: $0 * 149 % 384) }
          return Scenario { frame in
            var index = frame.index % 384
            for _ in 0..<1_920 { index = (cells[index].next + 1) % 384 }
            blackHole(index)
          }
        }
        registry.benchmark("answer.sum") { blackHole(sum(\(commit == .wrong ? 30 : 60))) }
        registry.benchmark("answer.near", options: .init(answerTolerance: 1e-6)) {
          blackHole(\(commit == .wrong ? "0.1 + 0.2" : "0.3"))
        }
        registry.benchmark(
          "digest.throws", digest: { \(commit == .wrong ? "throw Unavailable(\"no\")" : "1") }
        ) { work(100) }
        registry.benchmark(
          "digest.hangs", digest: { \(commit == .wrong ? "while true {}; return 1" : "1") }
        ) { work(100) }
        registry.scenario("views", duration: .milliseconds(100)) { _ in
          Scenario(inspect: { fractions in
            fractions.indices.map { frame in
              [
                ViewState(
                  name: "card", frame: [10, 10, 100, 200],
                  transform: (0..<16).map { $0 % 5 == 0 ? 1 : 0 },
                  alpha: \(commit == .wrong ? "frame >= 4 ? 0.5 : 1" : "1"))
              ]
            }
          }) { _ in work(2_000) }
        }
        registry.scenario("scene", duration: .milliseconds(500)) { _ in
          Scenario { frame in
            let isSlow = \(commit == .slower) && (12...19).contains(frame.index)
            work(isSlow ? 40_000 : 20_000)
          }
        }
      }

      @inline(never)
      static func sum(_ count: Int) -> Int { (0..<count).reduce(0) { $0 &* 31 &+ $1 } }

      /// Not compared, so that it may differ.
      struct Opaque { let state: UInt64 }

      @inline(never)
      static func fill(_ count: Int) {
        for size in 1...count {
          blackHole(Held(bytes: [UInt8](repeating: 2, count: 50 * size)))
          \(commit == .slower ? "blackHole(Held(bytes: [UInt8](repeating: 1, count: 100)))" : "")
        }
      }

      /// Not compared either.
      struct Held { let bytes: [UInt8] }

      @inline(never)
      static func work(_ steps: Int) {
        var state: UInt64 = 1
        for _ in 0..<steps { state = state &* 6_364_136_223_846_793_005 &+ 1 }
        blackHole(Opaque(state: state))
      }
    }
    \(commit == .broken ? "let broken: Int = \"text\"" : "")

    """
  }
}
