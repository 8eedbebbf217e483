import BenchmarkRunner
import Foundation

extension FuzzedReader {
  /// Profiles that callgrind writes.
  static let profile = FuzzedReader("profile", .bytes(words: profileWords), seeds: [profileSeed]) {
    { bytes in
      guard let profile = CallgrindReader.profile(of: String(decoding: bytes, as: UTF8.self)) else {
        return .refused(nil)
      }
      _ = profile.parts(after: "region").selfCosts
      return .accepted
    }
  }

  /// Executable files, as builds are told apart by them.
  static let executable = FuzzedReader(
    "executable", .bytes(words: [".text", ".data", "\0"]), seeds: [smallExecutable]
  ) {
    { bytes in
      let file = Data(bytes)
      let names = ExecutableImage.sectionNames(in: file)
      guard let image = ExecutableImage(file) else { return .refused(nil) }
      guard names != nil else { return .contradiction("it has sections without a table of names") }
      return image == ExecutableImage(file) ? .accepted : .contradiction("it differs from itself")
    }
  }
}

private let profileSeed = Array(
  """
  # callgrind format
  version: 1
  creator: callgrind-3.19.0
  pid: 29021
  cmd:  ./tool=a worker
  part: 1

  desc: Trigger: --dump-after=region
  positions: line
  events: Ir
  summary: 40

  ob=(9) /usr/lib/libswiftCore.so
  fl=(183) ???
  fn=(12) swift_retain
  0 22

  fn=(13) region
  0 5
  cob=(9)
  cfn=(14) $s4Main1aBvp'2
  calls=1 0
  0 9
  * 2

  fn=(14)
  +3 11
  totals: 40

  part: 2
  desc: Trigger: --dump-after=region
  positions: instr line
  events: Ir
  fn=(12)
  0 0 7
  fn=(15) operator()(a::b, c)
  totals: 7

  """.utf8)

private let profileWords = [
  "9223372036854775807", "-9223372036854775808", "99999999999999999999", "0 9223372036854775807\n",
  "part: 3\n", "totals: ", "totals: -1\n", "events: Dr\n", "positions:\n", "positions: a b c d\n",
  "fn=(12)\n", "fn=", "fn=(", "fn=()", "fn=(99)\n", "cfn=(12)", "calls=1 0\n", "'", "'2", ":", "=",
  "(", ")",
  "+", "-", "*", "\n", "\r\n", "desc: Trigger: x\n", "\u{0}", "\u{301}",
]

/// An ELF file with a header, three sections and their names.
private let smallExecutable: [UInt8] = {
  func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }
  func section(name: UInt32, type: UInt32, flags: UInt64, offset: UInt64, size: UInt64) -> [UInt8] {
    bytes(name) + bytes(type) + bytes(flags) + bytes(UInt64(0)) + bytes(offset) + bytes(size)
      + [UInt8](repeating: 0, count: 24)
  }
  let names = Array("\0.text\0.data\0.bss\0.shstrtab\0".utf8)
  let code = [UInt8](repeating: 0x90, count: 64)
  let start = UInt64(64 + code.count + names.count)
  let identity: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1] + [UInt8](repeating: 0, count: 10)
  let header =
    identity + [UInt8](repeating: 0, count: 24) + bytes(start) + [UInt8](repeating: 0, count: 10)
    + bytes(UInt16(64)) + bytes(UInt16(5)) + bytes(UInt16(4))
  let sections =
    [UInt8](repeating: 0, count: 64)
    + section(name: 1, type: 1, flags: 6, offset: 64, size: 48)
    + section(name: 7, type: 1, flags: 3, offset: 112, size: 16)
    + section(name: 13, type: 8, flags: 3, offset: 1 << 40, size: 1 << 40)
    + section(name: 18, type: 3, flags: 0, offset: 128, size: UInt64(names.count))
  return header + code + names + sections
}()
