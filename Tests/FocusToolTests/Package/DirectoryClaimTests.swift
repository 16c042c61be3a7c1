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

    /// A process that another test starts has all open files until it runs its own program, which a busy machine delays.
    /// So the copy may be free only after many attempts.
    @Test func `a program that the command starts does not keep the copy`() throws {
      var first: DirectoryClaim? = DirectoryClaim()
      try first?.claim(copy, of: "the copy of the package")
      // Unlike Foundation's `Process`, it closes no files of this process.
      let program = popen("cat", "w")
      defer { pclose(program) }
      first = nil
      let isReleased = (1...10_000).contains { _ in
        sched_yield()
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
