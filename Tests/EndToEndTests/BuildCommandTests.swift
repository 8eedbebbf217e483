import Foundation
import TestSupport
import Testing

/// Revisions that a command builds, in a repository without a package.
@Suite("Revisions built by a command")
struct BuildCommandTests {
  private static let clients = Checkout.url("Clients")

  private static let tool = Tool.alone

  private static let build = ["--build", "sh build.sh", "--worker", "out/demo"]

  /// A program in C that allocates more from the commit `slower` on, between comments.
  private static func repository() async throws -> TemporaryPackage {
    let package = try TemporaryPackage()
    let program = """
      #define FRAMEGATE_MAIN
      #include "framegate.h"
      #include <stdlib.h>
      static void *volatile block;
      static void mix(void *input) {
        for (int i = 0; i < 10; i++) {
          block = malloc(100);
          free(block);
        }
      }
      int main(int argc, char **argv) {
        framegate_add_benchmark("loop.mix", mix);
        return framegate_main(argc, argv);
      }

      """
    try package.write(program, to: "program.c")
    try package.write(
      "mkdir -p out && cc -O2 -g -I'\(clients.path)/C' program.c -o out/demo\n", to: "build.sh")
    try package.write("out/\n.build/\nresults/\n", to: ".gitignore")
    try FileManager.default.removeItem(at: package.folder.appending(path: "Package.swift"))
    let script = """
      set -e
      git init -q -b main .
      commit() { git add -A && git commit -q -m "$1"; }
      commit first
      echo '// one' >>program.c && commit 'a comment'
      sed -i.old 's/10;/15;/' program.c && rm program.c.old && commit slower
      echo '// two' >>program.c && commit 'another comment'
      """
    let made = try await Tool(path: "/bin/sh").run(["-c", script], in: package.folder)
    try #require(made.code == 0, "\(made.error)")
    return package
  }

  @Test(
    "A comparison builds both, and equal code is not measured",
    .enabled(if: Machine.countsAllocations))
  func comparison() async throws {
    let repository = try await Self.repository()

    let slower = try await Self.tool.run(
      ["compare", "HEAD~2", "--metric", "mallocCountTotal"] + Self.build,
      in: repository.folder)
    let same = try await Self.tool.run(
      ["compare", "HEAD~1", "HEAD"] + Self.build, in: repository.folder)
    let run = try await Self.tool.run(
      ["run", "--quick", "--metric", "wallClock"] + Self.build, in: repository.folder)

    #expect(slower.code == 2, "\(slower.output)\(slower.error)")
    #expect(slower.output.contains("Regressed: 1 of 1 comparison regressed."), "\(slower.output)")
    #expect(same.code == 0 && same.output.contains("built to the same code"), "\(same.output)")
    #expect(run.code == 0 && run.output.contains("loop.mix"), "\(run.output)\(run.error)")
    let status = try await Tool(path: "/bin/sh").run(
      ["-c", "git status --short; ls out 2>&1"], in: repository.folder)
    #expect(!status.output.contains("program.c"), "\(status.output)")
  }

  @Test("Equal executables that have other resources or libraries are measured")
  func resources() async throws {
    let repository = try await Self.repository()
    let change = try await Tool(path: "/bin/sh").run(
      [
        "-c",
        """
        set -e
        echo 'mkdir -p out/demo.resources && echo 1 >out/demo.resources/value' >>build.sh
        git add -A && git commit -q -m one
        sed -i.old 's/echo 1/echo 2/' build.sh && rm build.sh.old
        git add -A && git commit -q -m two
        """,
      ], in: repository.folder)
    try #require(change.code == 0, "\(change.error)")
    let brief = ["--metric", "mallocCountTotal"] + Self.build

    let changed = try await Self.tool.run(
      ["compare", "HEAD~1", "HEAD"] + brief, in: repository.folder)
    let same = try await Self.tool.run(
      ["compare", "HEAD~2", "HEAD~3"] + brief, in: repository.folder)

    #expect(changed.code == 0, "\(changed.output)\(changed.error)")
    #expect(!changed.output.contains("built to the same code"), "\(changed.output)")
    #expect(same.output.contains("built to the same code"), "\(same.output)")
  }

  @Test("A library in the folder that revisions share is refused, with what to do")
  func sharedLibraries() async throws {
    let repository = try await Self.repository()
    try repository.write(
      """
      set -e
      mkdir -p out
      echo 'int f(void) { return 1; }' >out/f.c
      cc -shared -fPIC out/f.c -o out/libf.so
      cc -O2 -I'\(Self.clients.path)/C' program.c -o out/demo out/libf.so -Wl,-rpath,"$PWD/out"

      """, to: "build.sh")
    let commit = try await Tool(path: "/bin/sh").run(
      ["-c", "git add -A && git commit -q -m library"], in: repository.folder)
    try #require(commit.code == 0, "\(commit.error)")

    let run = try await Self.tool.run(
      ["compare", "HEAD", "HEAD~1"] + Self.build, in: repository.folder)

    #expect(run.code == 1, "\(run.output)\(run.error)")
    #expect(run.error.contains("Link them statically"), "\(run.error)")
  }

  @Test("The commit that allocates more is found", .enabled(if: Machine.countsAllocations))
  func history() async throws {
    let repository = try await Self.repository()

    let trend = try await Self.tool.run(
      ["trend", "HEAD~3..HEAD", "--metric", "mallocCountTotal"] + Self.build, in: repository.folder)
    let bisect = try await Self.tool.run(
      ["bisect", "HEAD~3", "--metric", "mallocCountTotal"] + Self.build, in: repository.folder)

    #expect(trend.code == 0, "\(trend.output)\(trend.error)")
    #expect(trend.output.contains("(slower)"), "\(trend.output)")
    #expect(bisect.output.contains("slower"), "\(bisect.output)\(bisect.error)")
  }

  @Test("A quiet command is quiet while it builds the working tree, too")
  func quiet() async throws {
    let repository = try await Self.repository()

    let quiet = try await Self.tool.run(["list", "--quiet"] + Self.build, in: repository.folder)
    try repository.write("other", to: "changed")
    let told = try await Self.tool.run(["list"] + Self.build, in: repository.folder)

    #expect(quiet.code == 0 && quiet.error.isEmpty, "\(quiet.error)")
    #expect(told.error.contains("Building the working tree"), "\(told.error)")
    #expect(quiet.output == told.output)
  }

  @Test("A build that fails shows its output, and one that makes nothing says so")
  func failures() async throws {
    let repository = try await Self.repository()
    try repository.write("echo 'program.c:3:1: error: no luck'; exit 1\n", to: "build.sh")

    let fails = try await Self.tool.run(["list"] + Self.build, in: repository.folder)
    let nothing = try await Self.tool.run(
      ["compare", "HEAD~2", "--build", "true", "--worker", "out/demo"], in: repository.folder)
    let usage = try await Self.tool.run(["list", "--build", "true"], in: repository.folder)

    #expect(fails.code == 1)
    #expect(fails.error.contains("program.c:3:1: error: no luck\n"), "\(fails.error)")
    #expect(nothing.code == 1)
    #expect(
      nothing.error.contains("'true' made no executable file 'out/demo'"), "\(nothing.error)")
    #expect(usage.code == 64 && usage.error.contains("Add it, such as '--worker build/demo'."))
  }
}
