extension String {
  /// The text without the full stop at its end, for use inside a sentence.
  package var withoutFullStop: String {
    hasSuffix(".") && !hasSuffix("..") ? String(dropLast()) : self
  }
}
