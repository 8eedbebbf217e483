// What is judged here is stated there, so that whoever measures frames need not link their judge.
@_exported public import FrameModel
