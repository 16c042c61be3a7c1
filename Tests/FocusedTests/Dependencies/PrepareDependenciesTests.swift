import FocusedTestStore
import Testing

struct PrepareDependenciesTests {
  @Test func `in a test it is an issue at its line, and prepares nothing`() {
    let line = #line + 2
    let issues = withCapturedIssues {
      prepareDependencies { $0[Untouched.self] = 1 }
    }
    claimEqual(issues.map(\.line), [line])
    expectText(issues)
    @Dependency(Untouched.self) var value
    claimEqual(value, 0)
  }

  /// Only this test uses the key, because a prepared value is visible everywhere.
  @Test func `in an app it reaches every task, wherever it was started`() async {
    withDependencies {
      $0.context = .live
    } operation: {
      prepareDependencies { $0[Prepared.self] = 1 }
      prepareDependencies { $0[Prepared.self] += 1 }
    }
    let value = await Task.detached {
      @Dependency(Prepared.self) var value
      return value
    }.value
    claimEqual(value, 2)
    let overridden = withDependencies {
      $0[Prepared.self] = 5
    } operation: {
      @Dependency(Prepared.self) var value
      return value
    }
    claimEqual(overridden, 5)
  }

  private enum Untouched: DependencyKey {
    static let liveValue = -1
    static let testValue = 0
  }

  private enum Prepared: DependencyKey {
    static let liveValue = -1
    static let testValue = 0
  }
}
