// FrameTiming
