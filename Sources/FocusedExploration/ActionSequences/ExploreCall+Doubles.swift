import FocusedTestStore
import SourceReading

// The names of the stubs and clocks of a test at its exploration: those of variables that are visible there.
extension ExploreCall {
  /// The name of the variable that holds a stub; `nil` if there is none.
  func path(toStub name: String) -> String? {
    variables { source.tokens[$0].kind == .string && source.text($0) == "\"\(name)\"" }.first
  }

  /// The names of the clocks, in the order of their creation in the test.
  var clocks: [String] {
    variables { source.text($0) == "TestClock" && $0 > 0 && source.text($0 - 1) == "=" }
  }

  /// The variables before the exploration whose values contain certain tokens.
  private func variables(where isPart: (Int) -> Bool) -> [String] {
    guard let statement else { return [] }
    return source.tokens.indices
      .filter { $0 < statement.lowerBound && isPart($0) }
      .filter { source.block(around: $0).contains(statement.lowerBound) }
      .compactMap { source.variable(holding: $0)?.name }
  }
}
