public import FramegateKit

/// Makes the keys of results from names with any characters.
///
/// ASCII letters, digits, `.` and `-` stay. Every run of other characters becomes one `_`; runs at
/// the start and at the end are dropped. If an earlier name already has the key, `.2`, `.3` and so
/// on is appended.
struct BenchmarkKeys {
  /// The assigned keys, by name.
  private var keys: [String: String] = [:]
  private var taken: Set<String> = []

  /// The last number appended to each key, so that many names with one key do not take long.
  private var numbers: [String: Int] = [:]

  /// The key of a name; the same name always has the same key.
  mutating func key(of name: String) -> String {
    if let key = keys[name] { return key }
    let base = Self.base(of: name)
    var key = base
    var number = numbers[base] ?? 1
    while !taken.insert(key).inserted {
      number += 1
      key = "\(base).\(number)"
    }
    numbers[base] = number
    keys[name] = key
    return key
  }

  static func base(of name: String) -> String {
    let words = name.unicodeScalars.split { scalar in
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", ".", "-": false
      default: true
      }
    }
    let key = words.map(String.init).joined(separator: "_")
    return key.isEmpty ? "benchmark" : key
  }
}

extension BenchmarkRegistry {
  /// Adds the benchmarks that a closure declares in the style of ordo-one's package.
  ///
  /// So a program can have benchmarks in both styles:
  ///
  ///     registry.declared(by: benchmarks)
  ///     registry.scenario("sheet.present", duration: .milliseconds(500)) { … }
  ///
  /// - Parameter declare: Creates the benchmarks, such as the `benchmarks` of a suite.
  public mutating func declared<Result>(by declare: () -> Result) {
    var keys = BenchmarkKeys()
    for benchmark in Benchmark.declared(by: { _ = declare() }) {
      benchmark.register(as: keys.key(of: benchmark.name), in: &self)
    }
  }
}
