import Foundation
import FramegateKit
import Testing
import WorkerProtocol

@testable import BenchmarkRunner

/// What workers are started with, and how long they are waited for.
@Suite("Worker launch")
struct WorkerLaunchTests {
  @Test("A wrapper takes up to three minutes to start a worker, which itself has its timeout")
  func startTimeout() {
    let wrapper = WorkerLaunch.Wrapper(executable: "valgrind", arguments: [], variables: [:])
    for (timeout, wrapped) in [(5, 180), (60, 180), (200, 200)] {
      var launch = WorkerLaunch(executable: "tool", timeout: .seconds(timeout))
      #expect(launch.startTimeout == .seconds(timeout))
      launch.wrapper = wrapper
      #expect(launch.startTimeout == .seconds(wrapped))
    }
  }

  @Test("A worker inherits the tool's environment, but not under a wrapper")
  func environment() async throws {
    func home(_ wrapper: WorkerLaunch.Wrapper?) async throws -> String {
      try await value(of: "HOME") { $0.wrapper = wrapper }
    }
    let own = ProcessInfo.processInfo.environment["HOME"] ?? "none"
    #expect(try await home(nil) == own)
    let wrapper = WorkerLaunch.Wrapper(
      executable: "/usr/bin/env", arguments: [], variables: ["HOME": "/elsewhere"])
    #expect(try await home(wrapper) == "/elsewhere")
    let plain = WorkerLaunch.Wrapper(executable: "/usr/bin/env", arguments: [], variables: [:])
    #expect(try await home(plain) == "none")
  }

  @Test(
    "Folders of libraries that the user sets come after the program's own, also under a wrapper",
    arguments: [
      nil, WorkerLaunch.Wrapper(executable: "/usr/bin/env", arguments: [], variables: [:]),
    ] as [WorkerLaunch.Wrapper?])
  func libraries(wrapper: WorkerLaunch.Wrapper?) async throws {
    let folders = try await value(of: "LD_LIBRARY_PATH") { launch in
      launch.wrapper = wrapper
      launch.variables = ["LD_LIBRARY_PATH": "/user/lib"]
      launch.libraryFolder = "/program/lib"
    }
    #expect(folders == "/program/lib:/user/lib")
  }

  /// The value that a variable has in a worker, or `none`.
  private func value(
    of variable: String, _ configure: (inout WorkerLaunch) -> Void
  ) async throws -> String {
    let script = """
      echo '\(ShellWorker.hello())'; read line
      echo '{"failed":"'${\(variable):-none}'"}'; read line
      """
    var launch = ShellWorker.launch(script)
    configure(&launch)
    do {
      return try await WorkerProcess.with(launch) { "\(try await $0.ask(ListBenchmarks()))" }
    } catch WorkerFailure.refused(let reason) {
      return reason
    }
  }

  @Test("Questions to the harness itself are given more time than the user's timeout")
  func waiting() async throws {
    let launch = ShellWorker.launch("echo '\(ShellWorker.hello())'; read line", timeout: .zero)
    let allocator = try await WorkerSource(launch).waiting(atLeast: .seconds(60)).withWorker {
      $0.hello.allocator
    }
    #expect(allocator == "system")
  }

  @Test("An answer may be as long as the longest, and no longer", arguments: [500, 501])
  func longestAnswer(bytes: Int) async {
    var launch = ShellWorker.launch(
      "echo '\(ShellWorker.hello())'; read line; printf '%\(bytes)s' ''")
    launch.longestAnswer = 500
    let failure = await #expect(throws: WorkerFailure.self) {
      try await WorkerProcess.with(launch) { try await $0.ask(ListBenchmarks()) }
    }
    #expect(failure == (bytes == 500 ? .exited(code: 0, lastWords: "") : .endless(bytes: 501)))
  }
}
