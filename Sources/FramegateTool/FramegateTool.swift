@main
struct FramegateTool {
  static func main() {}
}
