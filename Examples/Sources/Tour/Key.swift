/// A key of the keyboard.
public enum Key: Equatable, Sendable {
  case character(Character)
  case enter
  case escape
  case backspace
}

extension String {
  /// The text after a key was typed at its end, or `nil` if the key doesn't change text.
  func typing(_ key: Key) -> String? {
    switch key {
    case .character(let character): self + String(character)
    case .backspace: String(dropLast())
    case .enter, .escape: nil
    }
  }
}
