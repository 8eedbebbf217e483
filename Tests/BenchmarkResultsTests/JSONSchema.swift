import Foundation

/// The part of JSON Schema (draft 2020-12) that `results/schema.json` uses.
struct JSONSchema {
  private let root: [String: Any]

  init(contentsOf url: URL) throws {
    let json = try JSONSerialization.jsonObject(with: Data(contentsOf: url))
    root = json as? [String: Any] ?? [:]
  }

  /// What is wrong with `json`, each with its key path; empty when it follows the schema.
  func problems(with json: Data) throws -> [String] {
    problems(try JSONSerialization.jsonObject(with: json), root, "")
  }

  private func problems(_ value: Any, _ schema: [String: Any], _ path: String) -> [String] {
    if let reference = schema["$ref"] as? String { return problems(value, follow(reference), path) }
    if let choices = schema["anyOf"] as? [[String: Any]] {
      let results = choices.map { self.problems(value, $0, path) }
      return results.contains(where: \.isEmpty) ? [] : results.flatMap(\.self)
    }
    var problems: [String] = []
    if let expected = schema["const"], !Self.isEqual(value, expected) {
      problems.append("\(path): not \(expected)")
    }
    if let allowed = schema["enum"] as? [Any], !allowed.contains(where: { Self.isEqual(value, $0) })
    {
      problems.append("\(path): none of \(allowed)")
    }
    if let type = schema["type"] as? String, !Self.isType(type, value) {
      return problems + ["\(path): not of type \(type)"]
    }
    switch value {
    case let object as [String: Any]:
      return problems + self.problems(inObject: object, schema, path)
    case let array as [Any]: return problems + self.problems(inArray: array, schema, path)
    case let text as String: return problems + Self.problems(inText: text, schema, path)
    case let number as NSNumber where !Self.isBool(number):
      return problems + Self.problems(inNumber: number.doubleValue, schema, path)
    default: return problems
    }
  }

  private func follow(_ reference: String) -> [String: Any] {
    let definitions = root["$defs"] as? [String: [String: Any]] ?? [:]
    return definitions[String(reference.dropFirst("#/$defs/".count))] ?? ["const": "unresolved"]
  }

  private func problems(
    inObject object: [String: Any], _ schema: [String: Any], _ path: String
  ) -> [String] {
    let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
    let required = schema["required"] as? [String] ?? []
    let others = schema["additionalProperties"]
    var problems = required.filter { object[$0] == nil }.map { "\(path).\($0): missing" }
    for (key, value) in object {
      if let schema = properties[key] ?? others as? [String: Any] {
        problems += self.problems(value, schema, "\(path).\(key)")
      } else if others as? Bool == false {
        problems.append("\(path).\(key): not in the schema")
      }
    }
    return problems
  }

  private func problems(
    inArray array: [Any], _ schema: [String: Any], _ path: String
  ) -> [String] {
    let items = schema["items"] as? [String: Any] ?? [:]
    let isTooShort = array.count < schema["minItems"] as? Int ?? 0
    let isTooLong = array.count > schema["maxItems"] as? Int ?? .max
    return (isTooShort || isTooLong ? ["\(path): \(array.count) items"] : [])
      + array.enumerated().flatMap { problems($1, items, "\(path)[\($0)]") }
  }

  private static func problems(
    inText text: String, _ schema: [String: Any], _ path: String
  ) -> [String] {
    let isTooShort = text.count < schema["minLength"] as? Int ?? 0
    let pattern = schema["pattern"] as? String
    let matches = pattern.map { text.range(of: $0, options: .regularExpression) != nil } ?? true
    return isTooShort || !matches ? ["\(path): '\(text)' is too short or malformed"] : []
  }

  private static func problems(
    inNumber number: Double, _ schema: [String: Any], _ path: String
  ) -> [String] {
    let low = (schema["minimum"] as? NSNumber)?.doubleValue ?? -.infinity
    let high = (schema["maximum"] as? NSNumber)?.doubleValue ?? .infinity
    return (low...high).contains(number) ? [] : ["\(path): \(number) is out of range"]
  }

  private static func isEqual(_ value: Any, _ other: Any) -> Bool {
    (value as? NSObject)?.isEqual(other) ?? false
  }

  private static func isBool(_ number: NSNumber) -> Bool {
    String(cString: number.objCType) == "c"
  }

  private static func isType(_ type: String, _ value: Any) -> Bool {
    switch (type, value) {
    case ("object", is [String: Any]), ("array", is [Any]), ("string", is String): true
    case ("boolean", let number as NSNumber): isBool(number)
    case ("number", let number as NSNumber): !isBool(number)
    case ("integer", let number as NSNumber):
      !isBool(number) && number.doubleValue == number.doubleValue.rounded()
    default: false
    }
  }
}
