/// How often a benchmark repeats its work in one iteration; times are reported per repetition.
public enum BenchmarkScalingFactor: Int, Hashable, Sendable, CaseIterable {
  case one = 1
  case kilo = 1_000
  case mega = 1_000_000
  case giga = 1_000_000_000
  case tera = 1_000_000_000_000
  case peta = 1_000_000_000_000_000
}

/// The unit in which a time was shown; Framegate chooses its own.
public enum BenchmarkTimeUnits: Hashable, Sendable, CaseIterable {
  case automatic, nanoseconds, microseconds, milliseconds, seconds, kiloseconds, megaseconds
}

/// The unit in which a number was shown; Framegate chooses its own.
public enum BenchmarkUnits: Hashable, Sendable, CaseIterable {
  case automatic, count, kilo, mega, giga, tera, peta
}

extension Int {
  /// `value` itself.
  public static func count(_ value: Int) -> Int { value }

  /// Thousands.
  public static func kilo(_ value: Int) -> Int { value * 1_000 }

  /// Millions.
  public static func mega(_ value: Int) -> Int { value * 1_000_000 }

  /// Thousands of millions.
  public static func giga(_ value: Int) -> Int { value * 1_000_000_000 }

  /// Millions of millions.
  public static func tera(_ value: Int) -> Int { value * 1_000_000_000_000 }

  /// Nanoseconds, the unit of absolute thresholds of times.
  public static func nanoseconds(_ value: Int) -> Int { value }

  /// A number of microseconds, in nanoseconds.
  public static func microseconds(_ value: Int) -> Int { value * 1_000 }

  /// A number of milliseconds, in nanoseconds.
  public static func milliseconds(_ value: Int) -> Int { value * 1_000_000 }

  /// A number of seconds, in nanoseconds.
  public static func seconds(_ value: Int) -> Int { value * 1_000_000_000 }
}
