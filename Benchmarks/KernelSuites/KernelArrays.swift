/// Inputs and results of kernels that take two values and give one.
struct Binary<Value> {
  let left, right: [Value]
  var result: [Value]
}

/// Inputs and results of kernels that take one value and give another.
struct Unary<Operand, Result> {
  let operand: [Operand]
  var result: [Result]
}

/// Inputs and results of composition.
struct Composition<Pose, Transform> {
  let poses: [Pose]
  let perspectives: [SIMD2<Float>]
  var result: [Transform]
}

/// Inputs and results of mapping rectangles.
struct Mapping<Transform, Size, Quad> {
  let transforms: [Transform]
  let sizes: [Size]
  var result: [Quad]
}

/// Inputs and results of interpolation.
struct Interpolation<Pose, Transform> {
  let from, to: [Pose]
  let progress: [Float]
  var result: [Transform]
}
