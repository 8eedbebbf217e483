internal import CLayerKernels

/// The pixel kernels compiled for each instruction set and chosen at run time: the `dispatch`
/// variant.
///
/// Gives the same bytes as ``ScalarPixelKernels``. On arm64 there is nothing to choose, as with
/// ``DispatchKernels``.
package struct DispatchPixelKernels {
  /// The instruction set that was requested.
  package let instructionSet: InstructionSet

  private let table: UnsafePointer<pixel_kernels>

  /// The kernels for one set, or `nil` if this machine does not have it.
  package init?(_ instructionSet: InstructionSet) {
    guard let table = pixel_kernels_for(instructionSet.level) else { return nil }
    self.instructionSet = instructionSet
    self.table = table
  }

  /// The kernels for this machine's best set.
  ///
  /// - Throws: ``DispatchUnavailable`` on processors other than x86-64, and for a set that is none.
  package init() throws(DispatchUnavailable) {
    guard let kernels = DispatchPixelKernels(try InstructionSet.best.get()) else {
      throw .otherProcessor
    }
    self = kernels
  }
}

// The table is a constant of the program, like the table of ``DispatchKernels``.
extension DispatchPixelKernels: @unchecked Sendable {}

extension DispatchPixelKernels: PixelKernels {
  package func blend(
    _ source: Bitmap, opacity: UInt8, over target: inout Bitmap, at origin: PixelPoint
  ) {
    target.withOverlap(of: source.bytes, source.size, bytesPerPixel: 4, at: origin) { overlap in
      table.pointee.blend(
        overlap.source, overlap.sourceStride, opacity, overlap.target, overlap.targetStride,
        overlap.width, overlap.height)
    }
  }

  package func fill(
    _ color: Pixel, through mask: AlphaMask, over target: inout Bitmap, at origin: PixelPoint
  ) {
    target.withOverlap(of: mask.bytes, mask.size, bytesPerPixel: 1, at: origin) { overlap in
      table.pointee.fill(
        color.word, overlap.source, overlap.sourceStride, overlap.target, overlap.targetStride,
        overlap.width, overlap.height)
    }
  }

  package func apply(_ mask: AlphaMask, to target: inout Bitmap, at origin: PixelPoint) {
    target.withOverlap(of: mask.bytes, mask.size, bytesPerPixel: 1, at: origin) { overlap in
      table.pointee.apply(
        overlap.source, overlap.sourceStride, overlap.target, overlap.targetStride, overlap.width,
        overlap.height)
    }
  }

  package func blur(_ image: inout Bitmap, _ blur: BoxBlur) {
    self.blur(&image.bytes, image.size, bytesPerPixel: 4, blur)
  }

  package func blur(_ mask: inout AlphaMask, _ blur: BoxBlur) {
    self.blur(&mask.bytes, mask.size, bytesPerPixel: 1, blur)
  }

  private func blur(_ bytes: inout [UInt8], _ size: PixelSize, bytesPerPixel: Int, _ blur: BoxBlur)
  {
    guard !blur.windows.isEmpty else { return }
    let windows = blur.windows.map {
      pixel_window(length: $0.length, after: $0.after, half: $0.half, reciprocal: $0.reciprocal)
    }
    let scratch = UnsafeMutableRawPointer.allocate(
      byteCount: pixel_blur_scratch(size.width, size.height, bytesPerPixel, windows), alignment: 64)
    defer { scratch.deallocate() }
    bytes.withUnsafeMutableBufferPointer { bytes in
      table.pointee.blur(
        bytes.baseAddress, size.width, size.height, bytesPerPixel, windows,
        scratch.assumingMemoryBound(to: UInt8.self))
    }
  }

  package func downsample(_ image: Bitmap, to size: PixelSize) throws(RasterError) -> Bitmap {
    guard size.width <= image.size.width, size.height <= image.size.height else {
      throw .enlarged(from: image.size, to: size)
    }
    let columns = AreaWeights(from: image.size.width, to: size.width)
    let rows = AreaWeights(from: image.size.height, to: size.height)
    // Sums of columns have 31 bits, and weights of rows have 15. Only images with extreme
    // proportions need more.
    guard image.size.width >= pixel_downsample_width, rows.target <= Int(Int16.max),
      AreaWeights.sumsFit(columns: columns, rows: rows)
    else {
      return try SIMDPixelKernels().downsample(image, to: size)
    }
    var result = Bitmap(size)
    columns.withNative { columns in
      rows.withNative { rows in
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: 4 * image.size.width) { sums in
          result.bytes.withUnsafeMutableBufferPointer { target in
            image.bytes.withUnsafeBufferPointer { source in
              table.pointee.downsample(
                source.baseAddress, image.size.width, rows, columns, image.size.area,
                target.baseAddress, sums.baseAddress)
            }
          }
        }
      }
    }
    return result
  }
}

/// The overlap of an image with another one, in the form that the C kernels take.
private struct NativeOverlap {
  let source: UnsafePointer<UInt8>
  let target: UnsafeMutablePointer<UInt8>

  /// The bytes from the start of one row to the next.
  let sourceStride, targetStride: Int

  /// The size of the overlap, in pixels.
  let width, height: Int
}

extension Bitmap {
  /// Calls `body` with the overlap of two images if they overlap.
  fileprivate mutating func withOverlap(
    of bytes: [UInt8], _ other: PixelSize, bytesPerPixel: Int, at origin: PixelPoint,
    _ body: (NativeOverlap) -> Void
  ) {
    let overlap = Overlap(of: other, at: origin, on: size)
    guard let x = overlap.columns.first, let y = overlap.rows.first else { return }
    let width = size.width
    self.bytes.withUnsafeMutableBufferPointer { target in
      bytes.withUnsafeBufferPointer { source in
        guard let target = target.baseAddress, let source = source.baseAddress else { return }
        let first = (y - origin.y) * other.width + x - origin.x
        body(
          NativeOverlap(
            source: source + bytesPerPixel * first, target: target + 4 * (y * width + x),
            sourceStride: bytesPerPixel * other.width, targetStride: 4 * width,
            width: overlap.columns.count, height: overlap.rows.count))
      }
    }
  }
}

extension AreaWeights {
  /// Calls `body` with the weights in the form that the C kernels take.
  fileprivate func withNative(_ body: (pixel_spans) -> Void) {
    let native = spans.map {
      pixel_span(
        first: $0.first, last: $0.last, first_weight: Int32($0.firstWeight),
        last_weight: Int32($0.lastWeight))
    }
    native.withUnsafeBufferPointer {
      body(pixel_spans(spans: $0.baseAddress, count: $0.count, whole: Int32(target)))
    }
  }
}
