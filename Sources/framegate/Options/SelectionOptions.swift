import ArgumentParser
import BenchmarkRunner

/// Regular expressions that names must or must not match.
struct NameOptions: ParsableArguments {
  @OptionGroup var names: FilterOptions

  @Option(help: .value("regex", "Leave out benchmarks whose name matches (repeatable)."))
  var skip: [Checked<NamePattern>] = []

  @Option(help: "Select benchmarks with this tag (repeatable).")
  var tag: [String] = []

  @Option(help: .value("tag", "Leave out benchmarks with this tag (repeatable)."))
  var skipTag: [String] = []

  func validate() throws { for pattern in skip { _ = try pattern.value } }
}

/// Which benchmarks and scenarios a command takes.
struct SelectionOptions: ParsableArguments {
  @OptionGroup var names: NameOptions

  @Flag(help: "Also select benchmarks that do not run by default.")
  var all = false

  func selection() throws -> Selection { try Selection(names, all: all) }
}
