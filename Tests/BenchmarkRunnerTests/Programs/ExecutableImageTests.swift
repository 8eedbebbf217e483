#if os(Linux)
  import Foundation
  import SampleStatistics
  import TestSupport
  import Testing

  @testable import BenchmarkRunner

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
      #expect(ExecutableImage(image([(".text", [1])])) == ExecutableImage(image([(".text", [1])])))
      #expect(ExecutableImage(image([(".text", [1])])) != ExecutableImage(image([(".text", [2])])))
    }

    @Test("The names and places of what is linked at the start are code, build identifiers are not")
    func links() throws {
      func image(_ name: String, type: UInt32, _ content: [UInt8]) -> ExecutableImage? {
        ExecutableImage(self.image([(".text", [1]), (name, content)], types: [name: type]))
      }
      for (name, type) in [(".dynstr", UInt32(3)), (".rela.dyn", 4), (".init_array", 14)] {
        #expect(image(name, type: type, [1]) == image(name, type: type, [1]), "\(name)")
        #expect(image(name, type: type, [1]) != image(name, type: type, [2]), "\(name)")
      }
      #expect(
        image(".note.gnu.build-id", type: 7, [1]) == image(".note.gnu.build-id", type: 7, [2]))
      #expect(image(".note", type: 7, [1]) != nil)
    }

    @Test("The folders of libraries are read, and a library beside an executable is noticed")
    func libraries() async throws {
      let folder = try TemporaryFolder()
      let script = """
        set -e
        mkdir one two
        echo 'int f(void) { return 1; }' | cc -shared -fPIC -x c -o one/libf.so -
        echo 'int f(void); int main(void) { return f(); }' >main.c
        cc main.c -o one/main -Lone -lf -Wl,-rpath,'$ORIGIN:/nowhere'
        cp one/main two/main
        """
      let made = try await Command("/bin/sh", ["-c", script], in: folder.url.path).run()
      try #require(made.isSuccess, "\(made.error)")
      let paths = ["one", "two"].map { folder.url.appending(path: "\($0)/main").path }

      #expect(ExecutableImage.areEqual(paths[0], paths[1]))
      #expect(ExecutableImage(path: paths[0])?.libraryPaths == ["$ORIGIN", "/nowhere"])
      #expect(paths.map(ExecutableImage.loadsLibraries(besides:)) == [true, false])
      #expect(!ExecutableImage.loadsLibraries(besides: file.path))
    }

    /// An executable with these sections, all loaded, and a table of their names; sections have
    /// bits of the program unless `types` has another type for their name.
    private func image(
      _ sections: [(name: String, content: [UInt8])], types: [String: UInt32] = [:]
    ) -> Data {
      func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian, Array.init)
      }
      var names: [UInt8] = [0]
      var headers: [UInt8] = []
      var content = [UInt8](repeating: 0, count: 64)
      func add(_ name: String, _ section: [UInt8], isLoaded: Bool) {
        let start = names.count
        names += Array(name.utf8) + [0]
        // The table of names is last, so it has its own name by then.
        let section = isLoaded ? section : names
        headers += bytes(UInt32(start)) + bytes(types[name] ?? 1)
        headers += bytes(UInt64(isLoaded ? 2 : 0))
        headers += bytes(UInt64(0)) + bytes(UInt64(content.count)) + bytes(UInt64(section.count))
        headers += [UInt8](repeating: 0, count: 24)
        content += section
      }
      for (name, section) in sections { add(name, section, isLoaded: true) }
      add(".shstrtab", [], isLoaded: false)
      let count = sections.count + 1
      content.replaceSubrange(0..<6, with: [0x7F, 0x45, 0x4C, 0x46, 2, 1])
      content.replaceSubrange(40..<48, with: bytes(UInt64(content.count)))
      content.replaceSubrange(
        58..<64, with: bytes(UInt16(64)) + bytes(UInt16(count)) + bytes(UInt16(count - 1)))
      return Data(content + headers)
    }

    @Test("Builds whose sources differ in a comment have the same code")
    func sourceHashes() throws {
      let base = try #require(
        ExecutableImage(image([(".text", [1, 2]), (".swift_modhash", [3])])))
      let comment = ExecutableImage(image([(".text", [1, 2]), (".swift_modhash", [4])]))
      let code = ExecutableImage(image([(".text", [1, 9]), (".swift_modhash", [3])]))
      let data = ExecutableImage(
        image([(".text", [1, 2]), (".swift_modhash", [3]), (".data", [5])]))

      #expect(comment == base)
      #expect(code != base && code != nil)
      #expect(data != base && data != nil)
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
