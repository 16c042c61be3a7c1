import Foundation
import SourceReading
import TestEvents

/// The copy of a package in which a split tries and proves tests.
struct SplitCopy {
  let package: TestedPackage
  let found: FoundTest
  private let copy: PackageCopy

  /// The maximum number of builds that drop code that does not compile.
  private static let buildLimit = 4

  /// - Throws: An error if another command has the copy.
  init(of package: TestedPackage, for found: FoundTest) throws(ToolError) {
    self.package = package
    self.found = found
    copy = try package.copy()
  }

  var directory: String { copy.directory }
  var runner: MutationRunner {
    MutationRunner(host: package.host(in: directory), ledger: package.runs("ledger"))
  }

  /// Builds the copy, without the parts that do not compile.
  ///
  /// - Parameters:
  ///   - write: Returns what the copy contains without the rejected parts, and the text of the test's file.
  ///   - blame: Returns the parts that cause errors in the test's file.
  func build<Written, Part: Hashable>(
    write: (Set<Part>) -> (Written, text: String),
    blame: (Written, [CompilerError]) -> Set<Part>
  ) throws(ToolError) -> Written {
    try package.build(
      in: directory, limit: Self.buildLimit, paths: [found.path],
      write: { rejected throws(ToolError) in
        let (written, text) = write(rejected)
        try copy.update(adding: [found.path: Data(text.utf8)])
        return written
      }, blame: { written, errors, _ in blame(written, errors) }
    ).written
  }
}
