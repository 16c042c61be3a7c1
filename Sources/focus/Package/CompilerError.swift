import Foundation

/// A compiler error at a line of one of a package's files.
package struct CompilerError: Hashable, Sendable {
  package let path: String
  package let line: Int
  package let column: Int

  /// The errors in an output, without duplicates.
  ///
  /// - Parameter paths: The paths of the package's files.
  package static func all(in output: String, paths: some Collection<String>) -> [CompilerError] {
    output.split(separator: "\n").compactMap { text in
      guard text.contains(": error: "),
        let match = text.wholeMatch(of: /^(.+\.swift):(\d+):(\d+): error: .*/),
        let line = Int(match.2), let column = Int(match.3),
        let path = paths.filter({ match.1.hasSuffix("/" + $0) }).max(by: { $0.count < $1.count })
      else { return nil }
      return CompilerError(path: path, line: line, column: column)
    }.uniqued
  }
}

extension TestedPackage {
  /// Builds the tests of a copy. Drops the parts that the compiler rejects, until the rest compiles.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of builds.
  ///   - paths: The files whose errors count.
  ///   - write: Writes the sources without the parts that were rejected so far, and returns what it wrote.
  ///   - blame: Returns the parts that cause errors. The last argument is the number of the build, from 1.
  ///   - failure: Returns the error to throw if no part causes the errors, or at the limit. By default, and if no
  ///     error is in these files, the error shows the compiler's output.
  /// - Returns: The last result of `write`, and the rejected parts.
  func build<Written, Part: Hashable>(
    in directory: String, limit: Int, paths: Set<String>,
    write: (Set<Part>) throws(ToolError) -> Written,
    blame: (Written, [CompilerError], Int) -> Set<Part>,
    failure: (([CompilerError]) -> ToolError)? = nil
  ) throws(ToolError) -> (written: Written, rejected: Set<Part>) {
    var rejected: Set<Part> = []
    var attempt = 0
    while true {
      attempt += 1
      let written = try write(rejected)
      let run = try host(in: directory).build()
      if run.code == 0 { return (written, rejected) }
      let errors = CompilerError.all(in: run.output, paths: paths)
      let blamed = blame(written, errors, attempt).subtracting(rejected)
      if blamed.isEmpty || attempt == limit {
        throw (errors.isEmpty ? nil : failure?(errors))
          ?? .notBuilt(run.output.replacingOccurrences(of: directory, with: self.directory))
      }
      rejected.formUnion(blamed)
    }
  }
}
