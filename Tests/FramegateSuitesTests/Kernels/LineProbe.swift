@testable import LayerKernels

/// Memory that a kernel works on.
protocol ProbedMemory {
  /// Calls `body` with the bytes, which it may change.
  mutating func withProbedBytes(_ body: (UnsafeMutableRawBufferPointer) -> Void)
}

extension BlockArray: ProbedMemory {
  mutating func withProbedBytes(_ body: (UnsafeMutableRawBufferPointer) -> Void) {
    withUnsafeMutableBufferPointer { body(UnsafeMutableRawBufferPointer($0)) }
  }
}

extension Array: ProbedMemory {
  mutating func withProbedBytes(_ body: (UnsafeMutableRawBufferPointer) -> Void) {
    withUnsafeMutableBytes { body($0) }
  }
}

/// Finds out which cache lines a kernel needs: changes one word of its inputs after the other, and
/// looks whether its result changes.
struct LineProbe<Memory> {
  /// One of the arrays that a kernel works on.
  struct Region {
    fileprivate let access: (inout Memory, (UnsafeMutableRawBufferPointer) -> Void) -> Void

    /// The array at a path.
    static func at<Probed: ProbedMemory>(_ path: WritableKeyPath<Memory, Probed>) -> Region {
      Region { memory, body in memory[keyPath: path].withProbedBytes(body) }
    }
  }

  /// The bytes of the lines that are read and of those that are written, by the number of items.
  let bytesPerItem: Int

  private static var lineSize: Int { 64 }

  /// Runs a kernel once per word of its inputs.
  ///
  /// - Parameters:
  ///   - items: How many items it works on.
  ///   - memory: All that it reads and writes.
  ///   - inputs: What it may read.
  ///   - result: What it writes; may be one of the inputs.
  ///   - writes: Whether lines that are written count.
  ///   - kernel: Runs once.
  init(
    _ items: Int, _ memory: Memory, inputs: [Region], result: Region, writes: Bool = true,
    _ kernel: (inout Memory) -> Void
  ) {
    func resultWords(of memory: Memory) -> [UInt32] {
      var memory = memory
      return Self.words(&memory, result)
    }
    var after = memory
    kernel(&after)
    let expected = resultWords(of: after)
    var lines = 0
    for input in inputs {
      var read: Set<Int> = []
      var copy = memory
      for (index, word) in Self.words(&copy, input).enumerated()
      where !read.contains(4 * index / Self.lineSize) {
        var changed = memory
        input.access(&changed) {
          $0.storeBytes(of: ~word, toByteOffset: 4 * index, as: UInt32.self)
        }
        // A result that may be an input is compared with what it was.
        let before = resultWords(of: changed)
        kernel(&changed)
        let words = resultWords(of: changed)
        let differs = words.indices.contains { place in
          words[place] != expected[place] && words[place] != before[place]
        }
        if differs { read.insert(4 * index / Self.lineSize) }
      }
      lines += read.count
    }
    if writes {
      let before = resultWords(of: memory)
      lines +=
        Set(
          expected.indices.filter { expected[$0] != before[$0] }.map { 4 * $0 / Self.lineSize }
        ).count
    }
    bytesPerItem = lines * Self.lineSize / items
  }

  private static func words(_ memory: inout Memory, _ region: Region) -> [UInt32] {
    var words: [UInt32] = []
    region.access(&memory) { bytes in
      words = (0..<bytes.count / 4).map {
        bytes.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self)
      }
    }
    return words
  }
}
