#if os(Linux)
  import Foundation
  import SampleStatistics
  import Testing

  @testable import SystemTools

  @Suite("Executable image")
  struct ExecutableImageTests {
    /// A small executable that every Linux has.
    private let file = URL(filePath: "/bin/true").resolvingSymlinksInPath()

    @Test("A file equals itself, and another program does not")
    func equality() throws {
      #expect(ExecutableImage.areEqual(file.path, file.path))
      #expect(!ExecutableImage.areEqual(file.path, "/bin/sh"))
    }

    @Test("What is not loaded does not count, what is does")
    func sections() throws {
      let original = try Data(contentsOf: file)
      var longer = original
      longer.append(contentsOf: [1, 2, 3])

      #expect(ExecutableImage(original) == ExecutableImage(longer))
    }

    @Test("What is no executable is equal to nothing")
    func garbage() {
      #expect(ExecutableImage(Data()) == nil)
      #expect(ExecutableImage(Data("#!/bin/sh".utf8)) == nil)
      #expect(!ExecutableImage.areEqual("/nowhere", "/nowhere"))
    }

    @Test("A damaged file is never read beyond its end", arguments: 0..<200)
    func damaged(seed: UInt64) throws {
      var generator = SplitMix64(seed: seed)
      var bytes = try Data(contentsOf: file)
      for _ in 0..<8 {
        // The header, or the table of sections at the end.
        let isHeader = Bool.random(using: &generator)
        let index =
          isHeader
          ? Int.random(in: 0..<64, using: &generator)
          : Int.random(in: max(0, bytes.count - 2_000)..<bytes.count, using: &generator)
        bytes[index] = .random(in: 0...255, using: &generator)
      }
      if Bool.random(using: &generator) {
        bytes = bytes.prefix(.random(in: 0..<bytes.count, using: &generator))
      }

      _ = ExecutableImage(bytes)
    }
  }
#endif
