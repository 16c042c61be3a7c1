import Foundation
import SourceReading
import TestEvents
import Testing
@testable import focus

/// The tests that a split writes.
struct GoldenSplitTests {
  @Test func `each behavior has the statements that it needs, and the tests share a helper`() throws
  {
    let split = try SourceOfTest(
      Self.swiftTesting,
      needs: [
        ".loaded(40)": [".load)", ".advance(by:"], ".failed)": [".reload)", "failing = true"],
        "$0.error": [".failed)"],
      ],
      kills: [
        .of("rename", .field("name")): ["$0.name"],
        .of("rename", .field("surname")): ["$0.surname"],
        .of("load", .sends("loaded")): [".loaded(40)"],
        .of("load", .starts("effect")): [".loaded(40)", ".failed)"],
        .of("loaded", .field("age")): ["$0.age = 40"],
        .of("failed", .field("error")): ["$0.error"],
        .of("close", .field("isOpen")): ["$0.isOpen"],
      ])
    claimGolden(try split.added(), "split.txt", section: "Swift Testing")
  }

  @Test func `all assertions of the field stay, even if a receive shows the fault`() throws {
    let split = try SourceOfTest(
      SourceOfTest.source(
        """
            let store = TestStore(initialState: Profile.State()) { Profile() }
            await store.send(.changeAge(34)) { $0.age = 34 }
            await store.send(.advance)
            await store.receive(.changeAge(35)) { $0.age = 35; $0.isOld = true }
        """),
      kills: [
        .of("changeAge", .field("age")): ["$0.age = 34", "receive(.changeAge(35))", "$0.age = 35"]
      ])
    let added = try split.added()
    #expect(added.contains("await store.receive(.changeAge(35)) { $0.age = 35 }"))
    #expect(added.contains("await store.send(.changeAge(34)) { $0.age = 34 }"))
  }

  @Test func `a test that uses more of the setup than the store creates its store itself`() throws {
    let split = try SourceOfTest(
      SourceOfTest.source(
        """
            let load = Stub<Int, String>("load")
            let store = TestStore(initialState: Profile.State()) { Profile(load.call) }
            await store.send(.add) { $0.count = 1 }
            await store.send(.rename) { $0.name = "a" }
            await load.succeed(with: "b")
            await store.receive(.loaded) { $0.text = "b" }
        """),
      needs: [".loaded)": ["load.succeed"]],
      kills: [
        .of("add", .field("count")): ["$0.count"], .of("rename", .field("name")): ["$0.name"],
        .of("loaded", .field("text")): ["$0.text"],
      ])
    let added = try split.added()
    claimEqual(added.split(separator: "\n").count { $0 == "    let store = makeStore()" }, 2)
    claimEqual(added.split(separator: "\n").count { $0.contains("Stub<Int, String>") }, 2)
    #expect(added.contains("private func makeStore() -> TestStoreOf<Profile> {"))
  }

  @Test func `what the original asserts by its exhaustivity stays in two tests`() throws {
    let split = try SourceOfTest(
      SourceOfTest.source(
        """
            let store = TestStore(initialState: Profile.State()) {
              Profile()
            }

            await store.send(.rename("a")) { $0.name = "a" }
            await store.send(.rename("b")) { $0.name = "b" }
            await store.send(.save) { $0.isSaving = true }
            #expect(save.calls == ["b"])
            await store.receive(.saved) { $0.isSaving = false }
        """),
      needs: [".saved)": [".save)"]],
      kills: [
        .of("rename", .field("name")): ["$0.name"], .of("save", .sends("saved")): [".saved)"],
        .of("save", .field("isSaving")): ["$0.isSaving = true"],
        .of("saved", .field("isSaving")): ["$0.isSaving = false"],
      ], isExhaustive: true)
    claimGolden(try split.added(), "split.txt", section: "exhaustivity")
    claimGolden(try split.split().summary, "summary.txt", section: "exhaustivity")
  }

  @Test func `a statement that sets the exhaustivity is left out`() throws {
    let split = try SourceOfTest(
      SourceOfTest.source(
        """
            let store = TestStore(initialState: Profile.State()) { Profile() }
            store.exhaustivity = .on(checking: .stateChanges)
            await store.send(.add) { $0.count = 1 }
        """), needs: ["$0.count": [".add)"]], kills: [.of("add", .field("count")): ["$0.count"]])
    #expect(try !split.added().contains("store.exhaustivity"))
  }

  @Test func `a behavior that only a check shows is tested with it, in XCTest`() throws {
    let split = try SourceOfTest(
      Self.xcTest, function: "testSearching", types: ["SearchTests"],
      kills: [
        .of("search", .field("query")): ["$0.query = \"a\"", "$0.query = \"ab\""],
        .of("search", .cancels("effect")): [".search(\"ab\")"],
      ], checks: [.of("search", .cancels("effect")): .receivedActions])
    claimGolden(try split.added(), "split.txt", section: "XCTest")
  }

  @Test func `blocks, comments, texts, tuples, and handles are written as in the original`() throws
  {
    let split = try SourceOfTest(
      Self.blocks,
      needs: ["#expect(spy.calls": ["for count in", ".save)"], "task.cancel": [".watch)"]],
      kills: [
        .of("add", .field("count")): ["$0.count = count"],
        .of("save", .starts("effect")): ["#expect(spy.calls"],
        .of("watch", .starts("effect")): ["task.cancel"],
        .of("write", .field("text")): ["$0.text"],
      ])
    claimGolden(try split.added(), "split.txt", section: "blocks")
  }

  @Test func `a store that the test does not create is set to off by a statement`() throws {
    let kills: [Behavior: [String]] = [.of("add", .field("count")): ["$0.count = 1"]]
    let local = try SourceOfTest(
      SourceOfTest.source(
        """
            let store = makeStore()
            let child = store.scope(state: \\.child, action: { .child($0) })
            await child.send(.add) { $0.count = 1 }
            await store.finish()
        """), kills: kills)
    let property = try SourceOfTest(
      """
      final class ProfileTests: XCTestCase {
        var store: TestStoreOf<Profile>!
        func testAll() async {
          await store.send(.add) { $0.count = 1 }
          await store.finish()
        }
      }
      """, function: "testAll", kills: kills)
    claimGolden(
      try local.added() + "\n" + property.added(), "split.txt", section: "other stores")
  }

  @Test func `a store that the test does not create is set to off, although the first step goes`()
    throws
  {
    let split = try SourceOfTest(
      """
      final class ProfileTests: XCTestCase {
        func testAll() async {
          await store.send(.open)
          await store.send(.add) { $0.count = 1 }
        }
      }
      """, function: "testAll", kills: [.of("add", .field("count")): ["$0.count"]])
    #expect(
      try split.added().hasSuffix(
        """
          func testAdd_count() async {
            store.exhaustivity = .off
            await store.send(.add) { $0.count = 1 }
          }
        """))
  }

  @Test func `a name that nothing mentions is left out`() throws {
    let split = try SourceOfTest(
      """
      struct ProfileTests {
        @Test func everything() async throws {
          let store = TestStore(initialState: Profile.State()) { Profile() }
          let task = await store.send(.add) { $0.count = 1 }
          let user = try await load()
          await task.finish()
        }
      }
      """, kills: [.of("add", .field("count")): ["$0.count"]])
    #expect(
      try split.added().contains(
        """
            await store.send(.add) { $0.count = 1 }
            _ = try await load()
          }
        """))
  }

  @Test func `a name that nothing mentions is left out in a closure around the store`() throws {
    let split = try SourceOfTest(
      SourceOfTest.source(
        """
            await withClocks {
              let store = TestStore(initialState: Profile.State()) { Profile() }
              let task = await store.send(.add) { $0.count = 1 }
              var user = await load()
              await task.finish()
            }
        """), kills: [.of("add", .field("count")): ["$0.count"]])
    #expect(
      try split.added().contains(
        """
              let store = TestStore(.off, initialState: Profile.State()) { Profile() }
              await store.send(.add) { $0.count = 1 }
              _ = await load()
            }
        """))
  }

  @Test func `a variable with a property wrapper stays, and so does what its projection needs`()
    throws
  {
    let split = try SourceOfTest(
      SourceOfTest.source(
        """
            @Shared(.names) var names = ["a"]
            @Shared(.ages) var ages = [1]
            let store = TestStore(initialState: Profile.State()) { Profile() }
            let name = Shared($names[0])
            await store.send(.add(name)) { $0.count = 1 }
            await store.send(.remove) { $0.total = 1 }
        """),
      needs: ["$0.count": [".add(name)"]], kills: [.of("add", .field("count")): ["$0.count"]])
    #expect(
      try split.added().contains(
        """
            @Shared(.names) var names = ["a"]
            @Shared(.ages) var ages = [1]
            let store = TestStore(.off, initialState: Profile.State()) { Profile() }
            let name = Shared($names[0])
            await store.send(.add(name)) { $0.count = 1 }
          }
        """))
  }

  @Test func `the new tests take the place of a removed original`() throws {
    let split = try SourceOfTest(
      """
      struct ProfileTests {
        // Checks all.
        @Test func everything() async {
          let store = TestStore(initialState: Profile.State()) { Profile() }
          await store.send(.add) { $0.count = 1 }
        }
      }

      """, kills: [.of("add", .field("count")): ["$0.count"]])
    let file = try split.split().file(removingOriginal: true)
    #expect(
      file.diff.edited == """
        struct ProfileTests {
          @Test func `.add → count`() async {
            let store = TestStore(.off, initialState: Profile.State()) { Profile() }
            await store.send(.add) { $0.count = 1 }
          }
        }

        """)
  }

  @Test func `lost behaviors are listed with their lines, and so are assertions of no test`() throws
  {
    let split = try SourceOfTest(
      SourceOfTest.source(
        """
            let store = TestStore(initialState: Profile.State()) { Profile() }
            await store.send(.add) { $0.count = 1 }
            await store.send(.add) { $0.count = 2 }
            await store.send(.save) { $0.isSaving = true }
            await store.receive(.saved)
        """),
      kills: [
        .of("add", .field("count")): ["$0.count = 1", "$0.count = 2"],
        .of("save", .field("isSaving")): ["$0.isSaving"],
      ],
      checks: [.of("save", .field("isSaving")): .original])
    let result = try split.split()
    #expect(!result.isComplete)
    claimGolden(result.summary, "summary.txt", section: "losses")
    claimGolden(result.json(in: result.file()), "split.json")
  }

  @Test func `while all tests are too long, the last two become one`() throws {
    let split = try SourceOfTest(
      SourceOfTest.source(
        """
        let store = TestStore(initialState: Profile.State()) { Profile() }
        await store.send(.add) { $0.count = 1 }
        await store.send(.save) { $0.isSaving = true }
        await store.send(.close) { $0.isOpen = false }
        """),
      needs: ["$0.isSaving": [".add)"]],
      kills: [
        .of("add", .field("count")): ["$0.count"],
        .of("save", .field("isSaving")): ["$0.isSaving"],
        .of("close", .field("isOpen")): ["$0.isOpen"],
      ])
    claimEqual(
      try (1...3).map { try split.split(limit: $0).tests.map(\.name) },
      [
        ["`.add → count; .save → isSaving; .close → isOpen`"],
        ["`.add → count`", "`.save → isSaving; .close → isOpen`"],
        ["`.add → count`", "`.save → isSaving`", "`.close → isOpen`"],
      ])
  }

  @Test func `tests do not become one if the result misses a mutant`() throws {
    let split = try SourceOfTest(
      SourceOfTest.source(
        """
        let store = TestStore(initialState: Profile.State()) { Profile() }
        await store.send(.add) { $0.count = 1 }
        await store.send(.save) { $0.isSaving = true }
        """),
      kills: [
        .of("add", .field("count")): ["$0.count"], .of("save", .field("isSaving")): ["$0.isSaving"],
      ],
      conflict: ["$0.count", "$0.isSaving"])
    claimEqual(
      try split.split(limit: 1).tests.map(\.name), ["`.add → count`", "`.save → isSaving`"])
  }

  @Test(arguments: [PatchedFile.Part.helper, .test("`.close → isOpen`")])
  func `a line of the new file belongs to a part`(part: PatchedFile.Part) throws {
    let split = try SourceOfTest(
      Self.swiftTesting,
      kills: [
        .of("rename", .field("name")): ["$0.name"], .of("close", .field("isOpen")): ["$0.isOpen"],
      ])
    let file = try split.split().file()
    let lines = file.diff.edited.components(separatedBy: "\n")
    let text = part == .helper ? "private func makeStore()" : "func `.close → isOpen`"
    let line = try #require(lines.firstIndex { $0.contains(text) }) + 1
    claimEqual(file.part(atLine: line), part)
    claimEqual(file.part(atLine: line - 1), nil)
  }

  static let swiftTesting = """
    @Suite struct ProfileTests {
      /// Checks everything.
      @Test("Everything", .tags(.slow)) @MainActor func everything() async throws {
        let clock = TestClock()
        struct Offline: Error {}
        let unused = 1
        let store = TestStore(
          initialState: Profile.State(count: unused)
        ) {
          Profile()
        } withDependencies: {
          $0.clock = clock
        }

        // Names
        await store.send(.rename("a", "b")) {
          $0.name = "a" // the first
          // the second
          $0.surname = "b"
        }

        await store.send(.load)
        await clock.advance(by: .seconds(1))
        await store.receive(.loaded(40)) { $0.age = 40 }

        client.failing = true
        await store.send(.reload)
        await store.receive(.failed) {
          $0.error = Offline()
        }
        await store.send(.close) { $0.isOpen = false }
        await store.finish()
      }
    }

    """

  static let xcTest = """
    final class SearchTests: XCTestCase {
      func testSearching() async {
        let store = TestStore(.on, initialState: Search.State()) { Search() }
        await store.send(.search("a")) { $0.query = "a" }
        await store.send(.search("ab")) { $0.query = "ab" }
      }
    }

    """

  static let blocks = #"""
    struct ProfileTests {
      @Test func everything() async throws {
        let (spy, log) = makeSpies()
        let store = TestStore(.on, initialState: Profile.State()) { Profile(spy, log) }

        for count in 1...3 {
          // Each one
          await store.send(.add) { $0.count = count; $0.isEven = count % 2 == 0 }
        }
        let task = await store.send(.watch) { $0.isWatching = true }
        await store.send(.write) {
          $0.text = """

            a

            """
        }
        if isFast {
          await store.send(.save)
        } else {
          await store.send(.save, assert: { $0.isSaving = true })
        }
        #expect(spy.calls == [3])
        await task.cancel()
      }
    }

    """#
}
