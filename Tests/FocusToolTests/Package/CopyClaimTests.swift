#if os(Linux) || os(macOS)
  import Foundation
  import Testing
  import focus

  /// Exclusive use of a package's copy.
  struct CopyClaimTests {
    let directory: TemporaryDirectory
    let copy: PackageCopy

    init() throws {
      directory = try TemporaryDirectory()
      copy = PackageCopy(of: directory.path)
    }

    @Test func `a second command is an error while another one has the copy`() throws {
      let first = CopyClaim()
      try first.claim(copy)
      #expect(
        throws: ToolError.input(
          "Another `focus` is using the copy of the package in \(copy.directory). "
            + "Run this command again after it ends.")
      ) { try CopyClaim().claim(copy) }
      // The process that has the copy may claim it again.
      try first.claim(copy)
    }

    @Test func `a program that the command starts does not keep the copy`() throws {
      var first: CopyClaim? = CopyClaim()
      try first?.claim(copy)
      let sleeper = Process()
      sleeper.executableURL = URL(fileURLWithPath: "/bin/sleep")
      sleeper.arguments = ["100"]
      try sleeper.run()
      defer { sleeper.terminate() }
      first = nil
      try CopyClaim().claim(copy)
    }

    @Test func `the copies of two packages have two owners`() throws {
      let other = try TemporaryDirectory()
      let claims = [CopyClaim(), CopyClaim()]
      try claims[0].claim(copy)
      try claims[1].claim(PackageCopy(of: other.path))
      withExtendedLifetime(claims) {}
    }
  }
#endif
