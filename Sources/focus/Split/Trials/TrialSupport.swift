import Foundation
import TestEvents

/// The source code that trials need, in a separate file beside the test.
package enum TrialSupport {
  static let file = "FocusTrials"
  static let trialVariable = "FOCUS_TRIAL"

  /// The trace event that precedes a trial's assertion.
  static let mark = TraceEvent.call(TracedCall(kind: .settle, file: "focus", line: 0))

  /// The beginning of a line of the trace that has the type of a constant.
  private static let typeMark = "focus-type"

  static let source = #"""
    import Foundation

    /// The statements that this process runs of a test, and the assertion that it ends with.
    nonisolated struct FocusTrial: Sendable {
      static let current = FocusTrial()

      private let start: Int
      private let ending: Int
      private let units: Set<Int>
      private let trace: String?

      private init() {
        let environment = ProcessInfo.processInfo.environment
        let numbers = (environment["\#(trialVariable)"] ?? "").split(separator: " ")
          .map { $0.split(separator: ",").compactMap { Int($0) } }
        start = numbers.first?.first ?? 0
        ending = numbers.dropFirst().first?.first ?? -1
        units = Set(numbers.dropFirst(2).joined())
        trace = environment["\#(TestVariable.trace.rawValue)"]
      }

      func starts(_ number: Int) -> Bool { number == start }

      func runs(_ unit: Int) -> Bool { units.contains(unit) }

      func ends(_ number: Int) -> Bool {
        if number == ending { append(#"\#(mark.line.dropLast())"#) }
        return number == ending
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
        append("\#(typeMark)\t\(name)\t\(String(reflecting: type))")
      }

      private func append(_ line: String) {
        guard let trace, let file = FileHandle(forWritingAtPath: trace) else { return }
        _ = try? file.seekToEnd()
        file.write(Data((line + "\n").utf8))
        try? file.close()
      }
    }

    """#

  /// The types in a trial's trace, by the names of constants, as written in the test's module.
  static func types(in trace: Data) -> [String: String] {
    String(decoding: trace, as: UTF8.self).split(separator: "\n").reduce(into: [:]) { types, line in
      let parts = line.split(separator: "\t", maxSplits: 2).map(String.init)
      if parts.count == 3, parts[0] == typeMark { types[parts[1]] = withoutModules(parts[2]) }
    }
  }

  /// A type's name without modules: `Int` for `Swift.Int`; `nil` if source cannot write one of its names.
  package static func withoutModules(_ type: String) -> String? {
    let path = /\w+((?:\.(?:\w+|\(unknown context at \$\w+\)))+)/
    let result = type.replacing("any Swift.Error", with: "Swift.Error").replacing(path) { match in
      // The only existential type of the standard library that other types usually contain.
      if match.0 == "Swift.Error" { return "any Error" }
      // The first name is that of the module. A local type has a context without a name.
      let names = match.1.split(separator: ".")
      let context = names.lastIndex { $0.hasPrefix("(") }
      return names[(context.map { $0 + 1 } ?? 0)...].joined(separator: ".")
    }
    return result.contains("$") || result.contains("unknown context") ? nil : result
  }
}
