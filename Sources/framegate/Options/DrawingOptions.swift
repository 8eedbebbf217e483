import ArgumentParser
import BenchmarkReports
import BenchmarkResults
import BenchmarkRunner
import FrameTiming

/// Which picture `report` draws, and of what.
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
    get throws {
      Drawing(chart: chart, filter: try names.filter.map { try $0.value }, theme: theme)
    }
  }
}

/// Which picture is drawn, and in which colors.
struct Drawing {
  /// The kind of chart; nil draws the frames of a scenario or, without scenarios, the benchmarks.
  var chart: ChartKind?

  /// The charts to choose from, by name; empty to choose the worst one.
  var filter: [NamePattern] = []
  var theme = PageTheme.auto

  /// Which of these charts may be drawn; all names are matched in one search.
  ///
  /// - Throws: `PatternError`.
  func charts(among names: [String]) throws -> Set<String> {
    filter.isEmpty ? Set(names) : try filter.matches(in: names)
  }

  /// The scenarios with at least one rate whose chart may be drawn.
  ///
  /// - Throws: `PatternError`.
  func scenarios(among names: [String], in file: ResultFile) throws -> [String] {
    func charts(of name: String) -> [String] {
      file.benchmark(named: name)?.frames.map { "\(name) at \($0.rate)" } ?? []
    }
    let chosen = try self.charts(among: names.flatMap(charts))
    return names.filter { !chosen.isDisjoint(with: charts(of: $0)) }
  }
}

extension ChartKind: ExpressibleByArgument {}

extension PageTheme: ExpressibleByArgument {}
