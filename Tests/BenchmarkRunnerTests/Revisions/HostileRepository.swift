import BenchmarkModel
import BenchmarkRunner
import Foundation
import SampleStatistics
import TestSupport

/// A repository made of everything that could lead git, or the tool, out of the build folder.
///
/// The seed decides which ``Trap``s it has. One that stops a comparison before git has done much is
/// rare, so that the others are reached. A program that must not run leaves a file in the folder
/// `ran`, next to the repository.
final class HostileRepository: Sendable {
  /// One way to lead a comparison astray.
  enum Trap: String, CaseIterable {
    /// A branch brings links in the place of the build folder or of a part of it.
    case cacheLink, sourceLink, scratchLink, buildsLink, lockLink, ignoreLink, trackedCache
    /// Links in the place of the package's own files and folders.
    case resolvedLink, folderLink
    /// The configuration of the repository moves its files or runs programs.
    case splitIndex, coreWorktree, worktreeConfig, hooksPath, hooks, configHook, fsmonitor, filter
    case required, lfsFilter, sshCommand, credentialHelper, submoduleCommand, recurse
    case attributesFile, sparse, reflog
    /// Repositories within the repository.
    case submodule, nested, bareNested
    /// Names that clash where case is ignored, and names that are options or patterns.
    case caseClash, oddNames

    /// Traps in the place of the build folder; a repository has at most one of them.
    static let atCache: [Self] = [
      .cacheLink, .sourceLink, .scratchLink, .buildsLink, .lockLink, .ignoreLink, .trackedCache,
    ]

    /// Traps that end a comparison with an error.
    static let stopping: [Self] = [.filter, .required, .attributesFile, .bareNested]
  }

  /// A moment at which git and the compiler go no further, so that the tool can be interrupted
  /// there.
  struct Stop: CustomStringConvertible {
    /// The call of either program, counted from 1.
    let call: Int

    /// Whether the call has done nothing yet, or everything but return.
    let isBeforeWork: Bool

    var description: String { "\(isBeforeWork ? "before" : "after") \(call)" }
  }

  let folder: TemporaryFolder
  let stop: Stop?
  let traps: Set<Trap>
  let prefix: String

  /// Whether the trap at the build folder, if there is one, came with a branch.
  private let isCacheTracked: Bool

  /// The folder of the repository.
  var main: URL { folder.url.appending(path: "main ü") }

  /// The folder of its package.
  var package: URL { main.appending(path: prefix, directoryHint: .isDirectory) }

  /// The program that stands for the compiler.
  var compiler: String { programs.appending(path: "swift").path }

  /// Git itself, which stops where it should.
  var git: String { programs.appending(path: "git").path }

  private var programs: URL { folder.url.appending(path: "programs") }

  /// Creates the repository, with the tags `base` and `next`, and with changes that are not
  /// committed.
  ///
  /// - Throws: When a command fails.
  init(seed: UInt64, stop: Stop? = nil) async throws {
    folder = try TemporaryFolder()
    self.stop = stop
    var random = SplitMix64(seed: seed)
    var traps = Set(
      Trap.allCases.filter { trap in
        !Trap.atCache.contains(trap) && random.next() % (Trap.stopping.contains(trap) ? 10 : 3) == 0
      })
    if random.next() % 4 == 0 {
      traps.insert(Trap.atCache[Int(random.next() % UInt64(Trap.atCache.count))])
      isCacheTracked = random.next() % 2 == 0
    } else {
      isCacheTracked = false
    }
    self.traps = traps
    prefix = random.next() % 2 == 0 ? "" : "apps/one [x]/"
    let script = """
      set -e
      mkdir programs && mkfifo programs/reached programs/never
      \(program("git", "git \"$@\""))
      \(program("swift", Self.compilerScript))
      mkdir ran outside && echo precious >outside/file && git init -q -b main 'main ü'
      cd 'main ü' && top="$PWD" && ran="$PWD/../ran"
      mkdir -p './\(prefix)Sources' && cd './\(prefix)' && here="$PWD"
      echo '// swift-tools-version: 6.2' >Package.swift
      echo '{}' >Package.resolved
      printf '.build/\\nresults/\\nignored\\n' >.gitignore
      echo 'let a = 1' >Sources/a.swift
      echo text >"$top/other.txt"
      \(committed)
      cd "$top" && git add -A && git commit -q -m base && git tag base
      cd "$here"
      echo '// changed' >>Sources/a.swift
      \(traps.contains(.resolvedLink) ? "ln -sfn \"$top/../outside/file\" Package.resolved" : "")
      \(traps.contains(.folderLink) ? "rm -r Sources && ln -s \"$top/../outside\" Sources" : "")
      cd "$top" && git add -A && git commit -q -m next && git tag next
      \(traps.contains(.folderLink) ? "git checkout -q base && git checkout -q -B main" : "")
      git stash list >/dev/null; echo staged >staged && git add staged
      echo stashed >>other.txt && git stash push -q -- other.txt
      echo unsaved >>other.txt; echo untracked >untracked
      cd "$here" && mkdir -p results && echo '{}' >results/mine.json && echo x >ignored
      \(configured)
      """
    let made = try await Command(
      "bash", ["-c", script], in: folder.url.path,
      variables: FixtureGit.environment
    ).run()
    guard made.isSuccess else {
      throw SetUpError(description: "\(made.error)\(traps.map(\.rawValue).sorted())")
    }
  }

  struct SetUpError: Error, CustomStringConvertible {
    let description: String
  }
}

extension HostileRepository {
  /// What every program that stands for the compiler starts with, and then makes a product.
  static let toolchain = """
    \(ToyCompiler.start)
    for true in /bin/true /usr/bin/true; do test -x "$true" && break; done
    cp "$true" "$scratch/products/$product"
    """

  private static let compilerScript = """
    \(toolchain)
    cat "$sources"/Sources/a.swift >"$scratch/products/seen.so" 2>/dev/null || :
    """

  /// Makes a program that counts its calls and those of the others, and tells where it stops.
  ///
  /// Opening a pipe waits for its other end, which `never` does not have.
  private func program(_ name: String, _ body: String) -> String {
    """
    cat >programs/\(name) <<'END'
    #!/bin/sh
    programs=${0%/*}
    echo >>"$programs/calls"
    call=$(($(wc -l <"$programs/calls")))
    reach() {
      test "$1 $call" = '\(stop?.description ?? "")' || return 0
      echo >"$programs/reached"
      read -r end <"$programs/never"
    }
    reach before
    (
    \(body)
    )
    code=$?
    reach after
    exit $code
    END
    chmod +x programs/\(name)
    """
  }

  /// Waits until git or the compiler stops; returns whether they did before the task was cancelled.
  func reachesStop() async -> Bool {
    await Command("head", ["-n", "1", programs.appending(path: "reached").path]).output() != nil
  }

  /// What a branch can bring, in the folder of the package.
  private var committed: String {
    lines([
      .cacheLink: "mkdir -p .build && ln -sfn ../../outside .build/framegate",
      .sourceLink: "mkdir -p .build/framegate; ln -sfn \"$top\" .build/framegate/source",
      .scratchLink: "mkdir -p .build/framegate; ln -sfn \"$top\" .build/framegate/scratch",
      .buildsLink: "mkdir -p .build/framegate; ln -sfn \"$top\" .build/framegate/snapshot",
      .lockLink:
        "mkdir -p .build/framegate; ln -sfn \"$top/../outside/lock\" .build/framegate/lock",
      .ignoreLink:
        "mkdir -p .build/framegate; ln -sfn \"$top/../outside/ignore\" .build/framegate/.gitignore",
      .trackedCache: "mkdir -p .build/framegate/scratch && echo x >.build/framegate/scratch/file",
      .filter: "echo 'other.txt filter=evil' >>\"$top/.gitattributes\"",
      .required: "echo '*.swift filter=needed' >>\"$top/.gitattributes\"",
      .submodule: """
      git init -q -b main "$top/../library" && git -C "$top/../library" \
      commit -q --allow-empty -m empty
      (cd "$top" && git submodule --quiet add "$top/../library" Library)
      """,
      .bareNested: """
      git init -q --bare bare && git -C bare config core.fsmonitor "touch $ran/bare"
      cp bare/HEAD bare/config . && cp -r bare/objects bare/refs . && touch objects/x refs/x
      git config --file config core.bare false && git config --file config core.worktree "$top"
      """,
      .caseClash: "echo 1 >Clash; echo 2 >clash; mkdir -p Dir dir; echo 1 >Dir/a; echo 2 >dir/a",
      .oddNames: "echo 1 >./--force; echo 2 >'$(touch x)'; echo 3 >':(top)x'; echo 4 >'a b\"'",
    ]) + (isCacheTracked ? "\ngit add -f .build" : "")
  }

  /// What the configuration of the repository, and files that git does not track, can do.
  private var configured: String {
    lines([
      .coreWorktree: "git config core.worktree \"$top\"",
      .worktreeConfig: """
      git config extensions.worktreeConfig true; git config core.worktree "$top"
      """,
      .hooksPath: """
      mkdir -p ../hooks "$top/../hooks"; printf '#!/bin/sh\\ntouch "%s/hook"\\n' "$ran" \
      >"$top/../hooks/post-checkout"; chmod +x "$top/../hooks/post-checkout"
      git config core.hooksPath "$top/../hooks"
      """,
      .hooks: """
      for hook in post-checkout pre-commit post-index-change reference-transaction; do
        printf '#!/bin/sh\\ntouch "%s/hook"\\n' "$ran" >"$top/.git/hooks/$hook"
        chmod +x "$top/.git/hooks/$hook"
      done
      """,
      .configHook: """
      git config hook.evil.command "touch '$ran/hook'"; git config hook.evil.event post-checkout
      """,
      .filter: """
      git config filter.evil.clean "touch '$ran/filter'; cat"
      git config filter.evil.smudge "touch '$ran/filter'; cat"
      """,
      .required: """
      git config filter.needed.process "touch '$ran/filter'; cat"
      git config filter.needed.required true
      """,
      .lfsFilter: """
      git config filter.lfs.process "touch '$ran/filter'; cat"
      git config filter.lfs.clean "touch '$ran/filter'; cat"
      """,
      .sshCommand: "git config core.sshCommand \"touch '$ran/ssh';\"",
      .credentialHelper: "git config credential.helper \"!touch '$ran/helper';\"",
      .submoduleCommand:
        "git config submodule.Library.update \"!touch '$ran/submodule';\"",
      .recurse: "git config submodule.recurse true",
      .attributesFile:
        "echo '* filter=evil' >\"$top/../attributes\"; "
        + "git config core.attributesFile \"$top/../attributes\"",
      .splitIndex: "git config core.splitIndex true; git update-index --split-index",
      .sparse: "git config core.sparseCheckout true; echo '/*' >\"$top/.git/info/sparse-checkout\"",
      .reflog: "git config core.logAllRefUpdates always",
      .nested: """
      git init -q "$top/nested" && git -C "$top/nested" \
      commit -q --allow-empty -m empty
      git -C "$top/nested" config core.fsmonitor "touch '$ran/nested'"
      """,
      .fsmonitor: """
      printf '#!/bin/sh\\ntouch "%s/fsmonitor"\\n' "$ran" >"$top/../monitor"
      chmod +x "$top/../monitor" && git config core.fsmonitor "$top/../monitor"
      """,
    ])
  }

  private func lines(_ scripts: [Trap: String]) -> String {
    Trap.allCases.filter(traps.contains).compactMap { scripts[$0] }.joined(separator: "\n")
  }
}

extension HostileRepository {
  /// All that a comparison must leave alone: each path outside of the folders of builds and
  /// results, with what is there.
  ///
  /// Of git's own folder: refs, index, HEAD, stash and configuration. Git may add objects to it,
  /// and the tool's worktree.
  func state() throws -> [String: String] {
    var state: [String: String] = [:]
    let own = ["main ü/\(prefix).build/framegate", "main ü/\(prefix)results"]
    let files = FileManager.default
    for path in try files.subpathsOfDirectory(atPath: folder.url.path) {
      guard !own.contains(where: { path == $0 || path.hasPrefix("\($0)/") }),
        path != "programs", !path.hasPrefix("programs/"),
        !path.hasPrefix("main ü/.git/objects/"), !path.hasPrefix("main ü/.git/worktrees"),
        path != "main ü/\(prefix).build"
      else { continue }
      state[path] = try content(folder.url.appending(path: path))
    }
    return state
  }

  private func content(_ url: URL) throws -> String {
    let files = FileManager.default
    let attributes = try files.attributesOfItem(atPath: url.path)
    switch attributes[.type] as? FileAttributeType {
    case .typeSymbolicLink: return "-> \(try files.destinationOfSymbolicLink(atPath: url.path))"
    case .typeDirectory: return "folder"
    default:
      var hash = StableHash()
      try Data(contentsOf: url).withUnsafeBytes { hash.combine($0) }
      return "\(hash.digits) \(attributes[.posixPermissions] ?? 0)"
    }
  }
}
