import ArgumentParser
import BenchmarkReports
import BenchmarkResults
import BenchmarkRunner
import FrameTiming

struct DrawingOptions: ParsableArguments {
  @Option(
    help: .value(
      "chart",
      """
      Draw this chart with '--format svg'. Without it: the frames of a scenario, else the benchmarks.
      """))
  var chart: ChartKind?

  @OptionGroup var names: FilterOptions

  @Option(help: "Fix the colors of pages and pictures, or follow the reader's system.")
  var theme: PageTheme = .auto

  var drawing: Drawing {
    Drawing(chart: chart, filter: names.filter.compactMap { try? $0.value }, theme: theme)
  }
}

/// Which picture is drawn, and in which colors.
struct Drawing {
  /// Nil for the frames of a scenario, or the benchmarks without any.
  var chart: ChartKind?

  /// Choose among charts; empty for the worst.
  var filter: [NamePattern] = []
  var theme = PageTheme.auto

  /// Whether a chart with this name may be drawn; a pattern that takes too long matches nothing.
  func matches(_ name: String) -> Bool {
    filter.isEmpty || (try? filter.matches(in: [name]))?.contains(name) ?? false
  }

  /// Whether a chart of a scenario at one of its rates may be drawn.
  func matches(anyRateOf name: String, in file: ResultFile) -> Bool {
    file.benchmark(named: name)?.frames.contains { matches("\(name) at \($0.rate)") } ?? false
  }
}

extension ChartKind: ExpressibleByArgument {}

extension PageTheme: ExpressibleByArgument {}
