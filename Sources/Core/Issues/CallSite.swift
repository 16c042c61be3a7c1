/// The location in a source file of an issue, an effect, or a step.
///
/// Public methods combine the four literals into one `CallSite`, so that a file is never combined with the line of
/// another file.
package struct CallSite: Sendable {
  package let fileID: StaticString
  package let filePath: StaticString
  package let line: UInt
  package let column: UInt

  package init(
    fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
  ) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  /// The line that uses a subscript.
  @_disfavoredOverload
  package init(fileID: _SourceFileName, filePath: _SourceFileName, line: UInt, column: UInt) {
    self.init(fileID: fileID.value, filePath: filePath.value, line: line, column: column)
  }
}

extension CallSite: Hashable {
  package static func == (lhs: CallSite, rhs: CallSite) -> Bool {
    lhs.line == rhs.line && lhs.column == rhs.column
      && (lhs.filePath.utf8Start == rhs.filePath.utf8Start
        || lhs.filePath.description == rhs.filePath.description)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(line)
    hasher.combine(column)
  }
}

extension CallSite: CustomStringConvertible {
  /// The file's name and line in messages: `ProfileTests.swift:12`.
  package var description: String {
    let fileID = fileID.description
    let name = fileID.lastIndex(of: "/").map { fileID[fileID.index(after: $0)...] } ?? fileID[...]
    return "\(name):\(line)"
  }
}

/// The name of a source file, as an argument of a subscript.
///
/// The arguments of a subscript in a key path must be `Hashable`, which `StaticString` is not.
public struct _SourceFileName: ExpressibleByStringLiteral, Sendable {
  package let value: StaticString

  init(_ value: StaticString) { self.value = value }

  /// Creates the name from a literal such as `#fileID`.
  public init(stringLiteral value: StaticString) {
    self.value = value
  }
}

extension _SourceFileName: Hashable {
  public static func == (lhs: _SourceFileName, rhs: _SourceFileName) -> Bool {
    lhs.value.description == rhs.value.description
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(value.description)
  }
}
