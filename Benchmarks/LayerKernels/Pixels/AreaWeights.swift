/// Which pixels of a long line each pixel of a shorter one covers, and how much of them.
///
/// Lengths are in parts of a source pixel, `target` of which make one: all are whole numbers, so
/// that nothing is rounded. A target pixel is `source` parts long.
struct AreaWeights {
  /// What one target pixel covers.
  struct Span: Hashable {
    /// The first and the last source pixel, which it may cover in part.
    let first, last: Int

    /// How many parts of the first one it covers, 1…`target`.
    let firstWeight: Int

    /// How many parts of the last one; 0 if that is the first one.
    let lastWeight: Int
  }

  /// Pixels of the long line.
  let source: Int

  /// Pixels of the short line; also the weight of a pixel that is covered wholly.
  let target: Int

  /// What each target pixel covers.
  let spans: [Span]

  /// Creates weights.
  ///
  /// - Precondition: 0 < `target` ≤ `source`.
  init(from source: Int, to target: Int) {
    precondition(target > 0 && target <= source, "Cannot scale \(source) pixels down to \(target)")
    self.source = source
    self.target = target
    spans = (0..<target).map { index in
      let (start, end) = (index * source, (index + 1) * source)
      let (first, last) = (start / target, (end - 1) / target)
      return Span(
        first: first, last: last, firstWeight: min((first + 1) * target, end) - start,
        lastWeight: last > first ? end - last * target : 0)
    }
  }
}

extension AreaWeights.Span {
  /// The weight of one of its pixels, where one that is covered wholly has the weight `whole`.
  @inline(__always)
  func weight(of pixel: Int, whole: Int) -> Int {
    pixel == first ? firstWeight : pixel == last ? lastWeight : whole
  }
}

extension AreaWeights {
  /// Whether the sums of columns fit into 31 bits before they are weighted.
  ///
  /// Only extreme shapes need more.
  static func sumsFit(columns: AreaWeights, rows: AreaWeights) -> Bool {
    let widest = columns.source / columns.target + 1
    return 255 * rows.source * widest <= Int(Int32.max)
  }
}
