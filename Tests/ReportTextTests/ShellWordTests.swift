import Testing

@testable import ReportText

@Suite("Words of the shell")
struct ShellWordTests {
  @Test(
    "Are in quotes where a character means something else there",
    arguments: [
      ("ios/Motion/.build", "ios/Motion/.build"), ("a_b-c+d@2x.png", "a_b-c+d@2x.png"),
      ("Übung", "Übung"), ("my app", "'my app'"), ("$HOME", "'$HOME'"), ("a;b", "'a;b'"),
      ("*", "'*'"), ("~", "'~'"), ("it's", #"'it'\''s'"#), ("", "''"), ("a\nb", "'a\nb'"),
    ])
  func quoted(text: String, word: String) {
    #expect(text.shellWord == word)
  }
}
