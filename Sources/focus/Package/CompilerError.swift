import Foundation

/// An error that the compiler printed, at a line of one of a package's files.
package struct CompilerError: Hashable, Sendable {
  package let path: String
  package let line: Int
  package let column: Int
  package let message: String

  /// The errors of an output, each once.
  ///
  /// - Parameter paths: The paths of the package's files.
  package static func all(in output: String, paths: some Collection<String>) -> [CompilerError] {
    var seen: Set<CompilerError> = []
    return output.split(separator: "\n").compactMap { text in
      guard text.contains(": error: "),
        let match = text.wholeMatch(of: /^(.+\.swift):(\d+):(\d+): error: (.*)/),
        let line = Int(match.2), let column = Int(match.3),
        let path = paths.filter({ match.1.hasSuffix("/" + $0) }).max(by: { $0.count < $1.count })
      else { return nil }
      let error = CompilerError(
        path: path, line: line, column: column, message: String(match.4))
      return seen.insert(error).inserted ? error : nil
    }
  }
}

extension TestedPackage {
  /// Builds the tests of a copy, and drops the parts that the compiler rejects until the rest compiles.
  ///
  /// - Parameters:
  ///   - owner: The value that writes the parts.
  ///   - limit: The most builds that are tried.
  ///   - paths: The files whose errors count.
  ///   - write: Writes the sources without the parts that were rejected so far.
  ///   - blame: Returns the parts that errors come from, each with a message. The last argument counts
  ///     the builds from 1.
  /// - Returns: The rejected parts, each with the first error in it.
  /// - Throws: An error if no part is to blame, or the limit is reached.
  func build<Owner, Part: Hashable>(
    _ owner: inout Owner, in directory: String, limit: Int, paths: Set<String>,
    write: (inout Owner, Set<Part>) throws(ToolError) -> Void,
    blame: (Owner, [CompilerError], Int) throws(ToolError) -> [Part: String]
  ) throws(ToolError) -> [Part: String] {
    var rejected: [Part: String] = [:]
    for attempt in 1... {
      try write(&owner, Set(rejected.keys))
      let run = try host(in: directory).build()
      if run.code == 0 { break }
      let errors = CompilerError.all(in: run.output, paths: paths)
      let blamed = try blame(owner, errors, attempt).filter { rejected[$0.key] == nil }
      if blamed.isEmpty || attempt == limit {
        throw .notBuilt(run.output.replacingOccurrences(of: directory, with: self.directory))
      }
      rejected.merge(blamed) { first, _ in first }
    }
    return rejected
  }
}
