/// Work that there is more of in a worker that was started with the argument 'more'.
enum Summing {
  private static let terms = CommandLine.arguments.contains("more") ? 150 : 100

  /// Adds numbers up, one by one.
  @inline(never)
  static func sum() -> Int {
    var sum = 0
    for term in 0..<terms { sum ^= sum &* 31 &+ term }
    return sum
  }
}
