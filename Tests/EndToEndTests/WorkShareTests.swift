import Foundation
import Testing

/// What the instructions of a scenario are spent on, through the built binary.
@Suite("What work is spent on, end to end")
struct WorkShareTests {
  private static let arguments = [
    "run", "--explain", "explain.frames", "--rate", "60", "--quick", "--allow-debug-build",
  ]

  @Test(
    "The frames of a scenario are divided into kinds of work",
    .enabled(if: Machine.hasValgrind, "there is no valgrind"))
  func frames() async throws {
    let package = try TemporaryPackage()
    let run = try await Tool.misbehaving.run(Self.arguments, in: package.folder)

    #expect(run.code == 0, "\(run.output)\(run.error)")
    #expect(run.output.contains("explain.frames at 60 Hz executes"), "\(run.output)")
    let lines = run.output.split(separator: "\n")
    let header = try #require(lines.firstIndex { $0.hasPrefix("spent on") }, "\(run.output)")
    let rows = lines[(header + 1)...].prefix { $0.contains(" %") }
    #expect(rows.contains { $0.hasPrefix("module MisbehavingBenchmarks") }, "\(run.output)")
    // All instructions are divided, the rounding of each share apart.
    let shares = rows.compactMap { row -> Double? in
      let numbers = row.split(separator: " ").enumerated().filter { $0.element == "%" }
      let words = row.split(separator: " ")
      return numbers.last.flatMap { Double(words[$0.offset - 1]) }
    }
    #expect(shares.count == rows.count)
    #expect(abs(shares.reduce(0, +) - 100) < 0.1 * Double(rows.count), "\(run.output)")
  }

  @Test(
    "Without valgrind, the reason is said, and who allocates is still listed",
    .enabled(if: Machine.countsAllocations, "there is no jemalloc"))
  func unavailable() async throws {
    let package = try TemporaryPackage()
    let run = try await Tool.misbehaving.run(
      ["run", "--explain", "good.allocating", "--quick", "--allow-debug-build"],
      in: package.folder, environment: Tool.withoutValgrind)

    #expect(run.code == 0, "\(run.output)\(run.error)")
    #expect(
      run.output.contains(
        "good.allocating: what its instructions are spent on is not known: valgrind is not installed"
      ), "\(run.output)")
    #expect(
      run.output.contains(/\nallocates in .*\n.*MisbehavingBenchmarks\.register/),
      "\(run.output)")
  }

  @Test("What a scene with views draws is counted; one without views has nothing to say of it")
  func drawing() async throws {
    let package = try TemporaryPackage()
    func explained(_ tool: Tool, _ name: String) async throws -> String {
      let run = try await tool.run(
        ["run", "--explain", name, "--rate", "60", "--quick", "--allow-debug-build"],
        in: package.folder, environment: Tool.withoutValgrind)
      #expect(run.code == 0, "\(run.output)\(run.error)")
      return run.output
    }
    let photos = try await explained(.framegate, "transition.photoBrowser.present")
    let row = try #require(
      photos.split(separator: "\n").first { $0.hasPrefix("overdraw") }, "\(photos)")
    #expect(row.split(separator: " ").suffix(3).allSatisfy { Double($0) != nil }, "\(row)")
    let plain = try await explained(.misbehaving, "explain.frames")
    #expect(!plain.contains("as far as the tree of views tells"), "\(plain)")
  }
}
