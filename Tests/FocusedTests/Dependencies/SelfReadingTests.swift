import FocusedTestStore
import Testing

struct SelfReadingTests {
  @Test func `A test value that reads itself is an issue, and gets the live value`() {
    let issues = withCapturedIssues {
      #expect(DependencyValues.current[Selfish.self] == "test of live")
    }
    expectText(issues)
    claimEqual(issues.map(\.line), [Selfish.line])
  }

  @Test func `So is one that reads itself through another, and through values of its own`() {
    let issues = withCapturedIssues {
      #expect(DependencyValues.current[Chicken.self] == "chicken of egg of live chicken")
      #expect(DependencyValues.current[Detour.self] == "preview of detour")
    }
    claimEqual(issues.map(\.line), [Egg.line, Detour.line])
    claimEqual(issues.last?.message.contains("It got the preview value instead."), true)
  }

  @Test func `In a store the whole value is what is kept`() {
    let issues = withCapturedIssues {
      withDependencies { _ in
      } operation: {
        #expect(DependencyValues.current[Selfish.self] == "test of live")
        #expect(DependencyValues.current[Selfish.self] == "test of live")
      }
    }
    claimEqual(issues.count, 1)
  }

  #if os(macOS) || os(Linux)
    @Test func `With nothing to put in its place it is a trap that says so`() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        _ = withCapturedIssues { _ = DependencyValues.current[Hopeless.self] }
      }
      let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(message.contains("Hopeless's test value reads itself"))
    }
  #endif
}

extension SelfReadingTests {
  enum Selfish: DependencyKey {
    static let line = 201
    static let liveValue = "live"
    static var testValue: String {
      struct Reader {
        @Dependency(Selfish.self, line: 201) var value
      }
      return "test of \(Reader().value)"
    }
  }

  enum Chicken: DependencyKey {
    static let liveValue = "live chicken"
    static var testValue: String { "chicken of \(DependencyValues.current[Egg.self])" }
  }

  enum Egg: TestDependencyKey {
    static let line = #line + 1
    static var testValue: String { "egg of \(DependencyValues.current[Chicken.self])" }
  }

  enum Detour: TestDependencyKey {
    static let line = #line + 1
    static var testValue: String { DependencyValues()[Detour.self] }
    static var previewValue: String { "preview of detour" }
  }

  enum Hopeless: TestDependencyKey {
    static var testValue: String { DependencyValues.current[Hopeless.self] }
  }
}
