/// Numbers and lists in sentences.
package enum Words {
  /// `1 benchmark`, `2 benchmarks`.
  package static func count(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  /// `60`, `60 and 120`, `60, 90 and 120`.
  package static func list(_ items: [String]) -> String {
    guard items.count > 1, let last = items.last else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " and " + last
  }
}
