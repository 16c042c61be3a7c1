import FocusedTestStore
import Testing

struct ExpectNoDifferenceTests {
  @Test func `equal values are no issue`() {
    expectNoDifference(Row(id: 1), Row(id: 1))
    expectNoDifference([1, 2], [1, 2], "not read")
  }

  @Test func `values that differ are an issue with their difference at the line`() {
    let line = #line + 2
    let issues = withCapturedIssues {
      expectNoDifference([Row(id: 1), Row(id: 2)], [Row(id: 1), Row(id: 2, title: "b")])
      expectNoDifference(1, 2, "The count is off.")
    }
    claimEqual(issues.map(\.line), [line, line + 1])
    #expect(
      issues.map(\.message) == [
        """
        The values are not equal.

            [
              … (1 unchanged),
              [1]: ExpectNoDifferenceTests.Row(
                … (1 unchanged),
          −     title: ""
          +     title: "b"
              )
            ]
          (− first, + second)
        """,
        """
        The count is off.

          − 1
          + 2
          (− first, + second)
        """,
      ])
  }

  @Test func `values that are never equal are said to be so`() {
    let issues = withCapturedIssues { expectNoDifference(Double.nan, .nan) }
    claimEqual(issues.first?.message.contains("never equal"), true)
  }

  @Test func `an error in a value is thrown`() {
    struct Failure: Error {}
    func value() throws -> Int { throw Failure() }
    #expect(throws: Failure.self) { try expectNoDifference(value(), 1) }
  }
}

extension ExpectNoDifferenceTests {
  struct Row: Equatable, Identifiable {
    var id: Int
    var title = ""
  }
}
