import BenchmarkModel
import Testing

@Suite("Stable hash")
struct StableHashTests {
  @Test("Is the same in every process")
  func stable() {
    #expect(StableHash().digits == "cbf29ce484222325")
    // Computed from its definition, in Python.
    #expect(StableHash(of: ["a", "b"]).digits == "3c95f6c41fad8126")
    #expect(StableHash(of: ["framegate"]).digits == "7551ca796850cc9b")
  }

  @Test("Sees every byte, the order, and where one text ends")
  func different() {
    let lists = [
      [], [""], ["", ""], ["a"], ["b"], ["ab"], ["a", "b"], ["b", "a"], ["abcdefgh"],
      ["abcdefg", "h"], ["abcdefghi"], ["abcdefgi"], ["\0"], ["\0\0"],
    ]
    #expect(Set(lists.map { StableHash(of: $0).number }).count == lists.count)
  }
}
