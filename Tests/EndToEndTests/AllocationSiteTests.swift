import Foundation
import TestSupport
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

    /// Counts the allocations of a benchmark with a cache of its own.
    ///
    /// - Returns: The metric, as JSON.
    private func allocations(
      in package: TemporaryPackage, _ environment: [String: String]
    ) async throws -> JSONPart {
      let run = try await Tool.misbehaving.run(
        [
          "run", "--filter", "good.allocating", "--quick", "--allow-debug-build", "--format",
          "json", "--metric", "mallocCountTotal",
        ], in: package.folder,
        environment: Self.withoutJemalloc.merging([
          "XDG_CACHE_HOME": package.folder.appending(path: "cache").path
        ]) { $1 }.merging(environment) { $1 })
      return try run.metric("mallocCountTotal")
    }

    @Test("Without a compiler, the reason says what to do")
    func absent() async throws {
      let package = try TemporaryPackage()
      let metric = try await allocations(in: package, ["PATH": "/nowhere"])

      let reason: String = try metric.unavailable.read()
      #expect(
        reason.contains("jemalloc is not installed, and no C compiler was found"), "\(reason)")
      #expect(reason.contains("libjemalloc-dev"), "\(reason)")
    }

    @Test("Without a place where it can be kept, the library is compiled for one command")
    func withoutCache() async throws {
      let package = try TemporaryPackage()
      try package.write("", to: "file")
      let file = package.folder.appending(path: "file").path

      let metric = try await allocations(in: package, ["XDG_CACHE_HOME": file, "HOME": file])

      #expect(metric.unavailable.isMissing, "\(metric)")
    }

    @Test("A compiler that writes nothing, and an empty library, are no library")
    func emptyLibrary() async throws {
      let package = try TemporaryPackage()
      try package.write("#!/bin/sh\nexit 0\n", to: "bin/clang")
      try package.executable("bin/clang")
      let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"

      let bad = try await allocations(
        in: package, ["PATH": package.folder.appending(path: "bin").path])
      let good = try await allocations(in: package, ["PATH": path])
      let cache = package.folder.appending(path: "cache/framegate")
      let names = try FileManager.default.contentsOfDirectory(atPath: cache.path)
        .filter { $0.hasPrefix("counting-") }
      for name in names { try Data().write(to: cache.appending(path: name)) }
      let again = try await allocations(in: package, ["PATH": path])

      #expect(try bad.unavailable.read(String.self).contains("it wrote nothing"))
      #expect(good.unavailable.isMissing, "\(good)")
      #expect(names.count == 1)
      #expect(again.unavailable.isMissing, "\(again)")
      for name in names {
        #expect(try Data(contentsOf: cache.appending(path: name)).count > 1_000, "it is kept")
      }
    }

    @Test("A library that a branch brings into the package's build folder is not loaded")
    func broughtLibrary() async throws {
      let repository = try await ToyRepository()
      let arguments = [
        "run", "--filter", "good.allocating", "--quick", "--allow-debug-build", "--format", "json",
        "--metric", "mallocCountTotal",
      ]
      let environment = Self.withoutJemalloc.merging(repository.environment) { $1 }
      let first = try await Tool.misbehaving.run(
        arguments, in: repository.main, environment: environment)

      #expect(try first.metric("mallocCountTotal").unavailable.isMissing, "\(first.error)")
      let found = try await repository.shell("find . -name '*.so' -o -name 'counting-*'")
      #expect(found.output.isEmpty, "\(found.output)")
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
          let frames = benchmark.frames[0]
          // Those that differ between two processes of one build cannot agree.
          guard frames.recount.isMissing else { continue }
          counts[try benchmark.name.read()] = [
            try frames.mallocCountTotal.read(), try frames.mallocBytesCount.read(),
          ]
        }
        return counts
      }
      let jemalloc = try await counts([:])
      let library = try await counts(Self.withoutJemalloc)

      // One that allocates at random may be told apart in one of the two runs only.
      let both = jemalloc.filter { library[$0.key] != nil }
      try #require(both.count >= 30)
      for (name, counts) in both { #expect(library[name] == counts, "\(name)") }
    }
  }
#endif
