extension FramegateMain {
  /// Does what the arguments say, and exits.
  ///
  /// Without arguments, it lists what is registered. `profile NAME` runs one benchmark or scenario
  /// for a debugger or a profiler. Every other command is handed over to the tool, which measures
  /// this executable.
  public static func main() {
    if serveIfWorker() || profileIfAsked() || listIfAsked() { return }
    ToolHandover.run(CommandLine.arguments)
  }
}
