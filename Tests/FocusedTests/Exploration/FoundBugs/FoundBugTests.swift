import FocusedTestStore
import Testing

/// The number of runs in which the search finds each bug. A change of the search must not increase any of these numbers
/// by more than a tenth, or their sum.
struct FoundBugTests {
  /// The run in which a search of 1,000 runs finds each bug.
  private static let table: [(bug: String, run: Int)] = [
    ("a debounced search misses the last key", 2),
    ("an update is lost", 3),
    ("a form is submitted twice", 2),
    ("three effects arrive the other way round", 6),
    ("a feature is dismissed before it tells its parent", 2),
    ("the first of two comes last", 2),
    ("the last of three comes first", 3),
    ("four the other way round", 24),
    ("two pairs change places", 10),
    ("one of seven comes last", 518),
    ("two actions come between two", 3),
    ("two by two take turns", 7),
    ("the last of three that send twice comes to its end first", 3),
    ("three that send twice take turns backwards", 206),
    ("the slower of two is faster", 2),
    ("the slowest of three is the fastest", 3),
    ("an update of an object is lost, and nothing is sent", 4),
    ("the last of three writes, and nothing is sent", 5),
    ("what an actor has said is out of date", 3),
    ("child tasks come the other way round", 19),
    ("the last of three sleepers wakes first", 3),
    ("a cancellation comes before two of three", 4),
    ("what follows the second comes before the first", 4),
    ("the answer to the first of two letters comes last", 2),
    ("two stubs are answered in turn", 4),
    ("a step comes between two actions of an effect", 47),
    ("after a step the second effect comes first", 25),
    ("a call fails after another one has succeeded", 87),
    ("three steps", 33),
    ("a fake counts what the state does not show", 16),
    ("eight steps of four", 35),
    ("time passes twice before a step", 30),
  ]

  @Test func `Each bug is found by the run of the table`() async {
    var found: [(bug: String, run: Int)] = []
    for bug in OrderingBug.all {
      found.append((bug.description, await number(of: bug.test)))
    }
    for bug in PlantedBug.all {
      found.append(
        (bug.description, await number(overlappingSends: bug.overlappingSends, of: bug.test)))
    }
    claimEqual(
      found.map { "\($0.bug): \($0.run)" }, Self.table.map { "\($0.bug): \($0.run)" })
  }

  /// The runs in which `.all` finds a bug: if no run covers other orders, and if runs do. All other bugs are found
  /// before the search determines the coverage.
  @Test(arguments: [
    ("one of seven comes last", 4_321, 83),
    ("three that send twice take turns backwards", 206, 96),
  ])
  func `If orders stand for others, no bug is found later`(
    _ description: String, _ before: Int, _ now: Int
  ) async throws {
    let bug = try #require(PlantedBug.all.first { $0.description == description })
    claimEqual(number(in: await ExplorationReport.of(.all, bug.test)), now)
    #expect(now <= before)
  }

  /// The number of the run that finds a bug; 0 if no run finds it.
  private func number(
    overlappingSends: Bool = false, of test: @Sendable () async throws -> Void
  ) async -> Int {
    number(in: await ExplorationReport.of(1_000, overlappingSends: overlappingSends, test))
  }

  private func number(in report: ExplorationReport) -> Int {
    let message = report.issues.last?.message ?? ""
    let number = message.firstMatch(of: /Found with (?:schedule|action sequence) ([0-9]+)/)?.output
      .1
    return number.flatMap { Int($0) } ?? 0
  }
}
