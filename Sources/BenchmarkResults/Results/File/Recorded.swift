/// A value, or the reason why it is absent, which is not the same as zero.
///
/// A result file holds either the value itself or `{"unavailable": "reason"}`.
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

  /// The value if there is one, else the reason why not.
  package init(_ value: Value?, orUnavailable reason: @autoclosure () -> String) {
    if let value {
      self = .value(value)
    } else {
      self = .unavailable(reason())
    }
  }
}

extension Recorded {
  /// Absent because it was not requested.
  package static var notMeasured: Recorded { .unavailable("not measured in this run") }

  /// The transformed value, absent for the same reason.
  package func map<Other>(_ transform: (Value) -> Other) -> Recorded<Other> {
    switch self {
    case .value(let value): .value(transform(value))
    case .unavailable(let reason): .unavailable(reason)
    }
  }
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

extension Recorded {
  /// The result of `transform`, or the same reason.
  package func flatMap<Other>(
    _ transform: (Value) throws -> Recorded<Other>
  ) rethrows -> Recorded<Other> {
    switch self {
    case .value(let value): try transform(value)
    case .unavailable(let reason): .unavailable(reason)
    }
  }
}
