import TestEvents

/// The source code that trials need, in a separate file beside the test.
package enum TrialSupport {
  static let file = "FocusTrials"
  static let trialVariable = "FOCUS_TRIAL"
  static let typesVariable = "FOCUS_TRIAL_TYPES"

  /// The trace event that precedes a trial's assertion.
  static let mark = TraceEvent.call(TracedCall(kind: .settle, file: "focus", line: 0))

  static let source = #"""
    import Foundation

    /// The statements that this process makes of a test, and the assertion that it ends with.
    nonisolated struct FocusTrial: Sendable {
      static let current = FocusTrial()

      private let start: Int
      private let ending: Int
      private let marked: Int
      private let units: Set<Int>
      private let trace: String?
      private let types: String?

      private init() {
        let environment = ProcessInfo.processInfo.environment
        let parts = (environment["\#(trialVariable)"] ?? "").split(separator: " ").map(String.init)
        start = parts.count > 0 ? Int(parts[0]) ?? 0 : 0
        ending = parts.count > 1 ? Int(parts[1]) ?? -1 : -1
        marked = parts.count > 2 ? Int(parts[2]) ?? -1 : -1
        units = Set(parts.count > 3 ? parts[3].split(separator: ",").compactMap { Int($0) } : [])
        trace = environment["\#(TestVariable.trace.rawValue)"]
        types = environment["\#(typesVariable)"]
      }

      func starts(_ number: Int) -> Bool { number == start }

      func runs(_ unit: Int) -> Bool {
        if unit == marked { mark() }
        return units.contains(unit)
      }

      func ends(_ number: Int) -> Bool {
        guard number == ending else { return false }
        mark()
        return true
      }

      func made<T>(_ unit: Int, _ make: () throws -> T) rethrows -> T? {
        runs(unit) ? try make() : nil
      }

      nonisolated(nonsending) func made<T>(
        _ unit: Int, _ make: nonisolated(nonsending) () async throws -> T
      ) async rethrows -> T? {
        runs(unit) ? try await make() : nil
      }

      func note(_ name: String, _ type: Any.Type) {
        if let types { append("\(name)\t\(String(reflecting: type))\n", to: types) }
      }

      private func mark() {
        if let trace { append(#"\#(mark.line.dropLast())"# + "\n", to: trace) }
      }

      private func append(_ text: String, to path: String) {
        guard let file = FileHandle(forWritingAtPath: path) else { return }
        _ = try? file.seekToEnd()
        file.write(Data(text.utf8))
        try? file.close()
      }
    }

    """#

  /// The types that a run printed, by the names of constants, as written in the test's module.
  static func types(in text: String) -> [String: String] {
    text.split(separator: "\n").reduce(into: [:]) { types, line in
      let parts = line.split(separator: "\t", maxSplits: 1)
      if parts.count == 2 { types[String(parts[0])] = withoutModules(String(parts[1])) }
    }
  }

  /// A type's name without modules: `Int` for `Swift.Int`; `nil` if source cannot write one of its names.
  package static func withoutModules(_ type: String) -> String? {
    var result = ""
    var rest = Substring(type)
    let context = "(unknown context at "
    func isWord(_ character: Character?) -> Bool {
      character.map { $0.isLetter || $0.isNumber || $0 == "_" } == true
    }
    while let first = rest.first {
      guard isWord(first), !isWord(result.last), result.last != "." else {
        result.append(rest.removeFirst())
        continue
      }
      // A path of names. It may contain contexts without a name.
      var path: [Substring] = []
      var isLocal = false
      while let first = rest.first, isWord(first) || first == "(" {
        if rest.hasPrefix(context) {
          guard let end = rest.firstIndex(of: ")") else { return nil }
          rest = rest[rest.index(after: end)...]
          (path, isLocal) = ([], true)
        } else if isWord(first) {
          let word = rest.prefix { isWord($0) }
          path.append(word)
          rest = rest[word.endIndex...]
        } else {
          break
        }
        guard rest.first == "." else { break }
        rest.removeFirst()
      }
      // The first name is that of the module.
      result += path.dropFirst(isLocal || path.count == 1 ? 0 : 1).joined(separator: ".")
    }
    return result.contains("$") || result.contains("unknown context") ? nil : result
  }
}
