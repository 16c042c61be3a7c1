/// A file's name that can be an argument of a subscript in a key path, as `StaticString` cannot.
public struct SourceFileName: ExpressibleByStringLiteral, Sendable {
  package let value: StaticString

  /// The name that a literal such as `#fileID` stands for.
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
