import Foundation
import Testing

#if os(Linux)
  /// The counting library, and who allocates, through the built binary.
  @Suite("Who allocates, end to end")
  struct AllocationSiteTests {
    private static let withoutJemalloc = ["FRAMEGATE_JEMALLOC": "/nowhere"]

    @Test("Who allocates in a benchmark is listed, and it alone is measured")
    func listed() async throws {
      let package = try TemporaryPackage()
      let run = try await Tool.misbehaving.run(
        ["run", "--explain", "good.allocating", "--quick", "--allow-debug-build"],
        in: package.folder)

      #expect(run.code == 0, "\(run.output)\(run.error)")
      #expect(run.output.contains("good.allocating allocates once per operation"))
      #expect(run.output.contains("MisbehavingBenchmarks.register"), "\(run.output)")
      #expect(!run.output.contains("good.empty"))
    }

    @Test("Frames of a scenario are explained, those of a name that is not registered are not")
    func frames() async throws {
      let package = try TemporaryPackage()
      let frames = try await Tool.misbehaving.run(
        [
          "run", "--explain", "threads.frames", "--rate", "60", "--quick", "--allow-debug-build",
          "--format", "markdown",
        ], in: package.folder)
      let unknown = try await Tool.misbehaving.run(
        ["run", "--explain", "threads.frame", "--allow-debug-build"], in: package.folder)

      #expect(frames.code == 0, "\(frames.output)\(frames.error)")
      #expect(frames.output.contains("threads.frames at 60 Hz allocates"), "\(frames.output)")
      #expect(frames.output.contains("FourThreads"), "\(frames.output)")
      #expect(unknown.code == 64)
      #expect(unknown.error.contains("Did you mean 'threads.frames'?"), "\(unknown.error)")
    }

    @Test("Without a place for the library, or a compiler, the reason says what to do")
    func absent() async throws {
      let package = try TemporaryPackage()
      let folder = package.folder.appending(path: "elsewhere")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let tool = folder.appending(path: "tool")
      try FileManager.default.copyItem(atPath: Tool.misbehaving.path, toPath: tool.path)
      try package.write("", to: "file")
      let run = try await Tool(path: tool.path).run(
        [
          "run", "--filter", "good.allocating", "--quick", "--allow-debug-build", "--format",
          "json", "--metric", "mallocCountTotal",
        ], in: package.folder,
        environment: Self.withoutJemalloc.merging([
          "XDG_CACHE_HOME": package.folder.appending(path: "file").path,
          "HOME": package.folder.appending(path: "file").path,
        ]) { $1 })

      let metric = try #require(try run.metric("mallocCountTotal"), "\(run.error)")
      let reason = try #require(metric["unavailable"] as? String)
      #expect(
        reason.contains("jemalloc is not installed, and the counting library cannot be written"))
      #expect(reason.contains("libjemalloc-dev"), "\(reason)")
    }

    @Test(
      "jemalloc and the counting library count the same in 30 animations",
      .enabled(if: Machine.countsAllocations, "needs jemalloc"))
    func agreement() async throws {
      let package = try TemporaryPackage()
      func counts(_ environment: [String: String]) async throws -> [String: [[Int]]] {
        let run = try await Tool.framegate.run(
          [
            "run", "--filter", "^transition[.]", "--quick", "--allow-debug-build", "--warm",
            "--rate", "60", "--metric", "mallocCountTotal,mallocBytesCount", "--format", "json",
          ], in: package.folder, environment: environment)
        var counts: [String: [[Int]]] = [:]
        for benchmark in try run.benchmarks() {
          guard let name = benchmark["name"] as? String,
            let frames = (benchmark["frames"] as? [[String: Any]])?.first,
            // Those that differ between two processes of one build cannot agree.
            frames["recount"] == nil
          else { continue }
          counts[name] = [
            try #require(frames["mallocCountTotal"] as? [Int]),
            try #require(frames["mallocBytesCount"] as? [Int]),
          ]
        }
        return counts
      }
      let jemalloc = try await counts([:])
      let library = try await counts(Self.withoutJemalloc)

      #expect(jemalloc.count >= 30)
      for (name, counts) in jemalloc { #expect(library[name] == counts, "\(name)") }
    }
  }
#endif
