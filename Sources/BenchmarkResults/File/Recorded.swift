/// A value, or the reason why there is none: absent is not zero.
///
/// In a result file either the value itself or `{"unavailable": "reason"}`.
package enum Recorded<Value> {
  case value(Value)
  case unavailable(String)
}

extension Recorded: Equatable where Value: Equatable {}
extension Recorded: Hashable where Value: Hashable {}
extension Recorded: Sendable where Value: Sendable {}

extension Recorded {
  /// The value, if there is one.
  package var value: Value? {
    guard case .value(let value) = self else { return nil }
    return value
  }

  /// Why there is no value, if there is none.
  package var reason: String? {
    guard case .unavailable(let reason) = self else { return nil }
    return reason
  }

  /// The value if it is there, else `reason` why not.
  package init(_ value: Value?, orUnavailable reason: @autoclosure () -> String) {
    if let value {
      self = .value(value)
    } else {
      self = .unavailable(reason())
    }
  }
}

extension Recorded {
  /// Absent because nobody asked for it.
  package static var notMeasured: Recorded { .unavailable("not measured in this run") }
}

private enum UnavailableKey: String, CodingKey {
  case unavailable
}

extension Recorded: Encodable where Value: Encodable {
  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .value(let value):
      try value.encode(to: encoder)
    case .unavailable(let reason):
      var container = encoder.container(keyedBy: UnavailableKey.self)
      try container.encode(reason, forKey: .unavailable)
    }
  }
}

extension Recorded: Decodable where Value: Decodable {
  package init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: UnavailableKey.self),
      container.contains(.unavailable)
    {
      self = .unavailable(try container.decode(String.self, forKey: .unavailable))
    } else {
      self = .value(try Value(from: decoder))
    }
  }
}
