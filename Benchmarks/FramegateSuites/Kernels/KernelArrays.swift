/// The inputs and the result of a kernel that takes two values and returns one.
struct Binary<Value> {
  let left, right: [Value]
  var result: [Value]
}

/// The inputs and the result of a kernel that takes one value and returns another.
struct Unary<Operand, Result> {
  let operand: [Operand]
  var result: [Result]
}

/// The inputs and the result of composition.
struct Composition<Pose, Transform> {
  let poses: [Pose]
  let perspectives: [SIMD2<Float>]
  var result: [Transform]
}

/// The inputs and the result of mapping rectangles.
struct Mapping<Transform, Size, Quad> {
  let transforms: [Transform]
  let sizes: [Size]
  var result: [Quad]
}

/// The inputs and the result of interpolation.
struct Interpolation<Pose, Transform> {
  let from, to: [Pose]
  let progress: [Float]
  var result: [Transform]
}

/// An implementation of kernels over blocks, with the inputs and the result of one kernel.
struct Batch<Kernels, Input, Result> {
  let kernels: Kernels
  let input: Input
  var result: Result
}
