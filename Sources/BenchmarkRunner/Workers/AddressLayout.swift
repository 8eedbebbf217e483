/// The placement of a worker's memory: the same for both workers of a launch, different in every
/// launch.
///
/// The addresses of code, stack and heap change times by about a percent from process to process,
/// as much as the changes to detect, and systems choose them at random. Two workers with the same
/// placement differ only in what their code does. The stack and small heap blocks move from launch
/// to launch, so that their placement does not decide. Programs, libraries and large blocks keep
/// their addresses, so an effect of a build's own code layout shows up as a change.
package struct AddressLayout: Hashable, Sendable {
  /// The distances that stack and heap are moved: up to a page, after which the effects repeat.
  static let shifts = 0..<4_096

  /// The program that starts another without random addresses, or nil without one.
  let launcher: String?

  /// Bytes that the stack and small heap blocks are moved: the length of
  /// `WorkerStart.shiftVariable`, which moves the stack because the environment is part of it.
  let shift: Int
}

extension AddressLayout {
  /// The program that starts another without random addresses.
  ///
  /// - Returns: Nil if it is missing or not permitted, as in many containers.
  package static func launcher() async -> String? {
    #if os(Linux)
      for path in ["/usr/bin/setarch", "/bin/setarch"]
      where await Command(path, launcherOptions + ["true"]).output() != nil { return path }
    #endif
    return nil
  }

  /// The arguments of the launcher before the program.
  ///
  /// Old versions, and BusyBox's, require the architecture and accept only short options.
  static let launcherOptions = [MachineProbe.kernelArchitecture, "-R"]
}
