/// What callgrind counted, in the order in which it was written: a part per counted region.
package struct CallgrindProfile: Hashable, Sendable {
  /// One dump.
  package struct Part: Hashable, Sendable {
    /// Why it was written, such as `--dump-after=framegate_counted_region`.
    package var trigger = ""

    package var total: Int64 = 0

    /// Instructions of each function's own, callees left out, by symbol as the linker knows it.
    package var selfCosts: [String: Int64] = [:]
  }

  package var parts: [Part]
}

extension CallgrindProfile {
  /// The parts that end with `function`; the final part, written at exit, is excluded.
  package func parts(after function: String) -> [Part] {
    parts.filter { $0.trigger.hasSuffix("=\(function)") }
  }
}

extension [CallgrindProfile.Part] {
  /// Each function's own instructions in all parts together.
  package var selfCosts: [String: Int64] {
    reduce(into: [:]) { costs, part in costs.merge(part.selfCosts, uniquingKeysWith: +) }
  }
}
