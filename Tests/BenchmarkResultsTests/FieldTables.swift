import Foundation

/// The page `results/fields.md`: a table of fields for each kind of object in `schema.json`.
struct FieldTables {
  /// A line of a table.
  private struct Row {
    /// The key, after those of the objects around it: `causes.drops[].slots`.
    let path: String
    let type: String
    let isRequired: Bool
    let meaning: String
  }

  private let root: [String: Any]

  init(schema: URL) throws {
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: schema))
    root = json as? [String: Any] ?? [:]
  }

  private var definitions: [String: [String: Any]] {
    root["$defs"] as? [String: [String: Any]] ?? [:]
  }

  /// The kinds of objects that have a table, the file first, the others by name.
  private var objects: [(name: String, schema: [String: Any])] {
    [("file", root)]
      + definitions.filter { $0.value["properties"] != nil }.sorted { $0.key < $1.key }
      .map { ($0.key, $0.value) }
  }

  /// Fields and kinds of objects without a description, by name.
  var undescribed: [String] {
    objects.flatMap { name, schema in
      (Self.description(of: schema).isEmpty ? [name] : [])
        + rows(of: schema).filter(\.meaning.isEmpty).map { "\(name).\($0.path)" }
    }
  }

  /// The whole page.
  var page: String {
    let header = """
      <!-- Written by scripts/field-tables from schema.json. Edit the descriptions there. -->

      # Fields of a result file

      [schema.json](schema.json) defines these fields; [README.md](README.md) explains what the numbers mean. All times are
      in nanoseconds. `a.b` is field `b` of the object `a`, `a[].b` that of every object in the list `a`. A required field
      is in every object of its kind; others are left out where they do not apply.

      """
    return header + objects.map { table(of: $0.schema, called: $0.name) }.joined()
  }

  private func table(of schema: [String: Any], called name: String) -> String {
    let lines = rows(of: schema).map { row in
      "| `\(row.path)` | \(row.type) | \(row.isRequired ? "yes" : "") | \(row.meaning) |\n"
    }
    return """

      ## \(name)

      \(Self.description(of: schema))

      | field | type | required | meaning |
      |:--|:--|:--|:--|
      \(lines.joined())
      """
  }

  private func rows(of schema: [String: Any], in path: String = "") -> [Row] {
    let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
    let required = schema["required"] as? [String] ?? []
    return properties.sorted { $0.key < $1.key }.flatMap { key, field in
      [
        Row(
          path: path + key, type: type(of: field), isRequired: required.contains(key),
          meaning: Self.description(of: field))
      ] + nestedRows(of: field, at: path + key)
    }
  }

  /// The fields of an object, or of a list of objects, that is defined in its place.
  private func nestedRows(of field: [String: Any], at path: String) -> [Row] {
    if let choices = field["anyOf"] as? [[String: Any]] {
      return choices.flatMap { nestedRows(of: $0, at: path) }
    }
    if let items = field["items"] as? [String: Any] {
      return nestedRows(of: items, at: "\(path)[]")
    }
    return rows(of: field, in: "\(path).")
  }

  private func type(of schema: [String: Any]) -> String {
    if let reference = schema["$ref"] as? String { return type(ofReference: reference) }
    if let choices = schema["anyOf"] as? [[String: Any]] {
      return choices.map(type).joined(separator: " or ")
    }
    if let value = schema["const"] { return "`\(value)`" }
    if let values = schema["enum"] as? [Any] {
      return values.map { "`\($0)`" }.joined(separator: ", ")
    }
    switch schema["type"] as? String {
    case "array":
      return "list of " + type(of: schema["items"] as? [String: Any] ?? [:])
    case "object":
      guard let values = schema["additionalProperties"] as? [String: Any] else { return "object" }
      return "map to " + type(of: values)
    case let name: return name ?? "any"
    }
  }

  private func type(ofReference reference: String) -> String {
    let name = String(reference.dropFirst("#/$defs/".count))
    guard name != "unavailable" else { return "[n/a](#unavailable)" }
    let definition = definitions[name] ?? [:]
    guard definition["properties"] != nil else { return type(of: definition) }
    return "[\(name)](#\(name.lowercased()))"
  }

  private static func description(of schema: [String: Any]) -> String {
    (schema["description"] as? String ?? "").replacing("|", with: "\\|")
  }
}
