// FramegateKit
