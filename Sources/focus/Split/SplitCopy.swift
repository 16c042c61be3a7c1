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
  var host: any TestHost { package.host(in: directory) }

  /// Builds the copy, without the parts that do not compile. First, it leaves out test sources that the test doesn't seem
  /// to need.
  ///
  /// - Parameters:
  ///   - write: Returns what the copy contains without the rejected parts, and the text of the test's file.
  ///   - blame: Returns the parts that cause errors in the test's file.
  func build<Written, Part: Hashable>(
    write: (Set<Part>) -> (Written, text: String),
    blame: (Written, [CompilerError]) -> Set<Part>
  ) throws(ToolError) -> Written {
    func build(leavingOut unneeded: Set<String>) throws(ToolError) -> Written {
      try package.build(
        in: directory, limit: Self.buildLimit, paths: [found.path],
        write: { rejected throws(ToolError) in
          let (written, text) = write(rejected)
          try copy.update(leavingOut: unneeded, adding: [found.path: Data(text.utf8)])
          return written
        }, blame: { written, errors, _ in blame(written, errors) }
      ).written
    }
    do throws(ToolError) {
      return try build(leavingOut: package.unneededSources(of: [found]))
    } catch {
      if Interruption.process.isRaised { throw error }
      return try build(leavingOut: [])
    }
  }

  /// Tries mutants in some tests, each until a test kills it.
  ///
  /// - Parameter names: The tests' names in the ledger.
  /// - Returns: The mutants that a test kills.
  func killed(
    _ mutants: Set<MutantSubject>, by names: [String], report: @escaping (String) -> Void
  ) throws(ToolError) -> Set<MutantSubject> {
    let runner = MutationRunner(host: host, ledger: package.runs("ledger-\(UUID().uuidString)"))
    var session = MutationSession(
      run: { request throws(ToolError) in try runner.run(request) },
      find: { _ throws(ToolError) in
        var selection = MutantSelection(try runner.facts().trials)
        selection.restrict(to: mutants)
        return selection
      },
      report: report)
    session.selection = .among(names, found.function.framework)
    guard let result = try session.result(), result.isComplete else { throw .stopped }
    return Set(result.mutants.filter { $0.verdict == .killed }.map(\.subject))
  }
}
