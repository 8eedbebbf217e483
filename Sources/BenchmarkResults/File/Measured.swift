/// A value, or the reason why it is absent, which is not the same as zero.
///
/// A result file holds either the value itself or `{"unavailable": "reason"}`.
package enum Measured<Value> {
  case value(Value)
  case unavailable(String)
}

extension Measured: Equatable where Value: Equatable {}
extension Measured: Hashable where Value: Hashable {}
extension Measured: Sendable where Value: Sendable {}

extension Measured {
  package var value: Value? {
    guard case .value(let value) = self else { return nil }
    return value
  }

  package var reason: String? {
    guard case .unavailable(let reason) = self else { return nil }
    return reason
  }

  package init(_ value: Value?, orUnavailable reason: @autoclosure () -> String) {
    if let value { self = .value(value) } else { self = .unavailable(reason()) }
  }
}

extension Measured {
  /// Absent because it was not requested.
  package static var notMeasured: Measured { .unavailable("not measured in this run") }

  /// The transformed value, absent for the same reason.
  package func map<Other, Failure>(
    _ transform: (Value) throws(Failure) -> Other
  ) throws(Failure) -> Measured<Other> {
    switch self {
    case .value(let value): .value(try transform(value))
    case .unavailable(let reason): .unavailable(reason)
    }
  }

  /// The result of `transform`, or the same reason.
  package func flatMap<Other>(
    _ transform: (Value) throws -> Measured<Other>
  ) rethrows -> Measured<Other> {
    switch self {
    case .value(let value): try transform(value)
    case .unavailable(let reason): .unavailable(reason)
    }
  }
}

private enum UnavailableKey: String, CodingKey { case unavailable }

extension Measured: Encodable where Value: Encodable {
  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .value(let value): try value.encode(to: encoder)
    case .unavailable(let reason):
      var container = encoder.container(keyedBy: UnavailableKey.self)
      try container.encode(reason, forKey: .unavailable)
    }
  }
}

extension Measured: Decodable where Value: Decodable {
  package init(from decoder: any Decoder) throws {
    do {
      self = .value(try Value(from: decoder))
    } catch {
      guard let container = try? decoder.container(keyedBy: UnavailableKey.self),
        container.contains(.unavailable)
      else { throw error }
      self = .unavailable(try container.decode(String.self, forKey: .unavailable))
    }
  }
}
