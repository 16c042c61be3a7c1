/// The samples in the doc comments of schedules and explorations. The features are those of the articles about them.
struct ExplorationSampleTests {
  private typealias Place = SchedulesArticleTests.Place
  private typealias Cart = ExploringArticleTests.Cart
  private typealias Receipt = ExploringArticleTests.Receipt
  private typealias Offline = ExploringArticleTests.Offline

  // sample: SchedulesTrait.swift

  @Test func `The sample of mayAnswer`() async throws {
    // sample: Stub.swift 6
    #expect(try await save.call(Cart()) == .sample)
  }

  @Test(.schedules(100)) func `The sample of explore`() async {
    let store = ExploringArticleTests.makeStore()
    // sample: TestStore+Explore.swift
  }
}

final class ExplorationSampleXCTests: XCTestCase {
  private typealias Place = SchedulesArticleTests.Place

  func testTheSampleOfWithSchedules() async {
    // sample: WithSchedules.swift
  }
}
