import BenchmarkModel
import Foundation

/// Turns any `Encodable` into a list of values, each with its path: `[3].name`.
///
/// Equal values give equal lists, because sets and dictionaries are sorted.
struct AnswerEncoder: Encoder {
  /// The maximum depth of a value; a deeper one most likely contains itself.
  private static let mostLevels = 200

  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any] = [:]

  /// Takes the path and the text of a value.
  fileprivate let add: (_ path: String, _ text: String) throws -> Void

  /// Passes all values that `value` consists of to `add`, in an order that depends on them alone.
  static func encode(
    _ value: any Encodable, to add: @escaping (_ path: String, _ text: String) throws -> Void
  ) throws { try AnswerEncoder(codingPath: [], add: add).encode(value) }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(AnswerKeys<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { AnswerElements(encoder: self) }

  func singleValueContainer() -> any SingleValueEncodingContainer { AnswerLeaf(encoder: self) }
}

/// A collection whose order means nothing.
private protocol UnorderedAnswer {
  /// Its elements. A path names an element by its key, or by its position if the key is nil.
  var elements: [(key: (any Encodable)?, value: any Encodable)] { get }
}

extension Set: UnorderedAnswer where Element: Encodable {
  fileprivate var elements: [(key: (any Encodable)?, value: any Encodable)] { map { (nil, $0) } }
}

extension Dictionary: UnorderedAnswer where Key: Encodable, Value: Encodable {
  fileprivate var elements: [(key: (any Encodable)?, value: any Encodable)] {
    map { ($0.key, $0.value) }
  }
}

extension AnswerEncoder {
  fileprivate func inside(_ key: any CodingKey) -> AnswerEncoder {
    AnswerEncoder(codingPath: codingPath + [key], add: add)
  }

  fileprivate func leaf(_ text: String) throws { try add(codingPath.text, text) }

  /// Adds bytes as one value: adding the bytes of a picture one by one would take long.
  private func leaf(bytes: some Collection<UInt8>) throws {
    var hash = StableHash()
    Array(bytes).withUnsafeBytes { hash.combine($0) }
    try leaf("\(bytes.count) bytes with the hash \(hash.digits)")
  }

  fileprivate func encode(_ value: any Encodable) throws {
    guard codingPath.count < Self.mostLevels else { throw AnswerProblem.tooDeep }
    // An empty list also adds a value, so that it differs from no list.
    var isEmpty = true
    let parts = AnswerEncoder(codingPath: codingPath) {
      isEmpty = false
      try add($0, $1)
    }
    switch value {
    case let bytes as Data: try parts.leaf(bytes: bytes)
    // Compares the types too, because an empty array of any type can be cast.
    case let bytes as [UInt8] where type(of: value) == [UInt8].self: try parts.leaf(bytes: bytes)
    case let unordered as any UnorderedAnswer: try parts.encode(unordered)
    default: try value.encode(to: parts)
    }
    if isEmpty { try leaf("empty") }
  }

  /// The encoder of a container that a value opens; even an empty one adds a value.
  fileprivate func opened() -> AnswerEncoder {
    // Opening cannot fail. If there are too many values, adding the next one fails.
    try? leaf("…")
    return self
  }

  private func encode(_ unordered: any UnorderedAnswer) throws {
    func texts(of value: any Encodable) throws -> [String] {
      var texts: [String] = []
      let levels = AnswerEncoder(codingPath: codingPath) { texts += [$0, $1] }
      try levels.encode(value)
      return texts
    }
    let sorted = try unordered.elements.map { element in
      (key: try texts(of: element.key ?? element.value), element: element)
    }.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    for (index, (key, element)) in sorted.enumerated() {
      let name = element.key.map { ($0 as? String) ?? key.last ?? "" }
      try inside(name.map(AnyKey.init(stringValue:)) ?? AnyKey(intValue: index))
        .encode(element.value)
    }
  }
}

/// Why a value cannot be compared.
enum AnswerProblem: Error, CustomStringConvertible {
  case tooDeep, tooLong, tooMany

  var description: String {
    switch self {
    case .tooDeep: "it has more than 200 levels"
    case .tooLong: "it has more than 4 million values"
    case .tooMany: "it calls blackHole more than 50,000 times"
    }
  }
}

private struct AnswerLeaf: SingleValueEncodingContainer {
  let encoder: AnswerEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil() throws { try encoder.leaf("nil") }
  func encode<T: Encodable>(_ value: T) throws {
    if let text = text(of: value) { try encoder.leaf(text) } else { try encoder.encode(value) }
  }

  /// The text of a value without parts, or nil for other values; numbers have the same text only if
  /// they are equal bit for bit or both NaN.
  private func text(of value: Any) -> String? {
    switch value {
    case let text as String: "\"\(text)\""
    case let number as any BinaryFloatingPoint: number.isNaN ? "nan" : "\(number)"
    case let number as any BinaryInteger: "\(number)"
    case let flag as Bool: "\(flag)"
    default: nil
    }
  }
}

private struct AnswerElements: UnkeyedEncodingContainer {
  let encoder: AnswerEncoder
  private(set) var count = 0
  var codingPath: [any CodingKey] { encoder.codingPath }

  init(encoder: AnswerEncoder) { self.encoder = encoder }

  private mutating func next() -> AnswerEncoder {
    defer { count += 1 }
    return encoder.inside(AnyKey(intValue: count))
  }

  mutating func encodeNil() throws { try next().leaf("nil") }
  mutating func encode<T: Encodable>(_ value: T) throws {
    try AnswerLeaf(encoder: next()).encode(value)
  }
  mutating func nestedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) -> KeyedEncodingContainer<Key> { next().opened().container(keyedBy: type) }
  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    next().opened().unkeyedContainer()
  }
  mutating func superEncoder() -> any Encoder { next() }
}

private struct AnswerKeys<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: AnswerEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil(forKey key: Key) throws { try encoder.inside(key).leaf("nil") }
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try AnswerLeaf(encoder: encoder.inside(key)).encode(value)
  }
  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> { encoder.inside(key).opened().container(keyedBy: type) }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.inside(key).opened().unkeyedContainer()
  }
  func superEncoder() -> any Encoder { encoder.inside(AnyKey(stringValue: "super")) }
  func superEncoder(forKey key: Key) -> any Encoder { encoder.inside(key) }
}
