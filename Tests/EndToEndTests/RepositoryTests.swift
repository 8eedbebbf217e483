import Foundation
import Testing

/// Every kind of repository that revisions are found in, and what goes wrong there.
///
/// Nothing is compiled: a toy takes the compiler's place, and both revisions get the same tool.
@Suite("Repositories, end to end")
struct RepositoryTests {
  private static let compare = ["compare", "base", "next", "--filter", "good.empty"]

  @Test("A package in a folder of a repository is built from there")
  func subfolder() async throws {
    let repository = try await ToyRepository(
      prefix: "apps/one ü/",
      compiler: "grep -q swift-tools Package.swift && test -d ../../apps || exit 1")

    let run = try await repository.run(
      Self.compare, in: repository.main.appending(path: "apps/one ü"))

    #expect(run.code == 0, "\(run.output)\(run.error)")
    #expect(run.output.contains(/\b1( of \d+ comparisons?)? unchanged/))
  }

  @Test("A git worktree compares like the checkout that it belongs to, and leaves that alone")
  func worktree() async throws {
    let repository = try await ToyRepository()
    let added = try await repository.shell("git worktree add -q ../other base")
    #expect(added.code == 0, "\(added.error)")

    let other = repository.folder.appending(path: "other")
    let first = try await repository.run(Self.compare, in: other)
    let second = try await repository.run(Self.compare)
    let status = try await repository.shell(
      "git status --porcelain; git -C ../other status --porcelain")

    #expect(first.code == 0, "\(first.output)\(first.error)")
    #expect(second.code == 0, "\(second.output)\(second.error)")
    #expect(status.output.isEmpty, "\(status.output)")
  }

  @Test("Submodules are checked out as each revision has them")
  func submodule() async throws {
    let repository = try await ToyRepository(
      setUp: """
        git init -q -b main ../library
        git -C ../library commit -q --allow-empty -m empty
        git submodule --quiet add "$PWD/../library" Library
        """,
      compiler: "test -e Library/.git || { echo 'error: no submodule'; exit 1; }")
    _ = try await repository.shell("git config submodule.Library.update \"!touch '$PWD/../ran';\"")

    let run = try await repository.run(Self.compare)

    #expect(run.code == 0, "\(run.output)\(run.error)")
    let ran = FileManager.default.fileExists(
      atPath: repository.folder.appending(path: "ran").path)
    #expect(!ran, "the configuration names a command in place of a checkout")
  }

  @Test("Both sides are built with every function at the start of a cache line")
  func aligned() async throws {
    let repository = try await ToyRepository(
      compiler: """
        case $flags in
          *-align-all-functions=6*-falign-functions=64*) echo built >>"$scratch/../builds" ;;
          *) echo 'error: functions are not aligned'; exit 1 ;;
        esac
        """)

    let run = try await repository.run(Self.compare)
    let builds = try await repository.shell("cat .build/framegate/builds")

    #expect(run.code == 0, "\(run.output)\(run.error)")
    #expect(builds.output == "built\nbuilt\n", "\(builds.output)")
  }

  @Test("A revision whose tool speaks another protocol version is named, with what to do")
  func otherProtocol() async throws {
    let hello = #"{"hello":{"protocol":0}}"#
    let repository = try await ToyRepository(
      compiler: """
        grep -q changed Package.swift && exit
        rm "$scratch/products/$product"
        cat >"$scratch/products/$product" <<'END'
        #!/bin/sh
        echo '\(hello)'
        cat >/dev/null
        END
        chmod +x "$scratch/products/$product"
        """)

    let run = try await repository.run(Self.compare)

    #expect(run.code == 1, "\(run.output)\(run.error)")
    #expect(run.error.contains("revision 'base'"), "\(run.error)")
    #expect(run.error.contains("speaks protocol 0, and this tool only 1"), "\(run.error)")
    #expect(run.error.contains("the same version of Framegate"), "\(run.error)")

    let check = try await repository.run([
      "check", "--against", "base", "--filter", "good.scenario", "--quick", "--allow-debug-build",
    ])
    #expect(check.code == 0, "\(check.output)\(check.error)")
    #expect(
      check.output.contains("Nothing was compared: 'MisbehavingBenchmarks' of revision 'base'"))
  }

  @Test("Without room for the builds the folder is named, and nothing half done stays")
  func noRoom() async throws {
    let repository = try await ToyRepository()
    let tool = Tool.misbehaving.path

    let blocked = try await repository.shell(
      "mkdir .build && touch .build/framegate; '\(tool)' compare base next")
    // The toy compiler writes no large file; no file that the tool writes may grow beyond 2 MiB.
    let full = try await repository.shell(
      """
      rm .build/framegate
      trap '' XFSZ
      ulimit -f 2048
      '\(tool)' compare base next
      """)
    let after = try await repository.run(Self.compare)

    #expect(blocked.code == 1, "\(blocked.output)\(blocked.error)")
    #expect(blocked.error.contains(".build/framegate' cannot be used"), "\(blocked.error)")
    #expect(full.code == 1, "\(full.output)\(full.error)")
    #expect(full.error.contains("Free space there"), "\(full.error)")
    #expect(after.code == 0, "\(after.output)\(after.error)")
  }

  @Test("A build that was damaged is made again")
  func damaged() async throws {
    let repository = try await ToyRepository(compiler: "echo built >>\"$scratch/../../builds\"")

    let first = try await repository.run(Self.compare)
    let damaged = try await repository.shell(
      """
      set -- .build/framegate/*/MisbehavingBenchmarks
      for build; do cp "$build" copy && rm "$build" && cp copy "$build" && echo >>"$build"; done
      rm copy
      """)
    let second = try await repository.run(Self.compare)
    let builds = try await repository.shell("cat .build/builds")

    #expect(first.code == 0, "\(first.output)\(first.error)")
    #expect(damaged.code == 0, "\(damaged.error)")
    #expect(second.code == 0, "\(second.output)\(second.error)")
    #expect(builds.output == "built\nbuilt\nbuilt\nbuilt\n")
  }

  @Test(
    "A comparison keeps both builds when their files are replaced",
    .enabled(if: Interrupted.isPossible))
  func replaced() async throws {
    let repository = try await ToyRepository()

    let run = try await repository.shell(
      """
      '\(Tool.misbehaving.path)' compare base next --measure-equal --filter 'wait.forFile|good.scenario' \
        --time 1 --quiet &
      tool=$!
      \(Tool.waiting(for: "pgrep -P $tool -f ' worker$' >/dev/null"))
      for build in .build/framegate/*-*/MisbehavingBenchmarks; do
        printf '#!/bin/sh\\nexit 9\\n' >other && chmod +x other && mv other "$build"
      done
      touch go
      wait $tool
      """)

    // Whatever the verdict is, nothing failed.
    #expect([0, 2].contains(run.code), "\(run.code): \(run.output)\(run.error)")
    #expect(run.output.contains("wait.forFile"))
    #expect(run.output.contains("\nMachine:   "), "\(run.output)")
    #expect(!run.output.contains("failed"), "\(run.output)")
  }

  @Test("The first error of a build is told whole, with paths from the top of the repository")
  func firstError() async throws {
    let repository = try await ToyRepository(
      compiler: """
        echo "error: 'source': Invalid manifest (compiled with: [\\"swiftc\\", \\"$sources/Package.swift\\"])"
        echo "$sources/Package.swift:3:1: error: cannot find 'x' in scope"
        exit 1
        """)

    let run = try await repository.run(Self.compare)

    #expect(run.code == 1, "\(run.output)\(run.error)")
    #expect(
      run.error.contains("does not build: Package.swift:3:1: error: cannot find 'x' in scope."),
      "\(run.error)")
  }

  @Test("A tool that is killed while it builds leaves nothing that stops the next one")
  func killed() async throws {
    let repository = try await ToyRepository(
      compiler: """
        slow="$scratch/../slow"
        test -e "$slow" && exit
        echo $$ >"$slow"
        exec sleep 60
        """)
    let tool = Tool.misbehaving.path

    let killed = try await repository.shell(
      """
      '\(tool)' compare base next &
      tool=$!
      \(Tool.waiting(for: "test -s .build/framegate/slow"))
      kill -KILL $tool
      wait $tool 2>/dev/null
      kill "$(cat .build/framegate/slow)"
      """)
    #expect(killed.code == 0, "\(killed.error)")
    let next = try await repository.run(Self.compare)
    let left = try await repository.shell(
      "git worktree list | wc -l; ls .build/framegate | grep partial; git worktree prune -n")

    #expect(next.code == 0, "\(next.output)\(next.error)")
    #expect(left.output.split(separator: "\n").map { $0.trimmingPrefix(" ") } == ["2"])
  }

  @Test(
    "What a kill can leave behind stops no build: git's lock, a half checkout, a worktree that is gone"
  )
  func leftBehind() async throws {
    let repository = try await ToyRepository()
    let first = try await repository.run(Self.compare)
    #expect(first.code == 0, "\(first.error)")

    let locked = try await repository.shell(
      """
      set -e
      ls -d .build/framegate/*-*/
      (cd .build/framegate/source/* && touch "$(git rev-parse --git-path index.lock)" stray.swift)
      rm -rf .build/framegate/*-*/
      """)
    #expect(locked.code == 0, "\(locked.error)")
    let second = try await repository.run(Self.compare)
    let gone = try await repository.shell(
      "test ! -e .build/framegate/source/*/stray.swift && rm -r .build/framegate/source .build/framegate/*-*/"
    )
    #expect(gone.code == 0, "\(gone.error)")
    let third = try await repository.run(Self.compare)
    let worktrees = try await repository.shell("git worktree list")

    for run in [second, third] {
      #expect(run.code == 0, "\(run.output)\(run.error)")
      #expect(run.output.contains(/\b1( of \d+ comparisons?)? unchanged/))
    }
    #expect(worktrees.output.split(separator: "\n").count == 2, "\(worktrees.output)")
  }

  @Test(
    "A signal during a build ends everything that it has started", arguments: ["INT", "TERM"])
  func interruptedBuild(signal: String) async throws {
    // As a real build tool does, the toy starts a compiler in a process group of its own; this one
    // ignores every polite request.
    let repository = try await ToyRepository(
      compiler: """
        set -m
        export scratch
        sh -c 'trap "" INT TERM HUP; echo $$ >"$scratch/../polite"; exec sleep 61' &
        sh -c 'echo $$ >"$scratch/../other"; exec sleep 62' &
        wait
        """)

    let run = try await repository.shell(
      """
      '\(Tool.misbehaving.path)' compare base next &
      tool=$!
      \(Tool.waiting(for: "test -s .build/framegate/polite && test -s .build/framegate/other"))
      kill -\(signal) $tool
      wait $tool
      code=$?
      for file in polite other; do
        state=$(ps -o stat= -p "$(cat .build/framegate/$file)")
        case "$state" in '' | Z*) ;; *) echo "left: $file $state" ;; esac
      done
      exit $code
      """)

    #expect(run.code == 130, "\(run.output)\(run.error)")
    #expect(run.output.isEmpty, "\(run.output)")
  }

  @Test("Ctrl-C while two builds are measured ends with 130 and leaves no worker")
  func interrupted() async throws {
    let repository = try await ToyRepository()
    let tool = Tool.misbehaving.path

    let run = try await repository.shell(
      """
      '\(tool)' compare base next --measure-equal --filter 'bad.hang' &
      tool=$!
      \(Tool.waiting(for: "pgrep -P $tool -f ' worker$' >/dev/null"))
      workers=$(pgrep -P $tool -f ' worker$')
      sleep 0.3
      kill -INT $tool
      wait $tool
      code=$?
      for worker in $workers; do
        case "$(ps -o stat= -p "$worker")" in '' | Z*) ;; *) echo "left: $worker" ;; esac
      done
      exit $code
      """)

    #expect(run.code == 130, "\(run.output)\(run.error)")
    #expect(!run.output.contains("left:"), "\(run.output)")
  }
}
