import BenchmarkModel
import Foundation
import SampleStatistics
import TestSupport
import Testing
import WorkerClient

@testable import BenchmarkRunner

/// Whatever a repository contains, a comparison changes nothing outside of its own folders.
@Suite("Hostile repositories")
struct HostileRepositoryTests {
  @Test(
    "Everything outside of the build folder stays as it was",
    arguments: seeds(short: 20, long: 200))
  func untouched(seed: UInt64) async throws {
    let repository = try await HostileRepository(seed: seed, stop: Self.stop(seed: seed))
    let before = try repository.state()
    let (package, compiler, git) = (repository.package, repository.compiler, repository.git)

    let build = Task {
      let silent = Silent()
      let builder = try await RevisionBuilder(
        packageRoot: package, product: "Tool", compiler: compiler, git: git, observer: silent)
      let found = try await Repository(folder: package.path, git: git)
      let (base, next) = (try await found.commit(of: "base"), try await found.commit(of: "next"))
      _ = await found.state()
      _ = try await builder.build(
        baseline: .commit(base, name: "base"), candidate: .commit(next, name: "next"),
        isForced: true)
      _ = try await builder.build(
        baseline: .commit(base, name: "base"), candidate: .workingTree, isForced: true)
      _ = try await builder.layouts(count: 1)
    }
    let interruption = Task {
      guard repository.stop != nil, await repository.reachesStop() else { return false }
      build.cancel()
      return true
    }
    let result = await build.result
    interruption.cancel()
    let isInterrupted = await interruption.value
    let after = try repository.state()

    let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted()
    #expect(changed.isEmpty, "\(repository.traps.map(\.rawValue).sorted())")
    // A failure that is expected has a reason that this suite knows.
    switch result {
    // A stop that is never reached would interrupt nothing: then `calls` are too many.
    case .success: #expect(!isInterrupted && repository.stop == nil)
    case .failure(let error):
      #expect(isInterrupted ? error is CancellationError : error is RevisionError, "\(error)")
      if error is RevisionError {
        let reasons = HostileRepository.Trap.atCache + HostileRepository.Trap.stopping
        // Git does not let a submodule come from the disk; the end-to-end tests allow it.
        #expect(
          !repository.traps.isDisjoint(with: reasons)
            || "\(error)".contains("transport 'file' not allowed"),
          "\(error) \(repository.traps.map(\.rawValue).sorted())")
      }
    }
  }
}

extension HostileRepositoryTests {
  /// The calls of git and the compiler in a comparison that no trap ends.
  private static let calls: UInt64 = 49

  /// Every second comparison is interrupted somewhere on its way, unless a trap ends it before.
  private static func stop(seed: UInt64) -> HostileRepository.Stop? {
    guard seed % 2 == 1 else { return nil }
    var random = SplitMix64(seed: ~seed)
    return HostileRepository.Stop(
      call: Int(random.next() % calls) + 1, isBeforeWork: random.next() % 2 == 0)
  }
}
