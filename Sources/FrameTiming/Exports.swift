// `FrameModel` declares what this module judges, so code that only measures frames need not link
// the judge.
@_exported public import FrameModel
