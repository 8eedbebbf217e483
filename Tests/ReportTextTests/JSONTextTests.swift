import Foundation
import ReportText
import Testing

@Suite("JSON as files and terminals get it")
struct JSONTextTests {
  @Test(
    "Characters that a terminal or a log obeys are escaped in JSON, and no others",
    arguments: [
      ("#", "#"), ("#a", "#a"), ("a#", "a#"), ("#[", #"\u0023["#), ("##", #"\u0023#"#),
      ("##[", #"\u0023\u0023["#), ("é[", "é["), ("é#", "é#"), ("é#[", #"é\u0023["#),
      ("\u{202E}", #"\u202e"#), ("\u{7F}", #"\u007f"#), ("\u{9B}", #"\u009b"#),
      ("\u{E0041}", #"\udb40\udc41"#), ("ࠀ𐀀", "ࠀ𐀀"), ("", ""),
    ])
  func escapedControls(text: String, escaped: String) {
    let output = JSONText.escapingControls(Data(text.utf8))

    #expect(String(decoding: output, as: UTF8.self) == escaped)
  }

  @Test("What a page reads as markup is escaped, and nothing else")
  func escapedMarkup() {
    let output = JSONText.escapingMarkup(Data(#"["</script>","a&é"]"#.utf8))
    #expect(
      String(decoding: output, as: UTF8.self) == #"["\u003c/script\u003e","a\u0026é"]"#)
  }

  @Test(
    "Lines break in the outer levels alone, and never in a text or an empty list",
    arguments: [
      (
        #"{"a":[{"b":1,"c":[2,3]}],"d":[]}"#, 1,
        "{\n \"a\":[{\"b\":1,\"c\":[2,3]}],\n \"d\":[]\n}\n"
      ),
      (#"{"a":[1,2]}"#, 2, "{\n \"a\":[\n  1,\n  2\n ]\n}\n"), ("[]", 3, "[]\n"),
      (#"["{,}\"[",1]"#, 1, "[\n \"{,}\\\"[\",\n 1\n]\n"),
    ])
  func brokenLines(compact: String, levels: Int, text: String) {
    let output = JSONText.breakingLines(Data(compact.utf8), levels: levels)
    #expect(String(decoding: output, as: UTF8.self) == text)
  }
}
