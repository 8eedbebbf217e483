/// A unit as other tools write it: `ns/op`, `µs`, `ops/ms`, `MB/s`, `items_per_second`, `1/s`.
///
/// Some units decide which direction is better: more of anything per time, or less time. Two units
/// of the same kind can be converted.
package struct RecordedUnit: Hashable, Sendable {
  /// What a unit measures.
  private enum Kind: Hashable {
    /// Time, possibly per something else.
    case time(picoseconds: Double, of: String)

    /// Anything per time in picoseconds.
    case rate(of: String, per: Double)

    case other
  }

  /// The unit as it was written, without the text that some tools add after a tab.
  package let text: String
  private let kind: Kind

  package init(_ text: String) {
    // Old records of Go tests have several numbers with their units in one text.
    let text = Self.trimmed(text.split(separator: "\t", maxSplits: 1).first ?? "")
    self.text = String(text)
    kind = Self.kind(of: text.lowercased())
  }
}

extension RecordedUnit {
  /// Whether larger values are better, or nil if the unit does not decide it.
  package var prefersLarger: Bool? {
    switch kind {
    case .time: false
    case .rate: true
    case .other: nil
    }
  }

  /// The factor from this unit to another, or nil if the two measure different things.
  package func factor(to other: RecordedUnit) -> Double? {
    if text == other.text { return 1 }
    switch (kind, other.kind) {
    case (.time(let time, let thing), .time(let others, let another)):
      return thing == another ? time / others : nil
    case (.rate(let thing, let time), .rate(let another, let others)):
      return thing == another ? others / time : nil
    case (.time, _), (.rate, _), (.other, _): return nil
    }
  }
}

extension RecordedUnit {
  private static func kind(of text: String) -> Kind {
    // Cut off a remark after the unit: 'ms (median)'.
    let remark = text.firstRange(of: " (") ?? text.firstRange(of: " [")
    let text = String(trimmed(text[..<(remark?.lowerBound ?? text.endIndex)]))
    if let rate = rates[text] { return .rate(of: rate.thing, per: 1e12 / rate.factor) }
    if let kind = inverse(text) { return kind }
    let parts = parts(of: text)
    // The last word counts: 'CPU seconds', 'wall-ms'.
    let numerator = parts[0].split { " -_".contains($0) }.last.map(String.init) ?? parts[0]
    if let time = times[numerator] {
      let words = parts[0].dropLast(numerator.count)
      return .time(picoseconds: time, of: ([String(words)] + parts[1...]).joined(separator: "/"))
    }
    guard let place = parts.indices.dropFirst().first(where: { times[parts[$0]] != nil }),
      let per = times[parts[place]]
    else { return .other }
    var rest = parts
    rest.remove(at: place)
    return .rate(of: rest.joined(separator: "/"), per: per)
  }

  /// The parts that `/` and `per` separate, the numerator first.
  private static func parts(of text: String) -> [String] {
    var parts = [""]
    var rest = text[...]
    while let first = rest.first {
      if first == "/" {
        parts.append("")
        rest = rest.dropFirst()
      } else if let word = [" per ", "_per_", "-per-", "per "].first(where: rest.hasPrefix),
        word != "per " || parts == [""]
      {
        parts.append("")
        rest = rest.dropFirst(word.count)
      } else {
        parts[parts.count - 1].append(first)
        rest = rest.dropFirst()
      }
    }
    return parts.map { String(trimmed($0[...])) }
  }

  /// The kind of a unit such as `s^-1` or `ops·s⁻¹`, or nil for any other text.
  private static func inverse(_ text: String) -> Kind? {
    guard let end = ["^-1", "^(-1)", "**-1", "⁻¹", "-1"].first(where: text.hasSuffix) else {
      return nil
    }
    let words = text.dropLast(end.count).split { " ·*⋅.".contains($0) }
    guard let last = words.last, let per = times[String(last)] else { return nil }
    return .rate(of: words.dropLast().joined(separator: " "), per: per)
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while text.first?.isWhitespace == true { text = text.dropFirst() }
    while text.last?.isWhitespace == true { text = text.dropLast() }
    for (open, close) in [("[", "]"), ("(", ")")]
    where text.count > 2 && text.hasPrefix(open) && text.hasSuffix(close) {
      text = text.dropFirst().dropLast()
    }
    return text
  }

  /// The length of each unit of time in picoseconds; whole numbers, so that ratios are exact.
  private static let times: [String: Double] = {
    let names: [(Double, [String])] = [
      (1, ["ps", "psec", "picosecond"]),
      (1e3, ["ns", "nsec", "nano", "nanosec", "nanosecond"]),
      (1e6, ["us", "µs", "μs", "usec", "µsec", "μsec", "micro", "microsec", "microsecond"]),
      (1e9, ["ms", "msec", "milli", "millisec", "millisecond"]),
      (1e12, ["s", "sec", "second"]),
      (60e12, ["min", "minute"]),
      (3_600e12, ["h", "hr", "hour"]),
      (86_400e12, ["day"]),
    ]
    // 'min' has a plural, 'ms' does not.
    return Dictionary(
      names.flatMap { time, words in
        words.flatMap {
          $0.count > 2 || $0 == "hr" ? [($0, time), ($0 + "s", time)] : [($0, time)]
        }
      }, uniquingKeysWith: { first, _ in first })
  }()

  /// Words for rates per second that name no time: what they count, and how much of it.
  private static let rates: [String: (thing: String, factor: Double)] = {
    var rates: [String: (thing: String, factor: Double)] = [
      "fps": ("frames", 1), "rps": ("requests", 1), "qps": ("queries", 1),
      "tps": ("transactions", 1), "ips": ("iterations", 1), "pps": ("packets", 1),
      "eps": ("events", 1), "mips": ("instructions", 1e6), "rpm": ("requests", 1.0 / 60),
      "hertz": ("hz", 1), "baud": ("baud", 1),
    ]
    let prefixes = [("", 1.0), ("k", 1e3), ("m", 1e6), ("g", 1e9), ("t", 1e12)]
    for (prefix, factor) in prefixes {
      for word in ["hz", "bps", "ops", "iops", "flops"] { rates[prefix + word] = (word, factor) }
    }
    return rates
  }()
}
