import FocusedTestStore
import Testing

struct LiveValueInTestTests {
  @Test func `Reading a live value by its key is an issue at the wrapper's line`() {
    let issues = withCapturedIssues { claimEqual(ByKey().client.greet(), "live") }
    expectText(issues)
    claimEqual(issues.map(\.line), [ByKey.line])
    claimEqual(issues.map(\.fileID), [#fileID])
  }

  @Test func `Reading a live value by a property names the property`() {
    let issues = withCapturedIssues { _ = ByProperty().speaker.greet() }
    expectText(issues)
  }

  @Test func `Changing one endpoint of a live value is an override`() {
    let issues = withCapturedIssues {
      withDependencies {
        $0.speaker.greet = { "stub" }
      } operation: {
        #expect(ByProperty().speaker.greet() == "stub")
      }
    }
    #expect(issues.isEmpty)
  }

  @Test func `Live values are no issue in the live context`() {
    let issues = withCapturedIssues {
      withDependencies {
        $0.context = .live
      } operation: {
        _ = ByKey().client.greet()
      }
    }
    #expect(issues.isEmpty)
  }

  @Test func `Each place is reported once in a scope, and again in the next`() {
    let issues = withCapturedIssues {
      withDependencies { _ in
      } operation: {
        for _ in 1...3 {
          _ = ByKey().client
          _ = ByProperty().speaker
        }
      }
    }
    claimEqual(issues.map(\.line), [ByKey.line, ByProperty.line])
    let more = withCapturedIssues {
      withDependencies { _ in
      } operation: {
        _ = ByKey().client
      }
    }
    claimEqual(more.map(\.line), [ByKey.line])
  }

  @Test func `A test value made of another key's live value is a test value`() {
    let issues = withCapturedIssues { _ = DependencyValues.current[BorrowingKey.self] }
    #expect(issues.isEmpty)
  }

  struct Client: DependencyKey {
    var greet: @Sendable () -> String
    static let liveValue = Client { "live" }
  }

  enum SpeakerKey: DependencyKey {
    static let liveValue = Client { "live" }
  }

  enum BorrowingKey: DependencyKey {
    static let liveValue = Client { "live" }
    static var testValue: Client { Client.testValue }
  }

  struct ByKey {
    static let line = 201
    @Dependency(Client.self, line: 201) var client
  }

  struct ByProperty {
    static let line = 202
    @Dependency(\.speaker, line: 202) var speaker
  }
}

extension DependencyValues {
  fileprivate var speaker: LiveValueInTestTests.Client {
    get { self[LiveValueInTestTests.SpeakerKey.self] }
    set { self[LiveValueInTestTests.SpeakerKey.self] = newValue }
  }
}
