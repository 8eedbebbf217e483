/// A JSON document that can be written.
public indirect enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case integer(Int)

  /// A number; if it is infinite or NaN, it is written as null.
  case number(Double)
  case string(String)
  case array([JSONValue])

  /// Keys and values, written in this order.
  case object([(key: String, value: JSONValue)])
}

extension JSONValue {
  /// The document as UTF-8 text without spaces.
  public func encoded() -> [UInt8] {
    var output: [UInt8] = []
    encode(into: &output)
    return output
  }

  private func encode(into output: inout [UInt8]) {
    switch self {
    case .null: output += "null".utf8
    case .bool(let value): output += (value ? "true" : "false").utf8
    case .integer(let value): Self.encode(value, into: &output)
    case .number(let value): output += (value.isFinite ? value.description : "null").utf8
    case .string(let value): Self.encode(value, into: &output)
    case .array(let values):
      output.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        value.encode(into: &output)
      }
      output.append(UInt8(ascii: "]"))
    case .object(let members):
      output.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        Self.encode(member.key, into: &output)
        output.append(UInt8(ascii: ":"))
        member.value.encode(into: &output)
      }
      output.append(UInt8(ascii: "}"))
    }
  }

  private static func encode(_ value: Int, into output: inout [UInt8]) {
    var magnitude = value.magnitude
    if value < 0 { output.append(UInt8(ascii: "-")) }
    let start = output.count
    repeat {
      output.append(UInt8(ascii: "0") + UInt8(magnitude % 10))
      magnitude /= 10
    } while magnitude > 0
    output[start...].reverse()
  }

  private static func encode(_ string: String, into output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    for byte in string.utf8 { escape(byte, into: &output) }
    output.append(UInt8(ascii: "\""))
  }

  private static func escape(_ byte: UInt8, into output: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      output.append(UInt8(ascii: "\\"))
      output.append(byte)
    case 0..<0x20:
      output += "\\u00".utf8
      output.append(hexadecimalDigit(byte >> 4))
      output.append(hexadecimalDigit(byte & 15))
    default:
      output.append(byte)
    }
  }

  private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}
