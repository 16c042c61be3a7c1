import FocusedTestStore
import Foundation
import Testing
@testable import TestFixtures

// What several pages use in their hidden code.

/// Expects that an operation fails with the message in the first block without a language that follows in the page.
nonisolated(nonsending) func expectShown(
  issues count: Int = 1, path: String = #filePath, line: Int = #line,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ operation: nonisolated(nonsending) () async -> Void
) async throws {
  let issues = await withCapturedIssues(operation)
  #expect(issues.count == count, sourceLocation: sourceLocation)
  let page = try String(contentsOfFile: path, encoding: .utf8)
  var fences = page.split(separator: "\n```", omittingEmptySubsequences: false)[...]
  // The text before a fence and the text after it alternate: blocks have odd indices.
  var end = 1
  while let text = fences.popFirst() {
    end += text.count(where: { $0 == "\n" }) + 1
    guard let block = fences.popFirst() else { break }
    if block.hasPrefix("\n"), end > line {
      #expect(issues.last?.message == String(block.dropFirst()), sourceLocation: sourceLocation)
      return
    }
    end += block.count(where: { $0 == "\n" }) + 1
  }
  Issue.record("The page shows no message.", sourceLocation: sourceLocation)
}

func makeProfileStore(
  _ exhaustivity: Exhaustivity = .off, clock: any Clock<Duration> = TestClock()
) -> TestStoreOf<Profile> {
  TestStore(exhaustivity, initialState: Profile.State()) {
    Profile()
  } withDependencies: {
    $0.continuousClock = clock
  }
}

/// Reads three lines, one after the other.
struct Reader: Reducer {
  struct State: Equatable { var lines: [String] = [] }

  enum Action: Equatable {
    case load
    case read(String)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .load:
      return .run { send in
        await Task.yield()
        for line in ["one", "two", "three"] { await send(.read(line)) }
      }
    case .read(let line):
      state.lines.append(line)
      return .none
    }
  }
}
