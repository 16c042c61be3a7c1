import Foundation
import Core
import FocusedTestStore
import Testing

struct DependencyTests {
  @Test func `Overrides nest, and the inner one wins`() {
    withDependencies {
      $0.number = 1
      $0.text = "outer"
    } operation: {
      withDependencies {
        $0.number = 2
      } operation: {
        #expect(DependencyValues.current.number == 2)
        #expect(DependencyValues.current.text == "outer")
      }
      #expect(DependencyValues.current.number == 1)
    }
  }

  @Test func `The result of an operation needs no use`() async {
    withDependencies {
      $0.uuid = .incrementing
    } operation: {
      1
    }
    await withDependencies {
      $0.uuid = .incrementing
    } operation: {
      await Task { 1 }.value
    }
  }

  @Test func `Tasks in parallel never see each other's overrides`() async {
    await withTaskGroup(of: (Int, Int).self) { group in
      for number in 1...100 {
        group.addTask {
          await withDependencies {
            $0.number = number
          } operation: {
            await Task.yield()
            return (number, Model().number)
          }
        }
      }
      for await (expected, actual) in group {
        #expect(actual == expected)
      }
    }
  }

  @Test @MainActor func `An asynchronous operation stays on the caller's actor`() async throws {
    var isolated = NotSendable()
    let result = await withDependencies {
      $0.number = 4
    } operation: {
      MainActor.assertIsolated()
      await Task.yield()
      isolated.count += 1
      return NotSendable(count: Model().number)
    }
    claimEqual(result.count, 4)
    claimEqual(isolated.count, 1)
  }

  @Test func `A key without a live value gives its test value in an app, and is an issue`() {
    let issues = withCapturedIssues {
      withDependencies {
        $0.context = .live
      } operation: {
        _ = (Model().counter, Model().counter)
      }
    }
    expectText(issues)
  }

  @Test func `The task's value goes before the model's, key by key`() {
    let model = withDependencies {
      $0.number = 5
      $0.text = "kept"
    } operation: {
      Model()
    }
    withDependencies {
      $0.number = 6
    } operation: {
      #expect(model.number == 6)
      #expect(model.text == "kept")
    }
  }

  @Test func `All the values can be read at once, and handed on`() {
    let model = withDependencies {
      $0.number = 8
    } operation: {
      Model()
    }
    let all = model.all
    withDependencies {
      $0 = all
    } operation: {
      #expect(Model().number == 8)
    }
  }

  @Test func `A computed test value is one object within a scope, and another in the next`() {
    func twoReads() -> (Counter, Counter) {
      withDependencies { _ in
      } operation: {
        (Model().counter, Model().counter)
      }
    }
    let (first, second) = twoReads()
    #expect(first === second)
    #expect(twoReads().0 !== first)
  }

  @Test func `A nested scope shares its parent's test values`() {
    withDependencies { _ in
    } operation: {
      let outer = Model().counter
      withDependencies {
        $0.number = 1
      } operation: {
        #expect(Model().counter === outer)
      }
    }
  }

  @Test func `A store of its own has test values of its own`() {
    withDependencies { _ in
    } operation: {
      let outer = DependencyValues.current.counter
      var values = DependencyValues.current
      values.startOwnCache()
      #expect(values.counter !== outer)
      #expect(values.counter === values.counter)
    }
  }

  @Test func `A cached test value that reads dependencies does not keep its cache alive`() {
    weak var weakReader: CachedReader?
    withDependencies {
      $0.number = 1
    } operation: {
      let reader = DependencyValues.current[CachedReader.self]
      #expect(reader.number == 1)
      weakReader = reader
    }
    #expect(weakReader == nil)
  }

  @Test func `The context is detected, and decides the default`() {
    claimEqual(DependencyValues.current.context, .test)
    let live = withDependencies {
      $0.context = .live
    } operation: {
      Model().text
    }
    let preview = withDependencies {
      $0.context = .preview
    } operation: {
      Model().text
    }
    claimEqual(live, "live")
    claimEqual(preview, "preview")
    claimEqual(Model().text, "test")
  }

  @Test(arguments: [
    (["/usr/bin/app"], [:], DependencyContext.live),
    (["/usr/bin/xctest"], [:], .test),
    (["/pkg/AppPackageTests.xctest"], [:], .test),
    (["/swiftpm-testing-helper"], [:], .test),
    (["/tests", "--testing-library", "swift-testing"], [:], .test),
    (["/app"], ["XCTestConfigurationFilePath": ""], .test),
    (["/app"], ["XCTestBundlePath": "/x"], .test),
    (["/app"], ["XCODE_RUNNING_FOR_PREVIEWS": "1"], .preview),
    (["/app"], ["XCODE_RUNNING_FOR_PREVIEWS": "0"], .live),
    ([], [:], .live),
  ])
  func `The context follows from how the process was started`(
    arguments: [String], environment: [String: String], expected: DependencyContext
  ) {
    #expect(DependencyContext(environment: environment, arguments: arguments) == expected)
  }

  // MARK: - Fixtures

  struct Model {
    @Dependency(\.number) var number
    @Dependency(\.text) var text
    @Dependency(\.counter, line: 201) var counter
    @Dependency(\.self) var all
  }

  struct NotSendable {
    var count = 0
    var pointer: AnyObject?
  }

  final class Counter: Sendable {}

  enum NumberKey: DependencyKey {
    static let liveValue = -1
    static let testValue = 0
  }

  enum TextKey: DependencyKey {
    static let liveValue = "live"
    static let testValue = "test"
    static let previewValue = "preview"
  }

  enum CounterKey: TestDependencyKey {
    static var testValue: Counter { Counter() }
  }

  final class CachedReader: TestDependencyKey, Sendable {
    static var testValue: CachedReader { CachedReader() }
    let dependency = Dependency(\.number)
    var number: Int { dependency.wrappedValue }
  }
}

extension DependencyValues {
  fileprivate var number: Int {
    get { self[DependencyTests.NumberKey.self] }
    set { self[DependencyTests.NumberKey.self] = newValue }
  }
  fileprivate var text: String {
    get { self[DependencyTests.TextKey.self] }
    set { self[DependencyTests.TextKey.self] = newValue }
  }
  fileprivate var counter: DependencyTests.Counter {
    get { self[DependencyTests.CounterKey.self] }
    set { self[DependencyTests.CounterKey.self] = newValue }
  }
}
