/// The pixels of a long line that each pixel of a shorter line covers, and the covered share of
/// each.
///
/// Lengths are counted in parts: a source pixel has `target` parts, and a target pixel has `source`
/// parts. So all lengths are whole numbers, and nothing is rounded. For example, when 5 pixels are
/// scaled down to 2, a source pixel has 2 parts, and a target pixel has 5.
struct AreaWeights {
  /// The source pixels that one target pixel covers.
  struct Span: Hashable {
    /// The first and the last source pixel, which may be covered only in part.
    let first, last: Int

    /// The number of covered parts of the first source pixel, 1…`target`.
    let firstWeight: Int

    /// The number of covered parts of the last source pixel; 0 if it is also the first one.
    let lastWeight: Int
  }

  /// The number of pixels of the long line.
  let source: Int

  /// The number of pixels of the short line; also the weight of a source pixel that is wholly
  /// covered.
  let target: Int

  /// The source pixels that each target pixel covers.
  let spans: [Span]

  /// Creates weights for two lengths in pixels.
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
  /// The weight of one of the covered pixels; a wholly covered pixel has the weight `whole`.
  @inline(__always)
  func weight(of pixel: Int, whole: Int) -> Int {
    pixel == first ? firstWeight : pixel == last ? lastWeight : whole
  }
}

extension AreaWeights {
  /// Whether the sums of columns fit into 31 bits before they are weighted.
  ///
  /// Only images with extreme proportions need more.
  static func sumsFit(columns: AreaWeights, rows: AreaWeights) -> Bool {
    let widest = columns.source / columns.target + 1
    return 255 * rows.source * widest <= Int(Int32.max)
  }
}
