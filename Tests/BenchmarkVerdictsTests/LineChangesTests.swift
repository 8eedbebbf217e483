import BenchmarkModel
import Testing

@testable import BenchmarkVerdicts

@Suite("Lines of two revisions")
struct LineChangesTests {
  /// Two lines are added after line 3, line 10 is changed, lines 20 to 22 become one, and 30 and 31
  /// are removed.
  private let changes = LineChanges(
    diff: """
      diff --git a/Sources/Feed.swift b/Sources/Feed.swift
      index 1111111..2222222 100644
      --- a/Sources/Feed.swift
      +++ b/Sources/Feed.swift
      @@ -3,0 +4,2 @@ struct Feed {
      +  let a = 1
      +  let b = 2
      @@ -10 +12 @@
      -  old
      +  new
      @@ -20,3 +22 @@
      -x
      -y
      -z
      +w
      @@ -30,2 +29,0 @@
      -- gone
      -+ gone
      diff --git a/Sources/New.swift b/Sources/New.swift
      --- /dev/null
      +++ b/Sources/New.swift
      @@ -0,0 +1,2 @@
      +a
      +b
      """)

  @Test(
    "A line is found again after what was added, changed and removed before it",
    arguments: [
      (old: 1, new: 1), (3, 3), (4, 6), (9, 11), (10, 12), (11, 13), (19, 21),
      // Gone: three lines became another one.
      (20, 20), (22, 22), (23, 23), (29, 29), (30, 30), (32, 30), (33, 31),
    ])
  func moved(_ line: (old: Int, new: Int)) {
    let moved = changes.moved(SourceLocation(file: "Sources/Feed.swift", line: line.old))

    #expect(moved == SourceLocation(file: "Sources/Feed.swift", line: line.new))
  }

  @Test("A removed or added line that looks like a header is none")
  func headers() {
    let changes = LineChanges(
      diff: """
        diff --git a/f b/f
        --- a/f
        +++ b/f
        @@ -3,2 +3 @@
        --- a signature
        --- a/g
        +++ b/g
        @@ -10,0 +10 @@
        +@@ -1 +1,5 @@
        diff --git a/g b/g
        --- a/g
        +++ b/g
        @@ -1,0 +2,3 @@
        +a
        +b
        +c
        """)
    func moved(_ file: String, _ line: Int) -> Int {
      changes.moved(SourceLocation(file: file, line: line)).line
    }
    #expect(moved("f", 7) == 6)
    #expect(moved("f", 20) == 20)
    #expect(moved("g", 7) == 10)
  }

  @Test("Git ends the name of a file with a tab if it has a space")
  func spaces() {
    let changes = LineChanges(
      diff: "--- a/My Feed/List.swift\t\n+++ b/My Feed/List.swift\t\n@@ -3,0 +4,2 @@\n+a\n+b\n")
    #expect(changes.moved(SourceLocation(file: "My Feed/List.swift", line: 7)).line == 9)
  }

  @Test("Other files stay as they are", arguments: ["Sources/Other.swift", "Sources/New.swift"])
  func others(_ file: String) {
    #expect(changes.moved(SourceLocation(file: file, line: 7)).line == 7)
  }

  @Test(
    "Hunks of any length are read, those of new files and those without a heading too",
    arguments: [
      ("@@ -1,0 +2,2 @@", 5, 7), ("@@ -1,0 +2,2", 5, 7), ("@@ -0,0 +1,2 @@", 5, 7),
      ("@@ -1,0 +2,2147483647 @@", 5, 2_147_483_652), ("@@ -1,0 +2,2147483648 @@", 5, 5),
      ("@@ -2147483647,0 +1,2 @@", 2_147_483_650, 2_147_483_652),
      ("@@ -2147483648,0 +1,2 @@", 2_147_483_650, 2_147_483_650),
    ])
  func lengths(hunk: String, old: Int, new: Int) {
    let changes = LineChanges(diff: "--- a/f\n" + hunk)
    #expect(changes.moved(SourceLocation(file: "f", line: old)).line == new)
  }

  @Test(
    "A damaged diff changes nothing",
    arguments: [
      "@@ -1,2 +3 @@", "--- a/f\n@@ -x +1 @@", "--- a/f\n@@ -1", "--- a/f\n@@ -9999999999999 +1 @@",
      "--- a/f\n@@ -1,-4 +1 @@", "--- a/f\n@@ - + @@",
    ])
  func damaged(_ diff: String) {
    #expect(LineChanges(diff: diff).moved(SourceLocation(file: "f", line: 5)).line == 5)
  }
}
