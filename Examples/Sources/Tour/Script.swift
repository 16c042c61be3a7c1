/// Keys to press, written as a line of text: `Marie<enter><until Hello, Marie>1+<esc>`.
public struct Script: Equatable, Sendable {
  public enum Step: Equatable, Sendable {
    case press(Key)
    /// Waits until the screen shows a text.
    case until(String)
  }

  public struct UnknownKey: Error, Equatable, CustomStringConvertible {
    let name: String

    public var description: String {
      "Expected <enter>, <esc>, <back> or <until TEXT>, found <\(name)>."
    }
  }

  public private(set) var steps: [Step] = []

  public init(_ text: String) throws(UnknownKey) {
    var rest = text[...]
    while let first = rest.popFirst() {
      guard first == "<", let end = rest.firstIndex(of: ">") else {
        steps.append(.press(.character(first)))
        continue
      }
      let name = rest[..<end]
      switch name {
      case "enter": steps.append(.press(.enter))
      case "esc": steps.append(.press(.escape))
      case "back": steps.append(.press(.backspace))
      case _ where name.hasPrefix("until "):
        steps.append(.until(String(name.dropFirst("until ".count))))
      default: throw UnknownKey(name: String(name))
      }
      rest = rest[rest.index(after: end)...]
    }
  }
}
