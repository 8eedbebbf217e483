import BenchmarkResults
package import Foundation

/// Written as `{baseline, candidate, verdict, warnings, entries, explanations}`; the last only when
/// somebody asked.
extension CompareReport: Encodable {
  private enum CodingKeys: String, CodingKey {
    case baseline, candidate, verdict, warnings, entries, explanations
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(baseline, forKey: .baseline)
    try container.encode(candidate, forKey: .candidate)
    try container.encode(comparison.outcome, forKey: .verdict)
    try container.encode(comparison.warnings, forKey: .warnings)
    try container.encode(comparison.entries, forKey: .entries)
    try container.encodeIfPresent(explanations, forKey: .explanations)
  }

  /// The comparison as JSON, ending in a newline.
  ///
  /// - Returns: UTF-8 text.
  /// - Throws: When a number is NaN or infinite, which no comparison of checked files has.
  package func json() throws -> Data {
    try ReportJSON.encode(self)
  }
}
