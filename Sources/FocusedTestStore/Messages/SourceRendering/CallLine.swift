import Core
import Foundation

/// The part of a call's source line that messages quote.
struct CallLine {
  /// The line up to the arguments of the call: `let login = store.scope`.
  private let call: Substring
  /// The rest of the line, from the bracket that opens the arguments.
  private let arguments: Substring

  /// - Returns: `nil` if the file can't be read, or if the line has changed.
  init?(at callSite: CallSite) {
    guard let text = try? String(contentsOfFile: callSite.filePath.description, encoding: .utf8)
    else { return nil }
    // The earlier lines are only counted: splitting a long file takes a fifth of a failure's time.
    var rest = text[...]
    for _ in 1..<max(callSite.line, 1) {
      guard let end = rest.utf8.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      rest = rest[rest.utf8.index(after: end)...]
    }
    self.init(rest.prefix { !$0.isNewline }, column: Int(callSite.column))
  }

  /// - Parameter column: The position of the bracket in UTF-8, from 1.
  init?(_ line: Substring, column: Int) {
    let bracket = line.utf8
      .index(line.startIndex, offsetBy: max(column - 1, 0), limitedBy: line.endIndex)
    guard let bracket, line[bracket...].first.map("({".contains) == true else { return nil }
    let name = line[..<bracket]
    // `store.assert { … }`
    call = name.last == " " ? name.dropLast() : name
    arguments = line[bracket...]
  }

  /// The receiver of the call, if it is a dotted name: `store`, `self.store`.
  var receiver: String? {
    call.firstMatch(of: /([\w.]*\w)\.\w+$/).map { String($0.1) }
  }

  /// The case that `receive(case: { .loaded($0) })` or `receive(case: Profile.Action.loaded)` names.
  var caseName: String? {
    guard let pattern = arguments.firstMatch(of: /^\(case: \{ *(\.[^{}]*\$0[^{}]*[^{} ]) *\}/)
    else { return arguments.firstMatch(of: /^\(case: [\w.]+\.(\w+)[,)]/).map { ".\($0.1)" } }
    // Omits the payload if none of its values is given.
    return String(pattern.1).replacing(/(\.\w+)\((?:\w+: *)?\$\d(?:, *(?:\w+: *)?\$\d)*\)/) { $0.1 }
      .replacing(/\$\d/, with: "_")
  }

  /// The names in the key path or the closure of the argument `state`.
  var namesOfState: [String] {
    guard let state = arguments.firstMatch(of: /state: (.*?)(, action:|$)/) else { return [] }
    return state.1.matches(of: /\.(\w+)/).map { String($0.1) }
  }
}
