// The types that this module judges are in `FrameModel`, so that code that only measures frames
// does not link the judge.
@_exported public import FrameModel
