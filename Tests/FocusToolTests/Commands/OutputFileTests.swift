import Testing
import focus

/// The files that commands write.
struct OutputFileTests {
  private static let scheme = ["--scheme", "App", "--destination", "platform=macOS"]

  // The type is stated, because the compiler takes seconds to infer it.
  private static let commands: [([String], file: String)] = [
    (["mutate", "--html"], "page"),
    (["report", "--html"], "page"),
    (["report", "--update-gaps", "--gaps"], "file of known gaps"),
    (["show", "--test", "A.B/c", "--html"], "page"),
    (["split", "--test", "A.B/c", "--patch"], "diff"),
  ]

  @Test(arguments: commands)
  func `A file that cannot be written is an error before anything runs`(
    arguments: [String], file: String
  ) {
    claimEqual(
      ToolRun(arguments + ["/none/file"]),
      .error(
        "The \(file) cannot be written to /none/file: there is no directory /none. "
          + "Expected an existing directory."))
  }
}
