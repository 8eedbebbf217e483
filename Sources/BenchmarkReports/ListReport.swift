package import BenchmarkModel
import BenchmarkResults
package import ReportText

/// A report on the benchmarks and scenarios that can be run.
package struct ListReport: Encodable {
  /// A benchmark, or a scenario on one variant.
  package struct Entry: Hashable, Encodable, Sendable {
    package let name: String
    package let kind: BenchmarkKind
    package let variant: Variant?

    /// Nil if it has no tags.
    package let tags: [String]?

    /// Its size in words, such as `1 024 operations` or `500 ms`; not part of the JSON.
    package let size: String

    package init(
      name: String, kind: BenchmarkKind, variant: Variant?, tags: [String] = [], size: String
    ) {
      self.tags = tags.isEmpty ? nil : tags
      self.name = name
      self.kind = kind
      self.variant = variant
      self.size = size
    }

    private enum CodingKeys: String, CodingKey { case name, kind, variant, tags }
  }

  let entries: [Entry]

  package init(_ entries: [Entry]) { self.entries = entries }

  /// Written as an array of `{name, kind, variant, tags}`; absent members are left out.
  package func encode(to encoder: any Encoder) throws { try entries.encode(to: encoder) }
}

extension ListReport {
  package func text(_ style: ReportStyle = .plain) -> TerminalText {
    let hasVariants = entries.contains { $0.variant != nil }
    let hasTags = entries.contains { $0.tags != nil }
    var columns = TableColumns<Entry>()
    columns.text("name") { $0.name }
    columns.text("kind") { $0.kind.rawValue }
    if hasVariants { columns.text("variant") { $0.variant?.rawValue } }
    if hasTags { columns.text("tags") { $0.tags?.joined(separator: ", ") } }
    columns.text("size") { $0.size }
    return columns.table(entries).text(style)
  }
}
