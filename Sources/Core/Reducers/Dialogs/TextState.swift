import Foundation

/// A text of an alert or a dialog, as a value that a test can compare.
public struct TextState: Hashable, Sendable {
  private let text: String
  package let isVerbatim: Bool

  /// Creates a text that is translated by the app's string table when it is shown. A key without a
  /// translation is shown unchanged.
  public init(_ key: String) {
    (text, isVerbatim) = (key, false)
  }

  /// Creates a text that is shown as it is: a name, a message of a server.
  public init(verbatim text: String) {
    (self.text, isVerbatim) = (text, true)
  }

  /// The text as it is shown.
  public var string: String {
    isVerbatim ? text : Bundle.main.localizedString(forKey: text, value: nil, table: nil)
  }
}

extension TextState: ExpressibleByStringLiteral {
  public init(stringLiteral key: String) {
    self.init(key)
  }
}

extension TextState: CustomStringConvertible {
  /// The text before translation.
  public var description: String { text }
}
