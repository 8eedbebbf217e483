import Foundation
import TestSupport
import Testing

@Suite("Reports on stored results, end to end")
struct ReportTests {
  /// A package with a stored result called `base`.
  private func package() async throws -> TemporaryPackage {
    let package = try TemporaryPackage()
    let run = try await Tool.misbehaving.run(
      [
        "run", "--filter", "good|bad.budget", "--quick", "--allow-debug-build", "--save", "base",
        "--quiet", "--also", "csv=run.csv", "--also", "html=run.html", "--also", "svg=run.svg",
      ], in: package.folder)
    #expect(run.code == 0, "\(run.error)")
    return package
  }

  private func text(_ file: String, in package: TemporaryPackage) throws -> String {
    try String(contentsOf: package.folder.appending(path: file), encoding: .utf8)
  }

  @Test("A result is a name, a file, standard input, or the newest run")
  func operands() async throws {
    let package = try await package()
    let tool = Tool.misbehaving.path

    let named = try await Tool.misbehaving.run(
      ["report", "base", "--format", "csv"], in: package.folder)
    let newest = try await Tool.misbehaving.run(["report", "--format", "csv"], in: package.folder)
    let piped = try await Tool(path: "/bin/sh").run(
      ["-c", "cat results/baselines/base.json | '\(tool)' report - --format csv"],
      in: package.folder)
    let missing = try await Tool.misbehaving.run(["report", "nothing"], in: package.folder)

    #expect(named.code == 0, "\(named.error)")
    #expect(named.output == newest.output && named.output == piped.output)
    #expect(named.output == (try text("run.csv", in: package)))
    #expect(missing.code == 5)
  }

  @Test("The file's extension chooses the format, unless an option does; two results are compared")
  func formats() async throws {
    let package = try await package()

    for (arguments, file, start) in [
      (["--path", "a.csv"], "a.csv", "side,benchmark"), (["--path", "a.md"], "a.md", "**Failed."),
      (["--path", "a.xml"], "a.xml", "<?xml"),
      (["base", "--path", "c.json", "--format", "bmf"], "c.json", "{"),
      (["base", "--path", "t.json", "--format", "trace"], "t.json", "{\"displayTimeUnit\":\"ns\""),
      (["base", "--path", "b.json", "--also", "openmetrics=m.prom"], "b.json", "{"),
    ] {
      let operand = arguments.first == "base" ? [] : ["base"]
      let run = try await Tool.misbehaving.run(
        ["report"] + operand + arguments, in: package.folder)
      #expect(run.code == 0, "\(run.error)")
      #expect(run.output.isEmpty)
      #expect(try text(file, in: package).hasPrefix(start))
    }
    #expect(try text("m.prom", in: package).hasSuffix("# EOF\n"))

    #expect(try text("run.html", in: package).hasPrefix("<!DOCTYPE html>"))
    #expect(try text("run.svg", in: package).hasPrefix("\n<svg"))

    for (arguments, file, start) in [
      (["report", "base", "base", "--path", "a.html"], "a.html", "<!DOCTYPE html>"),
      (["report", "base", "--path", "a.svg", "--filter", "120"], "a.svg", "\n<svg"),
      (["compare", "base", "base", "--also", "html=b.html"], "b.html", "<!DOCTYPE html>"),
      (["check", "--result", "base", "--also", "html=c.html"], "c.html", "<!DOCTYPE html>"),
    ] {
      _ = try await Tool.misbehaving.run(arguments, in: package.folder)
      #expect(try text(file, in: package).hasPrefix(start))
    }
    let nothing = try await Tool.misbehaving.run(
      ["report", "base", "--format", "svg", "--filter", "none"], in: package.folder)
    #expect(nothing.code == 64 && nothing.error.contains("--filter"), "\(nothing.error)")

    let two = try await Tool.misbehaving.run(
      ["report", "base", "base", "--format", "csv"], in: package.folder)
    #expect(two.code == 0, "\(two.error)")
    #expect(two.output.contains("\"candidate\",\"good.empty\""))
    #expect(two.output.contains("\"unchanged\""))
  }

  @Test("What other steps wrote to the step summary stays; any other file is replaced")
  func stepSummary() async throws {
    let package = try await package()
    for file in ["summary.md", "other.md"] { try package.write("first\n", to: file) }
    let environment = ["GITHUB_STEP_SUMMARY": package.folder.appending(path: "summary.md").path]

    let run = try await Tool.misbehaving.run(
      ["report", "base", "--path", "summary.md", "--also", "markdown=other.md"],
      in: package.folder, environment: environment)

    #expect(run.code == 0, "\(run.error)")
    #expect(try text("summary.md", in: package).hasPrefix("first\n**Failed."))
    #expect(try text("other.md", in: package).hasPrefix("**Failed."))
  }

  @Test("Pages of every command play the film, and say where the time of a frame goes")
  func films() async throws {
    let package = try TemporaryPackage()
    let options = [
      "--filter", "^transition.cartFold.present$", "--rate", "60", "--scene", "none", "--layers",
      "8", "--allow-debug-build", "--quiet",
    ]

    let run = try await Tool.framegate.run(
      ["run"] + options + ["--save", "base", "--also", "html=run.html", "--also", "trace=t.json"],
      in: package.folder)
    #expect(run.code == 0, "\(run.error)")
    #expect(run.output.contains("Where the time of a frame goes"))
    #expect(try text("t.json", in: package).contains("\"name\":\"animations\""))
    for arguments in [
      ["check", "--result", "base", "--also", "html=check.html"],
      ["compare", "base", "base", "--also", "html=compare.html"],
      ["report", "base", "base", "--path", "report.html"],
    ] {
      _ = try await Tool.framegate.run(arguments, in: package.folder)
    }

    for (file, stages) in [("run", 1), ("check", 1), ("compare", 2), ("report", 2)] {
      let page = try text("\(file).html", in: package)
      #expect(page.contains("class=\"player\""), "\(file)")
      #expect(page.matches(of: /"label":"/).count == stages, "\(file)")
    }
  }

  @Test("Without a run there is nothing to report")
  func noRun() async throws {
    let package = try TemporaryPackage()

    let run = try await Tool.misbehaving.run(["report"], in: package.folder)

    #expect(run.code == 5)
    #expect(run.error.contains("name a result file"), "\(run.error)")
  }
}
