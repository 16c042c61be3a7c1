#if os(Linux) || os(macOS)
  import Foundation
  import Testing
  import focus

  /// Exclusive use of a directory.
  struct DirectoryClaimTests {
    let directory: TemporaryDirectory
    private let copy: String

    init() throws {
      directory = try TemporaryDirectory()
      copy = directory("copy")
    }

    @Test func `a second command is an error while another one has the copy`() throws {
      let first = DirectoryClaim()
      try first.claim(copy, of: "the copy of the package")
      #expect(
        throws: ToolError.input(
          "Another `focus` is using the copy of the package in \(copy). "
            + "Run this command again after it ends.")
      ) { try DirectoryClaim().claim(copy, of: "the copy of the package") }
      // The process that has the copy may claim it again.
      try first.claim(copy, of: "the copy of the package")
    }

    /// A process that another test starts has all open files until it runs its own program, so a single attempt can fail.
    @Test func `a program that the command starts does not keep the copy`() throws {
      let isReleased = try (1...20).contains { _ in
        var first: DirectoryClaim? = DirectoryClaim()
        guard (try? first?.claim(copy, of: "the copy of the package")) != nil else { return false }
        let sleeper = Process()
        sleeper.executableURL = URL(fileURLWithPath: "/bin/sleep")
        sleeper.arguments = ["100"]
        try sleeper.run()
        // It inherits the signals that the test's thread blocks, so `terminate()` may have no effect.
        defer { kill(sleeper.processIdentifier, SIGKILL) }
        first = nil
        return (try? DirectoryClaim().claim(copy, of: "the copy of the package")) != nil
      }
      #expect(isReleased)
    }

    @Test func `the copies of two packages have two owners`() throws {
      let other = try TemporaryDirectory()
      let claims = [DirectoryClaim(), DirectoryClaim()]
      try claims[0].claim(copy, of: "the copy of the package")
      try claims[1].claim(other("copy"), of: "the copy of the package")
      withExtendedLifetime(claims) {}
    }
  }
#endif
