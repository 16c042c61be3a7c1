/// The name of a source file, as an argument of a subscript.
///
/// The arguments of a subscript in a key path must be `Hashable`, which `StaticString` is not.
public struct _SourceFileName: ExpressibleByStringLiteral, Sendable {
  package let value: StaticString

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
