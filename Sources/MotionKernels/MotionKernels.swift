// MotionKernels
