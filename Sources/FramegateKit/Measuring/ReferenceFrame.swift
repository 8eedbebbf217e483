import WorkerProtocol

/// Fixed work that resembles a frame; budgets state work as multiples of it.
///
/// A machine with a slower clock or slower memory needs more time both for a frame and for this
/// work, so their ratio stays about the same across machines. The work animates a few nodes of a
/// tree, multiplies transforms down the tree, leaves out what is off screen, and sorts the rest.
/// It imports nothing that is measured, allocates nothing, and never changes: a change would move
/// every budget that is stated in reference frames. Over a cycle of 60 frames, its work varies by
/// up to a tenth, because nodes that are nearly transparent are left out.
package final class ReferenceFrame {
  private static let nodeCount = 256
  private static let seed: UInt64 = 0x5EED_F4A3

  private let root: Node
  private var quads: [Quad]
  private var order: [Int]
  private var count = 0
  private var time = 0.0

  package init() {
    var generator = NodeGenerator(seed: Self.seed)
    let nodes = (0..<Self.nodeCount).map { Node(number: $0, &generator) }
    // The parent of each node is one of the eight before it, which makes the tree about as deep
    // and wide as that of a page.
    for number in 1..<Self.nodeCount {
      let parent = max(0, number - 1 - Int(generator.next() % 8))
      nodes[parent].children.append(nodes[number])
    }
    root = nodes[0]
    quads = Array(repeating: Quad(), count: Self.nodeCount)
    order = Array(0..<Self.nodeCount)
  }

  @inline(never)
  func render() -> Double {
    time += 1.0 / 60
    count = 0
    visit(root, Matrix(), opacity: 1)
    sort()
    var sum = 0.0
    for index in 0..<count {
      let quad = quads[order[index]]
      sum += quad.depth * Double(index & 7) + quad.corners.0 - quad.corners.5 + quad.opacity
    }
    return sum
  }

  /// Thread CPU time of each of `frames` consecutive frames, in nanoseconds; includes the clock's
  /// cost.
  package func sample(_ frames: Int, _ state: CacheState) throws -> [Int64] {
    try state.prepare()
    // Whatever ran before must not make the first frame colder than the others.
    blackHole(render())
    return (0..<frames).map { index in
      if state == .cold { CacheState.cool(before: index) }
      let start = Clock.threadCPU
      blackHole(render())
      return Clock.threadCPU - start
    }
  }

  private func visit(_ node: Node, _ parent: Matrix, opacity: Double) {
    if node.isAnimated { node.animate(to: time) }
    let shown = opacity * node.opacity
    guard shown > 0.01 else { return }
    let toWindow = node.matrix.concatenating(parent)
    let (x0, y0) = toWindow.image(0, 0)
    let (x1, y1) = toWindow.image(node.width, 0)
    let (x2, y2) = toWindow.image(node.width, node.height)
    let (x3, y3) = toWindow.image(0, node.height)
    let isVisible =
      min(x0, x1, x2, x3) < 375 && max(x0, x1, x2, x3) > 0 && min(y0, y1, y2, y3) < 667
      && max(y0, y1, y2, y3) > 0
    if isVisible {
      quads[count] = Quad(
        corners: (x0, y0, x1, y1, x2, y2, x3, y3), opacity: shown, depth: node.depth)
      count += 1
    }
    for child in node.children { visit(child, toWindow, opacity: shown) }
  }

  /// Sorts the quads by depth; those of one depth stay in the order of the tree.
  private func sort() {
    for index in 0..<count { order[index] = index }
    // Insertion sort: depths are nearly in order, and nothing is allocated.
    for index in stride(from: 1, to: count, by: 1) {
      let moved = order[index]
      let depth = quads[moved].depth
      var place = index
      while place > 0, quads[order[place - 1]].depth > depth {
        order[place] = order[place - 1]
        place -= 1
      }
      order[place] = moved
    }
  }
}

extension ReferenceFrame {
  /// What is drawn of a node.
  private struct Quad {
    var corners = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    var opacity = 0.0
    var depth = 0.0
  }

  /// A 4 × 4 matrix for row vectors.
  private struct Matrix {
    var rows = (
      SIMD4<Double>(1, 0, 0, 0), SIMD4<Double>(0, 1, 0, 0), SIMD4<Double>(0, 0, 1, 0),
      SIMD4<Double>(0, 0, 0, 1)
    )

    /// Applies `self`, then `next`.
    func concatenating(_ next: Matrix) -> Matrix {
      Matrix(
        rows: (
          next.applied(to: rows.0), next.applied(to: rows.1), next.applied(to: rows.2),
          next.applied(to: rows.3)
        ))
    }

    private func applied(to v: SIMD4<Double>) -> SIMD4<Double> {
      v.x * rows.0 + v.y * rows.1 + (v.z * rows.2 + v.w * rows.3)
    }

    func image(_ x: Double, _ y: Double) -> (Double, Double) {
      let image = applied(to: SIMD4(x, y, 0, 1))
      return (image.x / image.w, image.y / image.w)
    }
  }

  private final class Node {
    let isAnimated: Bool
    let width, height, depth: Double
    let start, end: SIMD2<Double>
    var matrix = Matrix()
    var opacity = 1.0
    var children: [Node] = []

    init(number: Int, _ generator: inout NodeGenerator) {
      func random(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound
          + (range.upperBound - range.lowerBound) * Double(generator.next() >> 11) / 0x1p53
      }
      isAnimated = number % 8 == 1
      width = random(20...200)
      height = random(20...120)
      depth = number % 16 == 3 ? 1 : 0
      start = SIMD2(random(0...40), random(0...90))
      end = start + SIMD2(random(0...60), random(0...60))
      matrix.rows.3 = SIMD4(start.x, start.y, 0, 1)
      matrix.rows.2.w = -1.0 / 2_000
    }

    /// Moves the node and makes it more opaque, along an eased curve.
    func animate(to time: Double) {
      let fraction = Self.eased(time - time.rounded(.down))
      let place = start + (end - start) * fraction
      matrix.rows.3 = SIMD4(place.x, place.y, 0, 1)
      opacity = 0.5 + 0.5 * fraction
    }

    /// The y at `x` in 0…1 of the cubic Bézier curve with control points (0.42, 0) and (0.58, 1).
    private static func eased(_ x: Double) -> Double {
      var t = x
      for _ in 0..<8 {
        let u = 1 - t
        let error = 3 * u * u * t * 0.42 + 3 * u * t * t * 0.58 + t * t * t - x
        let slope = 3 * u * u * 0.42 + 6 * u * t * 0.16 + 3 * t * t * 0.42
        t -= error / slope
      }
      return 3 * (1 - t) * t * t + t * t * t
    }
  }
}

/// Generates the nodes with a private copy of SplitMix64, because they must never change.
private struct NodeGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
