import Foundation
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

  @Test func `a file is replaced as a whole, and keeps its mode`() throws {
    let directory = try TemporaryDirectory()
    try directory.write("old", to: "file")
    let path = directory("file")
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    try FileManager.default.createSymbolicLink(
      atPath: directory("link"), withDestinationPath: "file")
    // A reader of the old file doesn't see the new text, because it is another file.
    let reader = try #require(FileHandle(forReadingAtPath: path))
    try OutputFile(directory("link")).write("new text", what: "The file")
    #expect(try directory.read("file") == "new text")
    #expect(try reader.readToEnd() == Data("old".utf8))
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect(mode as? Int == 0o640)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: directory("link")) == "file")
    try OutputFile("/dev/null").write("text", what: "The file")
    let type = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type]
    #expect(type as? FileAttributeType == .typeCharacterSpecial)
  }

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
