import Foundation
import TestSupport
import Testing

/// How the tool finds, builds and starts what it measures.
@Suite("The measured program")
struct MeasuredProgramTests {
  private static let brief = ["run", "--quick", "--metric", "wallClock", "--allow-debug-build"]

  /// A folder with a package, and a compiler that describes it and builds nothing.
  private static func package(
    describing targets: String, compiler: String = "exit 1"
  ) throws -> TemporaryPackage {
    let package = try TemporaryPackage()
    try package.write(
      """
      #!/bin/sh
      case "$*" in
        --version) echo 'a toy' ;;
        *describe*) echo '{"targets": [\(targets)]}' ;;
        *) \(compiler) ;;
      esac

      """, to: "bin/swift")
    try package.executable("bin/swift")
    return package
  }

  private static func executable(_ name: String) -> String {
    """
    {"name": "\(name)", "path": "Sources/\(name)", "type": "executable", \
    "product_dependencies": ["FramegateKit"]}
    """
  }

  /// Runs the tool without a worker, with the compiler of a package.
  private static func run(
    _ arguments: [String], in package: TemporaryPackage, folder: URL? = nil
  ) async throws -> Tool.Outcome {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return try await Tool.alone.run(
      arguments, in: folder ?? package.folder,
      environment: ["PATH": "\(package.folder.path)/bin:\(path)"])
  }

  @Test("Is built in a folder of its own where there is no repository, with the flags of revisions")
  func inPlace() async throws {
    let package = try Self.package(
      describing: Self.executable("Feed"),
      compiler: """
        echo "$*" >>"$(dirname "$0")/../told"
          bin="$(dirname "$0")/../.build/framegate/scratch/products"
          mkdir -p "$bin" && cp '\(Tool.misbehaving.path)' "$bin/Feed"
          case "$*" in *--show-bin-path*) (cd "$bin" && pwd -P) ;; esac
        """)

    let run = try await Self.run(Self.brief + ["--filter", "good.empty"], in: package)

    #expect(run.code == 0, "\(run.output)\(run.error)")
    let told = try String(contentsOf: package.folder.appending(path: "told"), encoding: .utf8)
    #expect(told.contains("-align-all-functions=6"))
    #expect(told.contains("--product Feed"))
    #expect(told.contains(".build/framegate/scratch"))
    let name = try #require(package.runs.first)
    let stored = try String(
      contentsOf: package.folder.appending(path: "results/runs/\(name)"), encoding: .utf8)
    #expect(stored.contains("\"name\":\"Feed\""))
  }

  @Test("The compiler's errors are shown once and as they are")
  func diagnostics() async throws {
    let error = "Sources/Feed/Feed.swift:3:14: error: cannot find 'x' in scope"
    let package = try Self.package(
      describing: Self.executable("Feed"),
      compiler: """
        echo '[1/2] Emitting module Feed'
          for job in 1 2; do
            echo "$PWD/\(error)"
            echo ' 3 |     blackHole(x)'
            echo '   |              `- error: cannot find it'
          done
          echo 'error: emit-module command failed with exit code 1'
          exit 1
        """)

    let run = try await Self.run(["list"], in: package)

    #expect(run.code == 1)
    #expect(
      run.error.hasSuffix(
        """
        \(error)
         3 |     blackHole(x)
           |              `- error: cannot find it
        Error: The working tree does not build; the compiler's errors are above. Fix them and try \
        again.

        """), "\(run.error)")
  }

  @Test("Where there is no choice or more than one, the message says what to do")
  func choices() async throws {
    let several = try Self.package(
      describing: "\(Self.executable("A")),\(Self.executable("B"))")
    let run = try await Self.run(["list"], in: several)
    #expect(run.code == 64)
    #expect(run.error.contains("Choose one with '--product': A, B."), "\(run.error)")

    let none = try Self.package(describing: "")
    let empty = try await Self.run(["list"], in: none)
    #expect(empty.code == 1)
    #expect(empty.error.contains("has no executable that depends on FramegateKit"))

    let folder = try TemporaryFolder()
    let outside = try await Self.run(["list"], in: none, folder: folder.url)
    withExtendedLifetime(folder) {}
    #expect(outside.code == 1)
    #expect(outside.error.contains("is in no Swift package"), "\(outside.error)")

    let broken = try Self.package(describing: "", compiler: "exit 1")
    try broken.write("#!/bin/sh\necho 'error: manifest is wrong' >&2; exit 1\n", to: "bin/swift")
    let unreadable = try await Self.run(["list"], in: broken)
    #expect(unreadable.code == 1)
    #expect(unreadable.error.contains("cannot be read: error: manifest is wrong."))
  }

  @Test("Nested benchmarks are found from the package around them")
  func nested() async throws {
    let package = try Self.package(describing: "\(Self.executable("A")),\(Self.executable("B"))")
    try package.write(
      "// swift-tools-version: 6.2\n// depends on FramegateKit\n", to: "Benchmarks/Package.swift")

    let run = try await Self.run(["report"], in: package)

    #expect(run.error.contains("No run is stored in Benchmarks/results/runs"), "\(run.error)")
  }

  @Test("A read-only package folder is refused in a sentence", .enabled(if: geteuid() != 0))
  func readOnly() async throws {
    let package = try Self.package(describing: Self.executable("Feed"))
    let files = FileManager.default
    try files.setAttributes([.posixPermissions: 0o555], ofItemAtPath: package.folder.path)
    defer {
      try? files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: package.folder.path)
    }

    let run = try await Self.run(["list"], in: package)

    #expect(run.code == 1)
    #expect(run.error.contains("cannot be used"), "\(run.error)")
  }

  /// Programs that are no workers, the exit code of a run, and what is said of them.
  private static let impostors = [
    ("exit 0", 3, "ended with exit code 0 before it answered. Let the program start as a worker"),
    (
      "echo hello; sleep 60", 3,
      "wrote a line that is not an answer: 'hello'. Let the program start as a worker"
    ),
    ("kill -SEGV $$", 3, "crashed with signal 11"),
    (
      #"echo '{"hello":{"protocol":99}}'; sleep 60"#, 1,
      "speaks protocol 99, and this tool only 1. Update the tool"
    ),
    (
      #"echo '{"hello":{"protocol":0}}'; sleep 60"#, 1,
      "speaks protocol 0, and this tool only 1. Update Framegate in the package"
    ),
  ]

  @Test("A program that is no worker is refused, by runs and comparisons", arguments: impostors)
  func impostor(script: String, code: Int, told: String) async throws {
    let package = try TemporaryPackage()
    try package.write("#!/bin/sh\n\(script)\n", to: "program")
    let program = try package.executable("program")

    let limit = ["--timeout", "1"]
    // A comparison without one of its programs could not run.
    for (command, code) in [
      (Self.brief + ["--worker", program] + limit, code),
      (["compare", program, program] + limit, 1),
    ] {
      let run = try await Tool.alone.run(command, in: package.folder)

      #expect(run.code == code, "\(command): \(run.output)\(run.error)")
      #expect(run.error.contains(told), "\(command): \(run.error)")
    }
  }

  @Test("A file that cannot be executed is refused", arguments: ["nothing", "Package.swift", "."])
  func notExecutable(path: String) async throws {
    let package = try TemporaryPackage()

    let run = try await Tool.alone.run(
      ["list", "--worker", path], in: package.folder)

    #expect(run.code == 1, "\(run.output)\(run.error)")
    #expect(run.error.contains("Build it, or name another one with '--worker'."), "\(run.error)")
  }

  @Test("A named worker needs no toolchain and no package")
  func withoutToolchain() async throws {
    let folder = try TemporaryFolder()

    let run = try await Tool.alone.run(
      Self.brief + ["--worker", Tool.misbehaving.path, "--filter", "good.empty"], in: folder.url,
      environment: ["PATH": "/nowhere"])
    withExtendedLifetime(folder) {}

    #expect(run.code == 0, "\(run.output)\(run.error)")
    #expect(run.output.contains("good.empty"))
  }
}
