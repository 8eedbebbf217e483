package import Foundation

/// A value in a JSON text, and the path to it.
///
///     let report = try JSONPart(run.output)
///     #expect(try report.entries[0].verdict.read() == "regressed")
///
/// Any path leads to a part, also to one that is missing. Reading it then fails with the path.
@dynamicMemberLookup
package struct JSONPart {
  /// What is there, as `JSONSerialization` reads it, or nil if it is missing.
  package private(set) var value: Any?

  /// The keys and indices that lead to it; empty for the whole text.
  package let path: String

  private init(_ value: Any?, _ path: String) {
    self.value = value
    self.path = path
  }

  /// The whole of a text.
  package init(_ text: String) throws { try self.init(Data(text.utf8)) }

  package init(_ data: Data) throws {
    self.init(try JSONSerialization.jsonObject(with: data), "")
  }

  /// The whole of a file.
  package init(contentsOf file: URL) throws { try self.init(Data(contentsOf: file)) }
}

extension JSONPart {
  package subscript(name: String) -> JSONPart {
    get { JSONPart((value as? [String: Any])?[name], path.isEmpty ? name : "\(path).\(name)") }
    set {
      var object = value as? [String: Any] ?? [:]
      object[name] = newValue.value
      value = object
    }
  }

  package subscript(dynamicMember name: String) -> JSONPart {
    get { self[name] }
    set { self[name] = newValue }
  }

  package subscript(index: Int) -> JSONPart {
    get {
      let list = value as? [Any] ?? []
      return JSONPart(list.indices.contains(index) ? list[index] : nil, "\(path)[\(index)]")
    }
    set {
      var list = value as? [Any] ?? []
      list[index] = newValue.value ?? NSNull()
      value = list
    }
  }
}

extension JSONPart {
  /// Why a part is not what a test reads.
  package struct Mismatch: Error, CustomStringConvertible {
    package let description: String
  }

  /// Whether there is nothing, not even a null.
  package var isMissing: Bool { value == nil }

  package var isNull: Bool { value is NSNull }

  /// The value, which is of this type.
  ///
  /// - Throws: ``Mismatch`` if it is missing, or of another type.
  package func read<Value>(_ type: Value.Type = Value.self) throws -> Value {
    guard let value else { throw Mismatch(description: "there is no '\(path)'") }
    guard let read = value as? Value else {
      throw Mismatch(description: "'\(path)' is no \(type), but \(value)")
    }
    return read
  }

  /// The value, which is of this type, or nil if it is missing.
  ///
  /// - Throws: ``Mismatch`` if it is of another type.
  package func readIfPresent<Value>(_ type: Value.Type = Value.self) throws -> Value? {
    isMissing ? nil : try read(type)
  }

  /// The elements of an array.
  ///
  /// - Throws: ``Mismatch``.
  package var elements: [JSONPart] {
    get throws { try read([Any].self).indices.map { self[$0] } }
  }

  /// The names of an object's members, sorted.
  ///
  /// - Throws: ``Mismatch``.
  package var names: [String] {
    get throws { try read([String: Any].self).keys.sorted() }
  }

  /// The element of an array whose member `key` is this text.
  ///
  /// - Throws: ``Mismatch``.
  package func element(_ key: String, _ text: String) throws -> JSONPart {
    guard let found = try elements.first(where: { $0[key].value as? String == text }) else {
      throw Mismatch(description: "no element of '\(path)' has the \(key) '\(text)'")
    }
    return found
  }
}

extension JSONPart {
  /// Puts a value in its place, or removes it with nil.
  package mutating func set(_ value: Any?) { self.value = value }

  /// Changes the value, which is of this type.
  ///
  /// - Throws: ``Mismatch``, and what `change` throws.
  package mutating func change<Value>(_ change: (Value) throws -> Value) throws {
    value = try change(read())
  }

  /// The text, with its keys sorted.
  package var data: Data {
    get throws {
      try JSONSerialization.data(
        withJSONObject: value ?? NSNull(), options: [.sortedKeys, .fragmentsAllowed])
    }
  }
}
