#if os(Linux)
  import BenchmarkModel
  import Foundation
  import TestSupport
  import Testing
  import WorkerClient

  @Suite("Counting library")
  struct CountingLibraryTests {
    @Test("A compiler that fails is started once in a process")
    func failure() async {
      await #expect(processExitsWith: .success) {
        await recordingErrors {
          let folder = try TemporaryFolder()
          let compiler = folder.url.appending(path: "cc")
          let log = folder.url.appending(path: "log")
          try "#!/bin/sh\necho started >>'\(log.path)'\necho 'error: no' >&2\nexit 1\n"
            .write(to: compiler, atomically: true, encoding: .utf8)
          try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: compiler.path)
          setenv("PATH", folder.url.path, 1)
          setenv("XDG_CACHE_HOME", folder.url.path, 1)

          var reasons: Set<String> = []
          for _ in 1...3 {
            do throws(Unavailable) {
              _ = try CountingLibrary.remembering()
            } catch { reasons.insert(error.reason) }
          }

          #expect(
            reasons == [
              "\(compiler.path) could not compile the counting library: error: no"
            ])
          #expect(try String(contentsOf: log, encoding: .utf8) == "started\n")
        }
      }
    }
  }
#endif
