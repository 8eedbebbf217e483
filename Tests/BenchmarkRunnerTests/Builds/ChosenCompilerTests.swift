import Testing

@testable import BenchmarkRunner

@Suite("Compilers of build commands")
struct ChosenCompilerTests {
  @Test("The compiler that the environment chooses is asked, whatever arguments it has")
  func chosen() async {
    let toolchain = await BuildCommand.toolchain(environment: ["CC": "echo cached compiler"])

    #expect(toolchain.contains("CC=echo cached compiler\n"))
    #expect(toolchain.contains("\ncached compiler --version\n"))
  }

  @Test("Other options are another toolchain", arguments: ["CFLAGS", "LDFLAGS", "RUSTFLAGS"])
  func options(variable: String) async {
    let usual = await BuildCommand.toolchain(environment: [:])
    let optimized = await BuildCommand.toolchain(environment: [variable: "-O3"])
    let plain = await BuildCommand.toolchain(environment: [variable: "-O0"])

    #expect(Set([usual, optimized, plain]).count == 3)
  }

  @Test("A compiler that is not there is said")
  func missing() async {
    let toolchain = await BuildCommand.toolchain(environment: ["RUSTC": "/nowhere/rustc"])

    #expect(toolchain.hasSuffix("no /nowhere/rustc"))
  }
}
