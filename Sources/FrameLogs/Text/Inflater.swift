import Foundation

/// Expands gzip with the system's zlib, which is loaded when it is needed.
///
/// So building needs neither zlib's headers nor its library.
final class Inflater {
  /// `z_stream` of zlib.h, whose layout has been fixed since 1995.
  private struct Stream {
    var nextIn: UnsafeMutablePointer<UInt8>?
    var availableIn: UInt32 = 0
    var totalIn: UInt = 0
    var nextOut: UnsafeMutablePointer<UInt8>?
    var availableOut: UInt32 = 0
    var totalOut: UInt = 0
    var message: UnsafeMutablePointer<CChar>?
    var state, allocate, free, opaque: OpaquePointer?
    var dataType: Int32 = 0
    var adler: UInt = 0
    var reserved: UInt = 0
  }

  private typealias Start =
    @convention(c) (
      UnsafeMutableRawPointer, Int32, UnsafePointer<CChar>, Int32
    ) -> Int32
  private typealias Step = @convention(c) (UnsafeMutableRawPointer, Int32) -> Int32
  private typealias Stop = @convention(c) (UnsafeMutableRawPointer) -> Int32

  private static let piece = 1 << 18
  private let stream: UnsafeMutablePointer<Stream>
  private let inflate: Step
  private let reset, stop: Stop

  /// The compressed bytes, of which the first `consumed` have been used.
  private var input: [UInt8]
  private var consumed = 0

  /// The numbers of compressed and expanded bytes so far.
  private(set) var totals = (compressed: 0, expanded: 0)
  private var isBetweenMembers = false

  /// Creates an inflater from the start of the compressed bytes.
  init(_ input: [UInt8]) throws {
    let names = ["libz.so.1", "libz.so", "libz.1.dylib", "/usr/lib/libz.1.dylib"]
    guard let library = names.lazy.compactMap({ dlopen($0, RTLD_NOW) }).first,
      let start = dlsym(library, "inflateInit2_"), let inflate = dlsym(library, "inflate"),
      let reset = dlsym(library, "inflateReset"), let stop = dlsym(library, "inflateEnd")
    else { throw TextError.noInflater }
    self.input = input
    self.inflate = unsafeBitCast(inflate, to: Step.self)
    self.reset = unsafeBitCast(reset, to: Stop.self)
    self.stop = unsafeBitCast(stop, to: Stop.self)
    stream = .allocate(capacity: 1)
    stream.initialize(to: Stream())
    // Adding 16 to the largest window size means that a gzip header is expected.
    let status = unsafeBitCast(start, to: Start.self)(
      stream, 15 + 16, "1", Int32(MemoryLayout<Stream>.size))
    guard status == 0 else {
      stream.deallocate()
      throw TextError.noInflater
    }
  }

  deinit {
    _ = stop(stream)
    stream.deallocate()
  }

  /// The next expanded bytes; none at the end.
  func next(_ source: () throws -> [UInt8]) throws -> [UInt8] {
    while true {
      if consumed == input.count {
        input = try source()
        consumed = 0
        if input.isEmpty {
          guard isBetweenMembers else { throw TextError.damagedCompression("it ends too early") }
          return []
        }
      }
      if isBetweenMembers {
        // Zeros may follow the last member.
        guard input[consumed] != 0 else {
          consumed = input.count
          continue
        }
        _ = reset(stream)
        isBetweenMembers = false
      }
      let output = try step()
      if !output.isEmpty { return output }
    }
  }

  private func step() throws -> [UInt8] {
    var status: Int32 = 0
    let output = [UInt8](unsafeUninitializedCapacity: Self.piece) { buffer, count in
      input.withUnsafeMutableBufferPointer { bytes in
        stream.pointee.nextIn = bytes.baseAddress.map { $0 + consumed }
        stream.pointee.availableIn = UInt32(clamping: bytes.count - consumed)
        stream.pointee.nextOut = buffer.baseAddress
        stream.pointee.availableOut = UInt32(buffer.count)
        let available = Int(stream.pointee.availableIn)
        status = inflate(stream, 0)
        consumed += available - Int(stream.pointee.availableIn)
        totals.compressed += available - Int(stream.pointee.availableIn)
        count = buffer.count - Int(stream.pointee.availableOut)
      }
    }
    // 1 is the end of a member; −5 asks for more input.
    guard status == 0 || status == 1 || status == -5 else {
      throw TextError.damagedCompression("its data are invalid")
    }
    isBetweenMembers = status == 1
    totals.expanded += output.count
    return output
  }
}
