package import BenchmarkModel
import BenchmarkResults
package import Foundation
package import ReportText

/// What there is to run.
package struct ListReport: Encodable {
  /// A benchmark, or a scenario on one variant.
  package struct Entry: Hashable, Encodable, Sendable {
    package let name: String
    package let kind: BenchmarkKind
    package let variant: Variant?

    /// Nil without any.
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

    private enum CodingKeys: String, CodingKey {
      case name, kind, variant, tags
    }
  }

  let entries: [Entry]

  package init(_ entries: [Entry]) {
    self.entries = entries
  }

  /// Written as an array of `{name, kind, variant, tags}`, without what there is not.
  package func encode(to encoder: any Encoder) throws {
    try entries.encode(to: encoder)
  }
}

extension ListReport {
  package func text(_ style: ReportStyle = .plain) -> TerminalText {
    let hasVariants = entries.contains { $0.variant != nil }
    let hasTags = entries.contains { $0.tags != nil }
    var table = Table(
      [.text("name"), .text("kind")] + (hasVariants ? [.text("variant")] : [])
        + (hasTags ? [.text("tags")] : []) + [.text("size")])
    for entry in entries {
      let variant = hasVariants ? [entry.variant?.rawValue ?? ""] : []
      table.add(
        ([entry.name, entry.kind.rawValue] + variant
          + (hasTags ? [(entry.tags ?? []).joined(separator: ", ")] : []) + [entry.size])
          .map { Table.Cell($0) })
    }
    return table.text(style)
  }

  /// The same as JSON, ending in a newline.
  package func json() throws -> Data {
    try PrettyJSON.encode(self)
  }
}
