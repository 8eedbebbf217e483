/// Where the numbers of a JSON text are.
package func numbers(in json: [UInt8]) -> [Range<Int>] {
  var found: [Range<Int>] = []
  var isInText = false
  var index = 0
  while index < json.count {
    let start = index
    index += 1
    switch json[start] {
    case UInt8(ascii: "\\"): index += 1
    case UInt8(ascii: "\""): isInText.toggle()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      guard !isInText else { continue }
      index =
        json[start...].firstIndex { [",", "]", "}", "\n", " "].contains(UnicodeScalar($0)) }
        ?? json.count
      found.append(start..<index)
    default: break
    }
  }
  return found
}

/// Where the numbers of any text are, also of those in quotes and within words.
package func numbers(inText bytes: [UInt8]) -> [Range<Int>] {
  let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
  var found: [Range<Int>] = []
  var index = 0
  while let first = bytes[index...].firstIndex(where: digits.contains) {
    index =
      bytes[first...].firstIndex { !digits.contains($0) && $0 != UInt8(ascii: ".") }
      ?? bytes.count
    let isNegative = first > 0 && bytes[first - 1] == UInt8(ascii: "-")
    found.append((isNegative ? first - 1 : first)..<index)
  }
  return found
}

/// Numbers at which a reader may overflow or take all memory, as JSON has them.
package let extremeNumbers = [
  "0", "-1", "2147483648", "9007199254740992", "9223372036854775807", "1e308", "\"NaN\"",
]

/// The text with each of its numbers replaced by each extreme one.
package func extremes(of json: [UInt8]) -> [[UInt8]] {
  numbers(in: json).flatMap { range in
    extremeNumbers.map { json[..<range.lowerBound] + Array($0.utf8) + json[range.upperBound...] }
  }
}
