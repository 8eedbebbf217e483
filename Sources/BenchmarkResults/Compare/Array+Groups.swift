extension Array {
  /// Neighbouring elements, `size` by `size`; what is left over joins the last group.
  ///
  /// - Returns: One group of all when there are fewer; none without elements.
  /// - Precondition: `size >= 1`.
  func groups(of size: Int) -> [ArraySlice<Element>] {
    let groupCount = Swift.max(count / size, Swift.min(count, 1))
    return (0..<groupCount).map {
      self[size * $0..<($0 + 1 == groupCount ? count : size * ($0 + 1))]
    }
  }
}
