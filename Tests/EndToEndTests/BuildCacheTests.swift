import Foundation
import Testing

/// A folder of shared builds that is full, and one that two tools use at once.
@Suite("Shared builds, end to end")
struct BuildCacheTests {
  private static let arguments = [
    "compare", "base", "next", "--filter", "good.empty", "--quick", "--allow-debug-build",
    "--build-cache", "../builds",
  ]

  private func entries(_ repository: ToyRepository) -> [String] {
    let folder = repository.folder.appending(path: "builds").path
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  /// Compares once more, as a machine that has nothing but the shared folder, and returns how often
  /// the compiler ran.
  private func builds(_ repository: ToyRepository) async throws -> Int {
    let log = repository.folder.appending(path: "log")
    try? FileManager.default.removeItem(at: log)
    let run = try await repository.shell(
      "rm -rf .build && git worktree prune && '\(Tool.misbehaving.path)' "
        + Self.arguments.joined(separator: " "))
    #expect(run.code == 0, "\(run.error)")
    #expect(run.output.contains("both sides were built to the same code"), "\(run.output)")
    let lines = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
    return lines.split(separator: "\n").count
  }

  private static let counting = "echo built >>\"$(dirname \"$0\")/../log\""

  /// Whether a user may mount a small disk of its own, which some containers forbid.
  private static let canMount: Bool = {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", "unshare -rm mount -t tmpfs -o size=64k none /mnt"]
    process.standardError = FileHandle.nullDevice
    try? process.run()
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  @Test("A full folder costs nothing but the sharing", .enabled(if: canMount))
  func fullFolder() async throws {
    let repository = try await ToyRepository(compiler: Self.counting)
    let run = try await repository.shell(
      """
      mkdir ../builds && unshare -rm bash -c '
        mount -t tmpfs -o size=256k none ../builds
        "\(Tool.misbehaving.path)" \(Self.arguments.joined(separator: " ")) && ls -A ../builds'
      """)
    #expect(run.code == 0, "\(run.error)")
    #expect(run.output.contains("both sides were built to the same code"), "\(run.output)")
    #expect(run.error.contains("The build is not shared in "), "\(run.error)")
    #expect(run.error.contains("space"), "\(run.error)")
    #expect(!run.output.contains(".partial"), "\(run.output)")
    #expect(entries(repository).isEmpty)
    #expect(try await builds(repository) == 2)
    #expect(try await builds(repository) == 0)
  }

  @Test("A full disk ends with 1 and one sentence, and nothing half-written is used later")
  func fullDisk() async throws {
    let repository = try await ToyRepository(compiler: Self.counting)
    // No file may grow beyond 1 MiB, so no executable can be copied.
    let run = try await repository.shell(
      """
      trap '' XFSZ; ulimit -f 1024
      '\(Tool.misbehaving.path)' \(Self.arguments.joined(separator: " ")) --quiet
      """)
    #expect(run.code == 1, "\(run.output)\(run.error)")
    #expect(run.error.split(separator: "\n").count == 1, "\(run.error)")
    #expect(
      run.error.hasPrefix("Error: '") && run.error.contains("cannot be used: "), "\(run.error)")
    #expect(entries(repository).isEmpty)
    #expect(try await builds(repository) == 2)
    #expect(entries(repository).count == 2)
    #expect(try await builds(repository) == 0)
  }

  @Test("Two tools in one package and folder at once both end with the right result")
  func atOnce() async throws {
    let repository = try await ToyRepository(compiler: Self.counting)
    async let first = repository.run(Self.arguments)
    async let second = repository.run(Self.arguments)
    for run in [try await first, try await second] {
      #expect(run.code == 0, "\(run.error)")
      #expect(run.output.contains("both sides were built to the same code"), "\(run.output)")
      #expect(!run.error.contains("not shared"), "\(run.error)")
    }
    #expect(entries(repository).count == 2, "\(entries(repository))")
    #expect(try await builds(repository) == 0)
  }
}
