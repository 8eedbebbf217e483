package import Foundation

extension Date {
  /// The date as `2026-09-21 13:33:20 UTC`.
  package var reportText: String {
    formatted(.iso8601.dateTimeSeparator(.space)).replacing("Z", with: " UTC")
  }
}
