import Foundation
import TestSupport
import Testing

/// What an executable with benchmarks does itself, and how it hands over to the tool.
@Suite("An executable with benchmarks")
struct HandoverTests {
  @Test("Lists what it has, without the tool")
  func list() async throws {
    let package = try TemporaryPackage()

    let run = try await Tool.misbehaving.run(
      [], in: package.folder, environment: ["FRAMEGATE_TOOL": "/nowhere/tool"])

    #expect(run.code == 0)
    #expect(run.output.split(separator: "\n").contains("good.empty"))
    #expect(run.error.contains("'--help' lists the other commands."))
  }

  @Test(
    "Says which registrations were refused", arguments: [[], ["profile", "good.empty", "0.01"]])
  func refused(arguments: [String]) async throws {
    let package = try TemporaryPackage()

    let run = try await Tool.misbehaving.run(
      arguments, in: package.folder, environment: ["REGISTER_NONSENSE": "1"])

    #expect(run.code == 0)
    #expect(
      run.error.contains(/Error: \S+MisbehavingBenchmarks.swift:\d+: 'bad.näme' is not a name\./),
      "\(run.error)")
  }

  @Test(
    "Runs one benchmark or scenario for a debugger", arguments: ["good.empty", "good.scenario"])
  func profile(name: String) async throws {
    let package = try TemporaryPackage()

    let run = try await Tool.misbehaving.run(
      ["profile", name, "0.01"], in: package.folder,
      environment: ["FRAMEGATE_TOOL": "/nowhere/tool"])

    #expect(run.code == 0, "\(run.error)")
    #expect(run.error.contains("Running '\(name)' for 0.01 s in process "))
    #expect(run.error.contains(/Ran it [1-9]\d* times\./))
  }

  @Test("Runs a scenario with variants on the first one for a debugger")
  func profileVariants() async throws {
    let package = try TemporaryPackage()

    let run = try await Tool.suites.run(
      ["profile", "transition.musicCard.interactive.finish", "0.01"], in: package.folder)

    #expect(run.code == 0, "\(run.error)")
    #expect(run.error.contains(/Ran it [1-9]\d* times\./))
  }

  @Test(
    "Refuses a wrong call of 'profile'",
    arguments: [
      (["profile"], 64, "Usage: profile NAME [SECONDS]."),
      (["profile", "good.empty", "soon"], 64, "Usage: profile NAME [SECONDS]."),
      (["profile", "good.empty", "-1"], 64, "Usage: profile NAME [SECONDS]."),
      (["profile", "good.empty", "1", "2"], 64, "Usage: profile NAME [SECONDS]."),
      (["profile", "nothing"], 64, "Start this program without arguments to list all."),
    ])
  func wrongProfile(arguments: [String], code: Int, told: String) async throws {
    let package = try TemporaryPackage()

    let run = try await Tool.misbehaving.run(arguments, in: package.folder)

    #expect(run.code == code)
    #expect(run.error.contains(told), "\(run.error)")
  }

  /// A folder with a tool called `tool`, which prints its arguments and ends with code 7.
  private func packageWithTool() throws -> TemporaryPackage {
    let package = try TemporaryPackage()
    try package.write("#!/bin/sh\nprintf '%s\\n' \"$@\"\nexit 7\n", to: "tool")
    try package.executable("tool")
    return package
  }

  /// The environment in which a tool is named by its path, and by its name on the search path.
  private func environments(_ package: TemporaryPackage) -> [[String: String]] {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return [
      ["FRAMEGATE_TOOL": package.folder.appending(path: "tool").path],
      ["FRAMEGATE_TOOL": "tool", "PATH": "\(package.folder.path):\(path)"],
    ]
  }

  @Test("Hands other commands to the tool that is named, with itself as the worker")
  func named() async throws {
    let (package, other) = (try packageWithTool(), try TemporaryPackage())
    for environment in environments(package) {
      let run = try await Tool.misbehaving.run(
        ["check", "--filter", "a b"], in: other.folder, environment: environment)

      #expect(run.code == 7, "\(run.error)")
      #expect(
        run.output == "--worker\n\(Tool.misbehaving.path)\ncheck\n--filter\na b\n",
        "\(run.output)")
    }
  }

  @Test("So does a program in Python", .enabled(if: Machine.has("python3")))
  func namedInPython() async throws {
    let (package, other) = (try packageWithTool(), try TemporaryPackage())
    let demo = Checkout.url("Clients").appending(path: "Python/demo.py").path
    for environment in environments(package) {
      let run = try await Tool(path: demo).run(
        ["check"], in: other.folder, environment: environment)

      #expect(run.code == 7, "\(run.error)")
      #expect(run.output == "--worker\n\(demo)\ncheck\n", "\(run.output)")
    }
  }

  @Test("A named tool that cannot be started is told")
  func missing() async throws {
    let package = try TemporaryPackage()

    let run = try await Tool.misbehaving.run(
      ["check"], in: package.folder, environment: ["FRAMEGATE_TOOL": "/nowhere/tool"])

    #expect(run.code == 1)
    #expect(run.error.contains("'/nowhere/tool' cannot be started"))
  }

  /// A home whose compiler runs these commands instead, and counts its builds.
  private func home(compiler: String) throws -> (TemporaryPackage, [String: String]) {
    let package = try TemporaryPackage()
    try package.write(
      """
      #!/bin/sh
      echo build >>"\(package.folder.path)/builds"
      while [ $# -gt 0 ]; do
        case "$1" in --scratch-path) scratch=$2 ;; --package-path) sources=$2 ;; esac
        shift
      done
      test -f "$sources/Package.swift" && test -d "$sources/Sources/framegate" || exit 9
      \(compiler)

      """, to: "bin/swift")
    try package.executable("bin/swift")
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return (
      package,
      [
        "XDG_CACHE_HOME": "\(package.folder.path)/cache", "HOME": package.folder.path,
        "PATH": "\(package.folder.path)/bin:\(path)", "FRAMEGATE_TOOL": "",
      ]
    )
  }

  #if os(Linux)
    @Test("Builds the tool of its version once, also when two ask for it at the same time")
    func cached() async throws {
      // The first one builds until the second one says that it waits.
      let (package, environment) = try home(
        compiler: """
          cd "${0%/*}/.." && i=0
          until grep -q Waiting said; do sleep 0.1; i=$((i+1)); [ $i -lt 600 ] || exit 8; done
          mkdir -p "$scratch/release"
          cp "\(Tool.framegate.path)" "$scratch/release/framegate"
          """)
      func run() async throws -> Tool.Outcome {
        try await Tool(path: "/bin/sh").run(
          ["-c", "exec '\(Tool.misbehaving.path)' list 2>>said"], in: package.folder,
          environment: environment)
      }
      func said() throws -> String {
        try String(contentsOf: package.folder.appending(path: "said"), encoding: .utf8)
      }

      async let first = run()
      async let second = run()
      let outcomes = try await [first, second]
      let saidByBoth = try said()
      let later = try await run()

      for outcome in outcomes + [later] {
        #expect(outcome.code == 0, "\(saidByBoth)")
        #expect(outcome.output.contains("good.empty"), "\(outcome.output)")
      }
      #expect(try said() == saidByBoth)
      #expect(saidByBoth.matches(of: #/Building the tool, once/#).count == 1, "\(saidByBoth)")
      let waiting = #/Another process builds the tool. Waiting for it …\n/#
      #expect(saidByBoth.matches(of: waiting).count == 1, "\(saidByBoth)")
      let builds = try String(
        contentsOf: package.folder.appending(path: "builds"), encoding: .utf8)
      #expect(builds == "build\n")
    }

    @Test("A tool that does not build is told, and tried again")
    func unbuildable() async throws {
      let (package, environment) = try home(compiler: "echo 'error: no' >&2; exit 1")

      for _ in 1...2 {
        let run = try await Tool.misbehaving.run(
          ["list"], in: package.folder, environment: environment)
        #expect(run.code == 1)
        #expect(run.error.contains("The tool does not build: see above."), "\(run.error)")
      }
    }

    @Test("A tool that was built and does not run is told")
    func broken() async throws {
      let (package, environment) = try home(
        compiler: """
          mkdir -p "$scratch/release"
          printf '#!/bin/sh\\necho "no library" >&2; exit 127\\n' >"$scratch/release/framegate"
          chmod +x "$scratch/release/framegate"
          """)

      let run = try await Tool.misbehaving.run(
        ["list"], in: package.folder, environment: environment)

      #expect(run.code == 1)
      #expect(run.error.contains("no library"), "\(run.error)")
    }

    @Test("A cache that cannot be written is told")
    func unwritable() async throws {
      let (package, environment) = try home(compiler: "exit 1")
      try package.write("a file", to: "cache")

      let run = try await Tool.misbehaving.run(
        ["list"], in: package.folder, environment: environment)

      #expect(run.code == 1)
      #expect(run.error.contains("cannot be written"), "\(run.error)")
    }
  #endif
}
