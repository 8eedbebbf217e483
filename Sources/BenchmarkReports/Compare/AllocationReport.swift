import BenchmarkModel
package import BenchmarkResults
package import BenchmarkVerdicts
import ReportText

/// Which calls allocate in one benchmark, or allocate more or less than in a baseline, for people.
package enum AllocationReport {
  /// The maximum number of call sites shown; the others are added up.
  private static let shown = 20

  package static func section(
    _ benchmark: String, _ sites: Measured<AllocationSites>
  ) -> ExplainedSection {
    switch sites {
    case .value(let found):
      ExplainedSection(head: head(benchmark, found), table: table(found), rest: rest(found))
    case .unavailable(let reason):
      ExplainedSection(
        head: "\(benchmark): who allocates is not known: \(reason)", table: nil, rest: [])
    }
  }

  private static func head(_ benchmark: String, _ found: AllocationSites) -> String {
    let name = benchmark + (found.rate.map { " at \($0)" } ?? "")
    let count = NumberText.count(found.total.candidate)
    guard let baseline = found.total.baseline else {
      return """
        \(name) allocates \(count == "1" ? "once" : "\(count) times") per \(found.unit.rawValue)
        """
    }
    let change = found.total.change
    return """
      \(name): \(NumberText.count(baseline)) → \(count) allocations per \(found.unit.rawValue)\
      \(change == 0 ? "" : " (\(ExplanationReport.signed(change)))")
      """
  }

  private static func table(_ found: AllocationSites) -> Table? {
    guard !found.sites.isEmpty else { return nil }
    let shown = found.sites.prefix(Self.shown)
    let hasSources = shown.contains { $0.place.location != nil }
    let unit = found.unit.rawValue
    var columns = TableColumns<AllocationSites.Site>()
    columns.text("allocates in") { $0.place.function }
    if hasSources { columns.text("source") { $0.place.location.map(ExplanationReport.short) } }
    columns.text("through") { $0.callee }
    columns.text("called by") { site in
      site.callers.map { $0.location.map(ExplanationReport.short) ?? $0.function }
        .joined(separator: " < ")
    }
    if found.total.baseline == nil {
      columns.number("per \(unit)") { NumberText.count($0.count.candidate) }
    } else {
      columns.number("baseline") { $0.count.baseline.map(NumberText.count) }
      columns.number("candidate") { NumberText.count($0.count.candidate) }
      columns.number("change per \(unit)") { ExplanationReport.change($0.count.change) }
    }
    return columns.table(shown)
  }

  /// Sentences on what the table leaves out.
  private static func rest(_ found: AllocationSites) -> [String] {
    func text(_ count: AllocationSites.Count) -> String {
      count.baseline == nil
        ? NumberText.count(count.candidate) : ExplanationReport.signed(count.change)
    }
    var rest: [String] = []
    let others = found.sites.dropFirst(Self.shown)
    if let first = others.first?.count {
      let sum = others.dropFirst().reduce(first) { $0 + $1.count }
      rest.append("and \(text(sum)) in \(Words.count(others.count, "other place"))")
    }
    if found.unknown.change != 0 {
      rest.append(
        """
        \(text(found.unknown)) per \(found.unit.rawValue) outside of the program's functions, as on \
        threads of the system, or in functions without a name, as after 'strip'.
        """)
    } else if found.sites.isEmpty, found.total.baseline != nil {
      rest.append("No place allocates more or less often: the size of requests changed.")
    }
    return rest
  }
}
