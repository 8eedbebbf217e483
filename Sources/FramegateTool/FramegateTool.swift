import FramegateCommands

@main
enum FramegateTool { static func main() { FramegateCommand.main() } }
