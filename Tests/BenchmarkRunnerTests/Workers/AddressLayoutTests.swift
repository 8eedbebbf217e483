import FramegateKit
import Testing
import WorkerProtocol

@testable import BenchmarkRunner

/// Where workers lie in memory, told by shell scripts that play them.
@Suite("Address layout")
struct AddressLayoutTests {
  /// What a worker placed by `layout` says of itself.
  private static func told(_ expression: String, in layout: AddressLayout?) async throws -> String {
    let script = """
      echo '\(ShellWorker.hello())'; read line
      echo '{"failed":"'\(expression)'"}'; read line
      """
    var launch = ShellWorker.launch(script)
    launch.layout = layout
    do {
      return try await WorkerProcess.with(launch) { "\(try await $0.ask(ListBenchmarks()))" }
    } catch WorkerFailure.refused(let reason) {
      return reason
    }
  }

  @Test("The environment carries the shift")
  func shift() async throws {
    for shift in [0, 1, 4_095] {
      let layout = AddressLayout(launcher: nil, shift: shift)
      #expect(try await Self.told("${#FRAMEGATE_SHIFT}", in: layout) == "\(shift)")
    }
  }

  #if os(Linux)
    @Test("There is a launcher exactly where one may start programs at fixed addresses")
    func launcher() async {
      var isPermitted = false
      for path in ["/usr/bin/setarch", "/bin/setarch"] {
        let command = Command(path, AddressLayout.launcherOptions + ["true"])
        if await command.output() != nil { isPermitted = true }
      }
      #expect((await AddressLayout.launcher() != nil) == isPermitted)
    }

    // Where containers forbid it, comparisons do without.
    @Test(
      "Workers placed alike lie at the same addresses, others do not",
      .enabled("needs setarch") { await AddressLayout.launcher() != nil })
    func alike() async throws {
      let launcher = await AddressLayout.launcher()
      // Where the stack began, as the kernel tells.
      let stack = "$(cut -d' ' -f28 /proc/$$/stat)"
      func told(_ shift: Int) async throws -> String {
        try await Self.told(stack, in: AddressLayout(launcher: launcher, shift: shift))
      }

      let (first, second, other) = (try await told(16), try await told(16), try await told(4_000))

      #expect((Int(first) ?? 0) > 0)
      #expect(first == second)
      #expect(first != other)
    }
  #endif
}
