import TestEvents
import Core
import FocusedTestStore
import Foundation
import Testing

struct ReplayTests {
  private let test: @Sendable () async -> Void = {
    let store = PlantedFeature.store(effects: 2)
    await store.send("-")
    store.assert { $0.log = ["-", "1", "2"] }
  }

  @Test func `A replay runs once, and reports its schedule`() async {
    let report = await ExplorationReport.of(replaying: "1-tnb22-0:1-5u", line: 7, test)
    #expect(
      report.issues.last?.message
        == "This test ran under the schedule 1-tnb22-0:1-5u.")
    claimEqual(report.issues.count, 2)
    claimEqual(report.issues.last?.line, 7)
    claimEqual(report.explored?.count, 1)
  }

  @Test func `A replay passes if the bug is fixed`() async {
    let report = await ExplorationReport.of(replaying: "1-tnb22-0:1-5u") {
      let store = PlantedFeature.store(effects: 2)
      await store.send("-")
      #expect(store.state.log.sorted() == ["-", "1", "2"])
    }
    #expect(!report.hasFailed)
  }

  /// Wrong values of the variable, and the issue.
  @Test(arguments: [
    (
      "0:1",
      """
      Expected `shuffle`, `shuffle:SEED` or a replay string in FOCUSED_SCHEDULE, but found “0:1”.
      Copy the whole replay string from the issue of a test that failed under a schedule.
      """
    ),
    (
      "2-tnb22-0:1-5u",
      """
      Expected a replay string of version 1 in FOCUSED_SCHEDULE, but “2-tnb22-0:1-5u” is of version 2.
      Explore the test again to get a new one.
      """
    ),
  ])
  func `A wrong value is reported once`(_ text: String, _ message: String) async {
    let report = await ExplorationReport.of(replaying: text, line: 7, test)
    claimEqual(report.issues.map(\.message), [message])
    claimEqual(report.issues.map(\.line), [7])
  }

  @Test func `A string that no longer fits the test is reported once`() async {
    let report = await ExplorationReport.of(replaying: "1-tnb22-0:1-5u") {
      await PlantedFeature.store(effects: 0).send("-")
    }
    claimEqual(
      report.issues.map(\.message),
      [
        """
        The replay string “1-tnb22-0:1-5u” no longer fits this test: 1 choice did not occur.
        The test or its feature has changed since. Explore the test again to get a new one.
        """
      ])
  }

  @Test(arguments: [1, 2]) func `The other arguments of a parameterized test need not fit`(
    _ number: Int
  ) async {
    let report = await ExplorationReport.of(replaying: "1-tnb22-0:1-5u") {
      let store = PlantedFeature.store(effects: number)
      await store.send("-")
      #expect(store.state.order == (number == 1 ? "-1" : "-21"))
    }
    #expect(!report.hasFailed)
  }

  // MARK: - A whole process

  private func request(_ text: String?) -> ProcessSchedule.Request {
    ProcessSchedule(text, randomSeed: 5, announce: { _ in }).request
  }

  @Test func `The environment requests nothing, shuffled orders, or a replay`() throws {
    claimEqual(request(nil), .none)
    claimEqual(request(""), .none)
    claimEqual(request("shuffle"), .shuffle(seed: 5))
    claimEqual(request("shuffle:1f"), .shuffle(seed: 31))
    claimEqual(request("1-tnb22-0:1-5u"), .replay(try ScheduleReplay("1-tnb22-0:1-5u")))
  }

  @Test(arguments: ["shuffled", "shuffle:", "shuffle:xyz", "0:1", "yes"])
  func `Any other text is a wrong value`(_ text: String) {
    guard case .flawed = request(text) else {
      Issue.record("\(request(text))")
      return
    }
  }

  @Test func `Where no product reads the variable, the issue names the product`() {
    claimEqual(
      FailureMessages.notLinked("FocusedExploration", neededBy: "FOCUSED_SCHEDULE"),
      """
      FOCUSED_SCHEDULE needs FocusedExploration, which this test target does not link.
      Add this line to the dependencies of the test target in Package.swift:
      .product(name: "FocusedExploration", package: "FocusedTestStore")
      """)
  }

  @Test func `The store finds the reader of schedules by its name`() {
    #expect(
      AddOn.exploration.className == String(reflecting: ProcessSchedule.self),
      "The class has another name. Correct AddOn.exploration.")
    #expect(AddOn.exploration.linkedClass == ProcessSchedule.self)
  }

  @Test func `A shuffled process prints the value that repeats it`() {
    let said = Collected<String>()
    for text in ["shuffle", "shuffle:9", nil] {
      _ = ProcessSchedule(text, randomSeed: 0xABC) { said.append($0) }
    }
    #expect(
      said.values == [
        "FocusedTestStore: effects run in random orders. To repeat them: FOCUSED_SCHEDULE=shuffle:abc"
      ])
  }

  @Test func `A replay string of another test, or a wrong value, is reported once per process`()
    async
  {
    let callSite = CallSite(fileID: "M/A.swift", filePath: "/M/A.swift", line: 3, column: 1)
    let replaying = ProcessSchedule("1-tnb22-0:1-5u", randomSeed: 0, announce: { _ in })
    let flawed = ProcessSchedule("nonsense", randomSeed: 0, announce: { _ in })
    let issues = withCapturedIssues {
      for _ in 1...2 {
        replaying.reportUnused(at: callSite)
        flawed.reportUnused(at: callSite)
      }
    }
    claimEqual(
      issues.map { $0.message.prefix { $0 != "\n" } },
      [
        "The replay string “1-tnb22-0:1-5u” belongs to another test.",
        "Expected `shuffle`, `shuffle:SEED` or a replay string in FOCUSED_SCHEDULE, but found “nonsense”.",
      ])
    claimEqual(issues.map(\.line), [3, 3])
  }

  #if os(Linux) || os(macOS)
    @Test func `An explored test reports a wrong value of the environment once`() async {
      await #expect(processExitsWith: .success) {
        setenv("FOCUSED_SCHEDULE", "nonsense", 1)
        let runs = SharedValue(0)
        let reported = await withCapturedIssues {
          for line: UInt in [7, 8] {
            await withSchedules(3, line: line) {
              runs.now += 1
              await Probe.store(line: 9).send(.tap)
            }
          }
          await Probe.store(line: 10).send(.tap)
        }
        let issues = reported.filter { $0.severity == .error }
        let expected = """
          Expected `shuffle`, `shuffle:SEED` or a replay string in FOCUSED_SCHEDULE, but found “nonsense”.
          Copy the whole replay string from the issue of a test that failed under a schedule.
          """
        precondition(issues.map(\.message) == [expected], "(was \(issues.map(\.message)))")
        precondition(issues.map(\.line) == [7], "(was \(issues.map(\.line)))")
        precondition(runs.now > 1)
      }
    }
  #endif

  @Test func `A shuffled store has one order for each line, and others for other lines`() throws {
    let shuffling = ProcessSchedule("shuffle:7", randomSeed: 0, announce: { _ in })
    func choices(line: UInt) throws -> [Int] {
      let callSite = CallSite(fileID: "M/A.swift", filePath: "/M/A.swift", line: line, column: 1)
      let chooser = shuffling.chooser(ofStoreCreatedAt: callSite)
      return (0..<20).compactMap { _ in
        chooser?.choose(between: [ReadyTask(lane: 1), ReadyTask(lane: 2)])
      }
    }
    #expect(try choices(line: 3) == choices(line: 3))
    #expect(try choices(line: 3) != choices(line: 4))
    #expect(try Set(choices(line: 3)) == [0, 1])
  }
}
