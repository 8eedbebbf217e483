import LayerKernels
import MotionKernels
import TestSupport
import Testing

/// The behavior of the batch kernels with unusual input.
@Suite("Edges of the kernels over blocks")
struct BatchEdgeTests {
  private static let items = BatchItems(count: BatchKernelTests.count, seed: 21)

  @Test(
    "Any number of items, none included", arguments: BatchImplementation.allCases,
    [0, 1, 15, 16, 17, 33])
  func counts(_ implementation: BatchImplementation, count: Int) {
    let all = Self.items.results(of: implementation.kernels)
    let some = BatchItems(count: count, seed: 21).results(of: implementation.kernels)
    for (all, some) in zip(all, some) {
      #expect(some.items.count == count)
      #expect(some.items[...] == all.items.prefix(count), "\(some.kernel)")
    }
  }

  @Test(
    "Infinity and NaN stay in their item", arguments: BatchImplementation.allCases,
    [Float.nan, .infinity, -.infinity])
  func notFinite(_ implementation: BatchImplementation, value: Float) {
    let spoiled = 20
    let row = SIMD4<Float>(repeating: value)
    var items = Self.items
    items.left[spoiled] = Transform3D(row, row, row, row)
    items.right[spoiled] = items.left[spoiled]
    items.start[spoiled] = LayerPose(
      translation: SIMD3(repeating: value), rotation: row, scale: SIMD3(repeating: value))
    items.end[spoiled] = items.start[spoiled]
    items.fractions[spoiled] = value
    items.pairs[spoiled] = SIMD2(repeating: value)
    items.springs[spoiled] = ScalarSpring(
      frequency: value, dampingRatio: value, displacement: value, velocity: value)

    let (results, expected) = (
      items.results(of: implementation.kernels), Self.items.results(of: implementation.kernels)
    )

    for (result, expected) in zip(results, expected) {
      for index in result.items.indices where index != spoiled {
        #expect(result.items[index] == expected.items[index], "\(result.kernel), item \(index)")
      }
      let numbers = result.items[spoiled].map(Float.init(bitPattern:))
      let (hasNaN, isFinite) = (numbers.contains { $0.isNaN }, numbers.allSatisfy { $0.isFinite })
      if value.isNaN {
        #expect(hasNaN, "\(result.kernel) lost the NaN")
      } else if !result.kernel.hasPrefix("progress") {
        // A fraction is clamped to 0…1; nothing else can be finite.
        #expect(!isFinite, "\(result.kernel) made it finite")
      }
    }
  }

  @Test(
    "Flat and mirrored items and a w of 0 leave the others alone",
    arguments: BatchImplementation.allCases)
  func degenerate(_ implementation: BatchImplementation) throws {
    var items = Self.items
    items.left[3] = .makeScale(x: 0, y: 0, z: 0)
    items.left[18] = .makeScale(x: -2, y: 1, z: 1)
    items.right[18] = items.left[18]
    items.left[40] = .makeScale(x: 1, y: 1, z: 1)
    items.left[40].row4.w = 0
    items.start[3].scale = .zero
    items.start[18].scale = SIMD3(-1, 1, 1)
    items.end[18].rotation = -items.start[18].rotation
    items.end[40].rotation = items.start[40].rotation

    let (results, expected) = (
      items.results(of: implementation.kernels), Self.items.results(of: implementation.kernels)
    )

    for (result, expected) in zip(results, expected) {
      for index in result.items.indices where ![3, 18, 40].contains(index) {
        #expect(result.items[index] == expected.items[index], "\(result.kernel), item \(index)")
      }
      for index in [3, 18] {
        let isFinite = result.items[index].allSatisfy { Float(bitPattern: $0).isFinite }
        #expect(isFinite, "\(result.kernel), item \(index)")
      }
    }
    // The mirrored item has equal ends, so it does not move.
    let decomposed = try #require(results.first { $0.kernel == "interpolate by decomposition" })
    let values = decomposed.items[18].map(Float.init(bitPattern:))
    for (value, exact) in zip(values, items.left[18].entries) {
      #expect(abs(Double(value) - exact) <= 4e-6)
    }
    // Its corners are infinitely far away.
    let corners = try #require(results.first { $0.kernel == "mapQuads" })
    let isFinite = corners.items[40].allSatisfy { Float(bitPattern: $0).isFinite }
    #expect(!isFinite)
  }
}
