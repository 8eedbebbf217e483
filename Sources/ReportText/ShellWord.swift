extension StringProtocol {
  /// The text as one word of the shell: in quotes if a character of it means something else there.
  package var shellWord: String {
    let isPlain = !isEmpty && allSatisfy { $0.isLetter || $0.isNumber || "/._-+@".contains($0) }
    let text = String(self)
    return isPlain ? text : "'\(text.replacing("'", with: #"'\''"#))'"
  }
}
