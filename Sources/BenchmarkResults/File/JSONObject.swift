import BenchmarkModel

/// A JSON object made of names and values; a name without a value is left out.
///
/// For JSON that is only written. What is read back is `Codable`.
package struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
  private var members: [(key: String, value: any Encodable)]

  /// Creates an object from names that are not known in advance.
  package init(_ members: [String: any Encodable]) {
    self.members = members.map { ($0.key, $0.value) }
  }

  package init(dictionaryLiteral members: (String, (any Encodable)?)...) {
    self.members = members.compactMap { key, value in value.map { (key, $0) } }
  }

  /// Adds the members of another object; the two must have no name in common.
  package mutating func add(_ other: JSONObject) { members += other.members }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    for (key, value) in members { try container.encode(value, forKey: AnyKey(stringValue: key)) }
  }
}
