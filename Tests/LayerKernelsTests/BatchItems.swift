import LayerKernels
import MotionKernels

/// One input for every batch kernel, item by item, so that tests can corrupt single items.
struct BatchItems {
  var left, right: [Transform3D]
  var start, end: [LayerPose]
  var fractions: [Float]
  var pairs: [SIMD2<Float>]
  var springs: [ScalarSpring]
  let propagators: [SpringPropagator]

  /// The result of a kernel: the bits of every field, for every item.
  struct Result: Equatable {
    let kernel: String
    let items: [[UInt32]]
  }

  /// The first `count` of 53 random items.
  init(count: Int, seed: UInt64) {
    left = Array(BatchKernelTests.transforms(seed).prefix(count))
    right = Array(BatchKernelTests.transforms(seed + 99).prefix(count))
    start = Array(BatchKernelTests.poses(seed).prefix(count))
    end = Array(BatchKernelTests.poses(seed + 99).prefix(count))
    fractions = Array(BatchKernelTests.fractions(seed).prefix(count))
    pairs = Array(repeating: SIMD2(3, 4), count: count)
    springs = Array(
      BatchSpringTests.springs(count: BatchKernelTests.count, seed: seed).prefix(count))
    propagators = springs.map { BatchSpringTests.exact($0).propagator(over: 1 / 120) }
  }

  /// Runs every kernel.
  func results(of kernels: some BatchKernels) -> [Result] {
    let count = left.count
    var results: [Result] = []
    func note<Block>(_ kernel: String, _ blocks: BlockArray<Block>) {
      results.append(Result(kernel: kernel, items: Self.items(blocks, at: 0..<count)))
    }
    let (a, b) = (Blocks.transforms(left), Blocks.transforms(right))
    let (p, q) = (Blocks.poses(start), Blocks.poses(end))
    let (t, e) = (Blocks.numbers(fractions), Blocks.pairs(pairs))
    var transforms = Blocks.identities(count: count)
    kernels.concatenate(a, b, into: &transforms)
    note("concatenate", transforms)
    kernels.compose(p, e, into: &transforms)
    note("compose", transforms)
    kernels.interpolate(a, b, at: t, into: &transforms)
    note("interpolate by decomposition", transforms)
    kernels.interpolate(p, q, at: t, into: &transforms)
    note("interpolate stored parts", transforms)
    var quads = Blocks.quads(count: count)
    kernels.mapQuads(a, halfSizes: e, into: &quads)
    note("mapQuads", quads)
    var states = Blocks.states(Array(repeating: .zero, count: count))
    kernels.evaluate(Blocks.springs(springs), at: 0.37, into: &states)
    note("springs", states)
    kernels.step(&states, by: Blocks.propagators(propagators))
    note("springs by fixed steps", states)
    let sorted = SortedSprings(springs)
    var sortedStates = Blocks.states(Array(repeating: .zero, count: sorted.blockCount * 16))
    kernels.evaluate(sorted, at: 3.7, into: &sortedStates)
    results.append(
      Result(kernel: "sorted springs", items: Self.items(sortedStates, at: sorted.positions)))
    for curve in [
      TimingFunction.easeInOut, .easeIn, .easeOut, .cubicBezier(0, 0.5, 1, 0.5), .steps(3),
    ] {
      var progress = t
      kernels.progress(at: t, PreparedTiming(curve), into: &progress)
      note("progress of \(curve)", progress)
    }
    return results
  }

  /// The bits of the fields of some items: lane l of field f of a block is its number 16 · f + l.
  private static func items<Block>(
    _ blocks: BlockArray<Block>, at positions: some Sequence<Int>
  ) -> [[UInt32]] {
    blocks.withUnsafeBufferPointer { blocks in
      let bits = UnsafeRawBufferPointer(blocks).bindMemory(to: UInt32.self)
      let fields = MemoryLayout<Block>.size / 64
      return positions.map { item in
        (0..<fields).map { bits[(item / 16 * fields + $0) * 16 + item % 16] }
      }
    }
  }
}
