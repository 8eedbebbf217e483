import Foundation
import Testing

/// Packages whose path has characters in it that other programs split, expand or end texts at.
@Suite("Unusual paths, end to end", .enabled(if: Interrupted.isPossible))
struct UnusualPathTests {
  private static let names = ["My App", "a:b", "a;b%p", "$ORIGIN", #"it's "x""#, "back\\slash"]

  /// Commands of the main verbs, in a package whose benchmarks are built in its own folder.
  private static let commands = [
    "list", "run --quick --metric wallClock,mallocCountTotal",
    "run --quick --explain good.allocating", "check --quick", "report --format html --path r.html",
    "compare base next --measure-equal --time 0.2",
    "trend base..next --time 0.2",
    "check --against base --quick", "history --format csv",
    "run --quick --metric instructions",
  ]

  @Test("The main verbs work there", arguments: names)
  func verbs(name: String) async throws {
    let repository = try await ToyRepository()
    let run = try await repository.shell(
      """
      # The shell stays in the folder that moves.
      mkdir "../$NAME" && mv ../main "../$NAME/main" && cd -P ../main || exit
      mkdir -p .build/release && cp '\(Tool.misbehaving.path)' .build/release/ || exit
      # What must not be loaded through a part of the path.
      for part in My a it; do echo nonsense >"../../$part"; done
      while IFS= read -r command; do
        case "$command" in list*|report*|history*) options= ;; *) options="$OPTIONS" ;; esac
        case "$command" in *explain*) options=--allow-debug-build ;; esac
        # shellcheck disable=SC2086
        .build/release/MisbehavingBenchmarks $command $options >out 2>error </dev/null
        code=$?
        case $code in 0|2) ;; *) echo "'$command' ends with $code: $(cat out error)"; exit 1 ;; esac
        if grep -F 'n/a [' out; then echo "'$command'"; exit 1; fi
        if grep -F 'cannot be preloaded' error; then echo "'$command'"; exit 1; fi
      done <<<"$COMMANDS"
      """,
      environment: [
        "NAME": name, "COMMANDS": Self.commands.joined(separator: "\n"),
        "OPTIONS": "--allow-debug-build --filter ^good.allocating$",
        "FRAMEGATE_JEMALLOC": "/nowhere",
      ])

    #expect(run.code == 0, "\(run.output)\(run.error)")
  }

  @Test(
    "A path with a line break, and one that is not UTF-8, is refused in a sentence",
    arguments: [
      (#"$'a\nb'"#, "compare base next", "there is a line break in the path"),
      (#"$'a\xffb'"#, "list", "is not UTF-8"),
    ])
  func refused(name: String, command: String, says: String) async throws {
    let repository = try await ToyRepository()
    let run = try await repository.shell(
      """
      name=\(name)
      mkdir "../$name" && mv ../main "../$name/main" && cd -P ../main || exit
      '\(Tool.misbehaving.path)' \(command); code=$?
      cp '\(Tool.misbehaving.path)' copy && ./copy \(command); echo "copy $?"
      ls -d ../../a*
      exit $code
      """)

    #expect(run.code == 1, "\(run.output)\(run.error)")
    #expect(run.output.contains("copy 1\n"), "\(run.output)\(run.error)")
    #expect(run.error.contains(says), "\(run.output)\(run.error)")
    // Nothing was written into a folder with a similar name.
    #expect(run.output.split(separator: "\n").count(where: { $0.hasPrefix("../../a") }) == 1)
  }
}
