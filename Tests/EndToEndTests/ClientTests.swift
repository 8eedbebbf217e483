import Foundation
import TestSupport
import Testing

/// Programs in other languages, which speak the protocol by the files in `Clients`.
@Suite("Programs in other languages")
struct ClientTests {
  /// The clients of this repository.
  private static let clients = Checkout.url("Clients")

  private static let tool = Tool.alone

  /// What a quick run stores about how framegate.h makes frames cold.
  private static let cooling =
    #""cooling":{"method":"flushCaches","repetitions":1,"sleepNs":250000}"#

  /// A loop of `ROUNDS` steps whose result does not depend on them, one that allocates, and a
  /// scenario whose frame 10 takes `LATE` of thread CPU time.
  private static let program = """
    #define FRAMEGATE_MAIN
    #include "framegate.h"
    #include <locale.h>
    #include <math.h>
    #include <stdlib.h>
    #include <time.h>
    static volatile int seed = 1;
    __attribute__((noinline)) static void mix(void *input) {
      uint64_t state = (uint64_t)seed;
      for (int i = 0; i < ROUNDS; i++) state = state * 6364136223846793005u + 1;
      framegate_use_number(state != 0);
    }
    static void *volatile block;
    static void allocate(void *input) {
      for (int i = 0; i < 3; i++) {
        block = malloc(100);
        free(block);
      }
    }
    static void *build(const framegate_parameters *parameters) { return calloc(1, sizeof(double)); }
    static void render(void *scene, const framegate_frame *frame) {
      struct timespec start, now;
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start);
      do clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
      while (frame->index == 10 && (now.tv_sec - start.tv_sec) * 1e9 + now.tv_nsec - start.tv_nsec < LATE);
      framegate_use_number(frame->time + SHIFT);
    }
    int main(int argc, char **argv) {
      framegate_add_benchmark("loop.mix", mix)->operations = 10;
      framegate_add_benchmark("loop.allocate", allocate);
      framegate_entry *scroll = framegate_add_scenario("list.scroll", 0.25, build, render);
      scroll->budgets = "noDroppedFrames@60";
      scroll->tear_down = free;
      EXTRA
      return framegate_main(argc, argv);
    }

    """

  /// Compiles a program with the system's compiler, which warns of nothing.
  @discardableResult
  private static func compile(
    _ source: String, to name: String, with compiler: String = "cc -std=c99 -O2 -g",
    defining values: [String: String] = [:], in package: TemporaryPackage
  ) async throws -> Tool {
    let values = ["ROUNDS": "1000", "LATE": "0", "SHIFT": "0", "EXTRA": ""].merging(values) { $1 }
    let defines = values.sorted { $0.key < $1.key }.map { "'-D\($0.key)=\($0.value)'" }
    let words =
      [compiler, "-Wall -Wextra -Werror -Wno-unused-parameter"] + defines + [
        "-I'\(clients.path)/C' '\(source)' -o '\(name)' -lm"
      ]
    let build = try await Tool(path: "/bin/sh").run(
      ["-c", words.joined(separator: " ")], in: package.folder)
    try #require(build.code == 0, "\(build.error)")
    return Tool(path: package.folder.appending(path: name).path)
  }

  @discardableResult
  private static func compileProgram(
    to name: String = "demo", with compiler: String = "cc -std=c99 -O2 -g",
    defining values: [String: String] = [:], in package: TemporaryPackage
  ) async throws -> Tool {
    try package.write(program, to: "program.c")
    return try await compile(
      "program.c", to: name, with: compiler, defining: values, in: package)
  }

  @Test(
    "Both examples compile without warnings, and are listed, measured and judged",
    arguments: [
      ("demo.c", "cc -std=c99 -pedantic -O2 -g", "demo.sum", "demo.burst"),
      ("layout.cpp", "c++ -std=c++11 -pedantic -O2 -g", "demo.join", "demo.layout"),
    ])
  func examples(file: String, compiler: String, benchmark: String, scenario: String) async throws {
    let package = try TemporaryPackage()
    let demo = try await Self.compile(
      Self.clients.appending(path: "C/\(file)").path, to: "demo", with: compiler, in: package)

    let list = try await Self.tool.run(["list", "--worker", demo.path], in: package.folder)
    let run = try await Self.tool.run(
      ["run", "--quick", "--worker", demo.path, "--paced", "--seconds", "0.2"],
      in: package.folder)
    let alone = try await demo.run([], in: package.folder)

    #expect(list.code == 0 && list.output.contains(benchmark), "\(list.error)")
    #expect(run.code == 0, "\(run.output)\(run.error)")
    #expect(run.output.contains("Scenarios, driven by a timer"))
    #expect(alone.output == "\(benchmark)\n\(scenario)\n")
  }

  @Test(
    "The example in Rust is built as its page says, listed, measured and judged",
    .enabled(if: Machine.has("rustc"), "there is no rustc"))
  func rust() async throws {
    let package = try TemporaryPackage()
    let build = try await Tool(path: "/bin/sh").run(
      [
        "-c",
        """
        set -e; cp -R '\(Self.clients.path)/C' '\(Self.clients.path)/Rust' . && cd Rust
        cc -O2 -g -DFRAMEGATE_MAIN -c -x c ../C/framegate.h -o framegate.o
        rustc -O -g -C link-arg=framegate.o demo.rs
        """,
      ], in: package.folder)
    try #require(build.code == 0, "\(build.error)")
    let demo = Tool(path: package.folder.appending(path: "Rust/demo").path)

    let alone = try await demo.run([], in: package.folder)
    let run = try await demo.run(["run", "--quick", "--also", "json=r.json"], in: package.folder)
    let check = try await demo.run(["check", "--quick"], in: package.folder)

    #expect(alone.output.split(separator: "\n").count == 2, "\(alone.output)")
    #expect(run.code == 0, "\(run.output)\(run.error)")
    #expect([0, 2].contains(check.code), "\(check.output)\(check.error)")
    let result = try String(contentsOf: package.folder.appending(path: "r.json"), encoding: .utf8)
    #expect(result.contains(Self.cooling) == Machine.emptiesCaches, "\(result)")
  }

  @Test("A late frame breaks its budget, and the program hands the command over to the tool")
  func budget() async throws {
    let package = try TemporaryPackage()
    let demo = try await Self.compileProgram(defining: ["LATE": "2e7"], in: package)

    let check = try await demo.run(
      ["check", "--quick", "--filter", "scroll", "--also", "html=page.html"], in: package.folder)

    #expect(check.code == 2, "\(check.output)\(check.error)")
    #expect(check.output.contains("late frame 10"), "\(check.output)")
    let page = try String(contentsOf: package.folder.appending(path: "page.html"), encoding: .utf8)
    #expect(page.contains("list.scroll"))
    let views = try await demo.run(["inspect", "list.scroll"], in: package.folder)
    #expect(views.code == 3)
    #expect(views.error.contains("has no views, so there are no pictures of it"), "\(views.error)")
    let film = try await demo.run(
      ["report", "--format", "svg", "--chart", "filmstrip"], in: package.folder)
    #expect(film.code == 64)
    #expect(
      film.error.contains("There is no film of 'list.scroll': This scenario has no views"),
      "\(film.error)")
  }

  @Test("A scenario that is stated in sixtieths of a second has as many frames at 60 Hz")
  func sixtieths() async throws {
    let package = try TemporaryPackage()
    let extra = """
      framegate_add_scenario("part.ten", 10 / 60.0, build, render);\
      framegate_add_scenario("part.forty", 40 / 60.0, build, render);
      """
    let demo = try await Self.compileProgram(defining: ["EXTRA": extra], in: package)

    let run = try await demo.run(
      [
        "run", "--quick", "--warm", "--rate", "60", "--filter", "part", "--paced", "--seconds",
        "0.2", "--save", "all",
      ], in: package.folder)

    #expect(run.code == 0, "\(run.error)")
    let measured = try JSONPart(contentsOf: package.baseline("all")).benchmarks.elements
    let counts = try measured.map { try $0.frames[0].warmNs.read([Int64].self).count }
    #expect(counts == [10, 40])
  }

  @Test("Frames are measured with cold caches", .enabled(if: Machine.emptiesCaches))
  func cold() async throws {
    let package = try TemporaryPackage()
    let demo = try await Self.compileProgram(in: package)

    let run = try await demo.run(
      ["run", "--quick", "--filter", "scroll", "--format", "json"], in: package.folder)

    #expect(run.code == 0, "\(run.error)")
    #expect(run.output.contains(Self.cooling), "\(run.output)")
    #expect(!run.output.contains(#""reference":{"#))
  }

  @Test("Two executables are compared: a slower loop, equal code, and another result")
  func comparison() async throws {
    let package = try TemporaryPackage()
    try await Self.compileProgram(to: "old", in: package)
    try await Self.compileProgram(to: "same", in: package)
    try await Self.compileProgram(to: "new", defining: ["ROUNDS": "1500"], in: package)
    try await Self.compileProgram(to: "other", defining: ["SHIFT": "1"], in: package)
    let brief = ["--time", "5", "--warm", "--metric", "cpuTotal"]

    let slower = try await Self.tool.run(
      ["compare", "./old", "./new", "--filter", "mix"] + brief, in: package.folder)
    let same = try await Self.tool.run(["compare", "./old", "./same"], in: package.folder)
    let differs = try await Self.tool.run(
      ["compare", "./old", "./other", "--filter", "scroll"] + brief, in: package.folder)

    #expect(slower.code == 2, "\(slower.output)\(slower.error)")
    #expect(slower.output.contains("Regressed: 1 of 1 comparison regressed."), "\(slower.output)")
    #expect(slower.output.contains("Baseline:  ./old ("))
    #expect(same.code == 0 && same.output.contains("built to the same code"), "\(same.output)")
    #expect(differs.code == 2, "\(differs.output)\(differs.error)")
    #expect(differs.output.contains("first frame 0, value 1:"), "\(differs.output)")
  }

  @Test("Allocations are counted exactly", .enabled(if: Machine.countsAllocations))
  func allocations() async throws {
    let package = try TemporaryPackage()
    let demo = try await Self.compileProgram(in: package)

    let run = try await demo.run(
      [
        "run", "--filter", "allocate", "--metric", "mallocCountTotal,mallocBytesCount", "--format",
        "csv",
      ], in: package.folder)

    #expect(run.code == 0, "\(run.error)")
    #expect(run.output.contains("\"mallocCountTotal\",\"count/op\",3,"), "\(run.output)")
  }

  @Test(
    "Instructions are counted, and '--explain' names the function that grew",
    .enabled(if: Machine.has("valgrind")))
  func instructions() async throws {
    let package = try TemporaryPackage()
    try await Self.compileProgram(to: "old", in: package)
    try await Self.compileProgram(to: "new", defining: ["ROUNDS": "1030"], in: package)

    let compare = try await Self.tool.run(
      ["compare", "./old", "./new", "--metric", "instructions", "--explain"], in: package.folder)

    #expect(compare.code == 2, "\(compare.output)\(compare.error)")
    let changed = compare.output.split(separator: "\n").filter { $0.hasSuffix(" regressed") }
    #expect(changed.count == 1 && changed[0].hasPrefix("loop.mix "), "\(compare.output)")
    #expect(compare.output.contains(#/\nmix +program\.c:[0-9]+ /#), "\(compare.output)")
  }

  @Test("What is registered wrongly fails with what to do, and the rest is measured")
  func problems() async throws {
    let package = try TemporaryPackage()
    let extra = """
      framegate_add_benchmark("loop.mix", mix);\
      framegate_add_scenario("list.backwards", -1, build, render);\
      framegate_add_scenario("list.instant", 1e-10, build, render);\
      framegate_add_benchmark("loop.vague", mix)->tolerance = NAN;
      """
    let demo = try await Self.compileProgram(defining: ["EXTRA": extra], in: package)

    let run = try await demo.run(
      ["run", "--quick", "--metric", "wallClock", "--filter", "mix"], in: package.folder)

    #expect(run.code == 3, "\(run.output)\(run.error)")
    #expect(run.error.contains("Another one has its name. Give it a new one."), "\(run.error)")
    let beyond = run.error.split(separator: "\n").filter {
      $0.contains("Its seconds are not from 1e-9 to 3600.")
    }
    #expect(beyond.count == 2, "\(run.error)")
    #expect(run.error.contains("Its tolerance is not a number from 0."), "\(run.error)")
    #expect(run.output.contains("loop.mix"))

    let shard = try await demo.run(
      ["run", "--quick", "--metric", "wallClock", "--filter", "mix", "--shard", "1/1"],
      in: package.folder)
    #expect(shard.code == 3, "\(shard.error)")
    let shards = package.folder.appending(path: "results/shards")
    let merged = try await Self.tool.run(
      ["merge"]
        + FileManager.default.contentsOfDirectory(atPath: shards.path)
        .map { shards.appending(path: $0).path },
      in: package.folder)
    #expect(merged.code == 3, "\(merged.output)\(merged.error)")
    #expect(merged.error.contains("Give it a new one."), "\(merged.error)")
  }

  @Test("A budget that is none is quoted, with how to write one")
  func mistakenBudget() async throws {
    let package = try TemporaryPackage()
    let demo = try await Self.compileProgram(
      defining: ["EXTRA": #"scroll->budgets = "noDropedFrames@60";"#], in: package)

    let check = try await demo.run(["check"], in: package.folder)

    #expect(check.code == 3, "\(check.output)")
    #expect(
      check.error.contains(
        "'noDropedFrames@60' is not a frame budget: there is no limit called 'noDropedFrames'."),
      "\(check.error)")
  }

  @Test(
    "A program that chose a locale with a decimal comma is measured, and its numbers compared",
    .enabled(if: Machine.makesGermanLocale, "the system has nothing to make such a locale of"))
  func decimalComma() async throws {
    let package = try TemporaryPackage()
    let locales = try await Tool(path: "/bin/sh").run(
      ["-c", "localedef -i de_DE -f UTF-8 ./de_DE.UTF-8"], in: package.folder)
    try #require(locales.code == 0, "\(locales.error)")
    let extra = """
      if (!setlocale(LC_ALL, "") || strtod("0,5", NULL) != 0.5) return 9;\
      scroll->tolerance = 0.5;
      """
    for (name, shift) in [("old", "0"), ("new", "0.1")] {
      try await Self.compileProgram(
        to: name, defining: ["EXTRA": extra, "SHIFT": shift], in: package)
    }

    let compare = try await Self.tool.run(
      ["compare", "./old", "./new", "--filter", "scroll", "--time", "1", "--warm"],
      in: package.folder,
      environment: ["LOCPATH": package.folder.path, "LC_ALL": "de_DE.UTF-8"])

    #expect([0, 2].contains(compare.code), "\(compare.output)\(compare.error)")
    #expect(compare.output.contains("\nlist.scroll  work"), "\(compare.output)")
    #expect(!compare.output.contains("differ"), "\(compare.output)")
  }

  @Test("A build without optimization and another protocol are refused")
  func refusals() async throws {
    let package = try TemporaryPackage()
    let slow = try await Self.compileProgram(to: "slow", with: "cc -O0", in: package)
    let header = try String(
      contentsOf: Self.clients.appending(path: "C/framegate.h"), encoding: .utf8)
    let next = header.replacing(#"{\"protocol\":1"#, with: #"{\"protocol\":2"#)
    try #require(next != header)
    try package.write(next, to: "framegate.h")
    let newer = try await Self.compileProgram(to: "newer", in: package)

    let debug = try await slow.run(["run", "--quick"], in: package.folder)
    let other = try await newer.run(["list"], in: package.folder)

    #expect(debug.code == 1 && debug.error.contains("in C, with '-O2'"), "\(debug.error)")
    #expect(other.code == 1, "\(other.output)")
    #expect(other.error.contains("speaks protocol 2, and this tool only 1."), "\(other.error)")
  }

  @Test(
    "A client in Python, written from the protocol alone, is measured and compared",
    .enabled(if: Machine.has("python3")))
  func python() async throws {
    let package = try TemporaryPackage()
    let demo = Tool(path: Self.clients.appending(path: "Python/demo.py").path)
    let source = try String(contentsOf: URL(filePath: demo.path), encoding: .utf8)
    let library = try String(
      contentsOf: Self.clients.appending(path: "Python/framegate.py"), encoding: .utf8)
    try package.write(library, to: "framegate.py")
    try package.write(
      source.replacing("in range(1_000))", with: "in range(2_000))"), to: "new.py")
    try package.executable("new.py")

    let check = try await demo.run(["check"], in: package.folder)
    let run = try await demo.run(["run", "--quick", "--format", "json"], in: package.folder)
    let compare = try await Self.tool.run(
      ["compare", demo.path, "./new.py", "--time", "1"], in: package.folder)

    #expect(check.code == 0, "\(check.output)\(check.error)")
    #expect(run.code == 0 && run.output.contains(#""name":"demo.sum""#), "\(run.error)")
    #expect(run.output.contains(#""warmNs":["#) && !run.output.contains(#""cooling""#))
    #expect(compare.code == 2, "\(compare.output)\(compare.error)")
    #expect(compare.output.contains("answers differ, first iteration 1"), "\(compare.output)")
    #expect(
      compare.output.contains("\ndemo.scroll  work")
        && !compare.output.contains(#/\ndemo\.scroll .* differs/#), "\(compare.output)")
  }
}
