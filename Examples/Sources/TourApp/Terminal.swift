import Foundation
import Tour

/// The keyboard and the screen of a terminal.
@MainActor
enum Terminal {
  /// Reads single keys without an echo while `operation` runs.
  static func withKeys(_ operation: (AsyncStream<Key>) async -> Void) async {
    var usual = termios()
    tcgetattr(STDIN_FILENO, &usual)
    var raw = usual
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(STDIN_FILENO, TCSANOW, &raw)
    defer { tcsetattr(STDIN_FILENO, TCSANOW, &usual) }
    await operation(keys())
  }

  static func show(_ screen: String) {
    print("\u{1B}[2J\u{1B}[H\(screen)")
    fflush(nil)
  }

  private static func keys() -> AsyncStream<Key> {
    let (keys, continuation) = AsyncStream.makeStream(of: Key.self)
    // Reading blocks, so it has a separate thread.
    Thread.detachNewThread {
      while let line = readBytes() {
        for character in String(decoding: line, as: UTF8.self) {
          continuation.yield(Key(character))
        }
      }
      continuation.finish()
    }
    return keys
  }

  private nonisolated static func readBytes() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    return count > 0 ? Array(bytes.prefix(count)) : nil
  }
}

extension Key {
  fileprivate init(_ character: Character) {
    switch character {
    case "\n", "\r", "\r\n": self = .enter
    case "\u{1B}": self = .escape
    case "\u{7F}", "\u{8}": self = .backspace
    default: self = .character(character)
    }
  }
}
