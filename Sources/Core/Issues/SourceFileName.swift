/// The name of a source file, as an argument of a subscript.
///
/// The arguments of a subscript in a key path must be `Hashable`, which `StaticString` is not.
public struct SourceFileName: ExpressibleByStringLiteral, Sendable {
  package let value: StaticString

  /// Creates the name from a literal such as `#fileID`.
  public init(stringLiteral value: StaticString) {
    self.value = value
  }
}

extension SourceFileName: Hashable {
  public static func == (lhs: SourceFileName, rhs: SourceFileName) -> Bool {
    lhs.value.description == rhs.value.description
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(value.description)
  }
}
