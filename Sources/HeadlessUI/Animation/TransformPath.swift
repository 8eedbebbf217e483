import MotionKernels

/// The way from one transform to another; both ends are taken apart once, when it is recorded.
typealias TransformPath = TransformInterpolation<Transform3D64>
