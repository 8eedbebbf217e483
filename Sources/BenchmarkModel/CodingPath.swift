extension [any CodingKey] {
  /// The path as in source code: `[3].name`.
  package var text: String {
    reduce(into: "") { text, key in
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
      }
    }
  }
}
