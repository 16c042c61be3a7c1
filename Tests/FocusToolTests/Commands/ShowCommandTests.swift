import Testing
import focus

/// The output and the exit codes of `focus show`, for cases that need no build.
struct ShowCommandTests {
  @Test func `a place that cannot be written to is said before the work`() throws {
    let directory = try TemporaryDirectory()
    let run = ToolRun("show", "--test", "A.B/c", "--html", directory("none/page.html"))
    claimEqual(run.code, .wrongUsage)
    #expect(
      run.notes
        == "focus: The page cannot be written to \(directory("none/page.html")): "
        + "there is no directory \(directory("none")). Expected an existing directory.\n")
  }
}
