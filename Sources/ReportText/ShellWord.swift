extension StringProtocol {
  /// The text as one word for a shell: in quotes if it has characters that are special there.
  package var shellWord: String {
    let isPlain = !isEmpty && allSatisfy { $0.isLetter || $0.isNumber || "/._-+@".contains($0) }
    let text = String(self)
    return isPlain ? text : "'\(text.replacing("'", with: #"'\''"#))'"
  }
}
