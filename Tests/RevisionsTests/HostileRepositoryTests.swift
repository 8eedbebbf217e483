import Foundation
import SampleStatistics
import SystemTools
import Testing

@testable import Revisions

/// Whatever a repository contains, a comparison changes nothing outside of its own folders.
@Suite("Hostile repositories")
struct HostileRepositoryTests {
  @Test("Everything outside of the build folder stays as it was", arguments: 0..<UInt64(200))
  func untouched(seed: UInt64) async throws {
    let repository = try await HostileRepository(seed: seed)
    let before = try repository.state()
    let (package, compiler) = (repository.package, repository.compiler)

    let build = Task {
      let silent = Silent()
      let builder = try await RevisionBuilder(
        packageRoot: package, product: "Tool", compiler: compiler, observer: silent)
      let found = try await Repository(folder: package.path)
      let (base, next) = (try await found.commit(of: "base"), try await found.commit(of: "next"))
      _ = await found.state()
      _ = try await builder.build(
        baseline: .commit(base, name: "base"), candidate: .commit(next, name: "next"),
        isForced: true)
      _ = try await builder.build(
        baseline: .commit(base, name: "base"), candidate: .workingTree, isForced: true)
      _ = try await builder.layouts(count: 1)
    }
    // Every second build is stopped somewhere on its way.
    if seed % 2 == 1 {
      var random = SplitMix64(seed: ~seed)
      try await Task.sleep(for: .milliseconds(random.next() % 400))
      build.cancel()
    }
    let result = await build.result
    let after = try repository.state()

    let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted()
    #expect(changed.isEmpty, "\(repository.traps.map(\.rawValue).sorted())")
    // A failure that is expected has a reason that this suite knows.
    if case .failure(let error) = result {
      #expect(
        error is RevisionError || error is CancellationError && seed % 2 == 1, "\(error)")
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

/// An observer that keeps what it is told.
final class Silent: RevisionBuilder.Observer {
  private let said = Locked<[String]>([])

  var steps: [String] { said.withLock(\.self) }

  func begins(_ step: String) {
    said.withLock { $0.append(step) }
  }

  func progress(_ line: String) {}
}
