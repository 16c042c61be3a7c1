import TestEvents
import SourceReading
import Testing
@testable import focus

struct ChangedFeaturesTests {
  /// The Home target declares Home and Profile. The Search target declares Search. Both import Models.
  static let files = [
    "Sources/Models/Models.swift": "public struct Account { public var name = \"\" }",
    "Sources/Home/Home.swift": """
    import Models
    struct Home: Reducer {
      struct State { var profile = Profile.State() }
      enum Action { case profile(Profile.Action) }
      var body: some Reducer<State, Action> { Scope { Profile() } }
    }
    """,
    "Sources/Home/Profile.swift": """
    struct Profile: Reducer {
      struct State { var account = Account() }
      enum Action { case save }
    }
    """,
    "Sources/Home/Profile+Saving.swift": "extension Profile { func save() {} }",
    "Sources/Home/Format.swift": "func format(_ text: String) -> String { text }",
    "Sources/Search/Search.swift": """
    struct Search: Reducer {
      struct State {}
      enum Action { case type }
      struct Row: Reducer { struct State {}; enum Action { case tap } }
    }
    """,
    "Tests/HomeTests/ProfileTests.swift": """
    struct ProfileTests {
      @Test func saving() { TestStore(initialState: Profile.State()) { Profile() } }
    }
    """,
    "Tests/HomeTests/HomeTests.swift": """
    final class HomeTests: XCTestCase { func testHome() { homeStore() } }
    """,
    "Tests/HomeTests/Support.swift": """
    func homeStore() { Home() }
    func formatted() { format("") }
    """,
    "Tests/SearchTests/SearchTests.swift": """
    struct SearchTests { @Test func typing() { Search() } }
    """,
  ]

  static let description = PackageDescription(
    name: "App", path: "/app",
    targets: [
      target("Models", ["Models.swift"]),
      target(
        "Home", ["Home.swift", "Profile.swift", "Profile+Saving.swift", "Format.swift"],
        imports: ["Models"]),
      target("Search", ["Search.swift"], imports: ["Models"]),
      target(
        "HomeTests", ["ProfileTests.swift", "HomeTests.swift", "Support.swift"], isTest: true,
        imports: ["Home"]),
      target("SearchTests", ["SearchTests.swift"], isTest: true, imports: ["Search"]),
    ],
    dependencies: [.init(path: "/app/Vendor/Clock"), .init(path: "/shared/Kit")])

  static func target(
    _ name: String, _ sources: [String], isTest: Bool = false, imports: [String] = []
  ) -> PackageDescription.Target {
    .init(
      name: name, type: isTest ? "test" : "library",
      path: (isTest ? "Tests/" : "Sources/") + name, sources: sources,
      targetDependencies: imports)
  }

  /// A test per feature. The test of Home is located at the helper's line that creates its store.
  static let tests: [String: LedgerTest] = [
    "Home": LedgerTest(
      name: "HomeTests.HomeTests/testHome", file: "HomeTests/Support.swift", line: 1),
    "Profile": LedgerTest(
      name: "HomeTests.ProfileTests/saving()", file: "HomeTests/ProfileTests.swift", line: 2),
    "Search": LedgerTest(
      name: "SearchTests.SearchTests/typing()", file: "SearchTests/SearchTests.swift", line: 1),
    "Search.Row": LedgerTest(
      name: "SearchTests.SearchTests/typing()", file: "SearchTests/SearchTests.swift", line: 1),
  ]

  private func changed(_ changes: String...) -> ChangedFeatures {
    ChangedFeatures(
      changes,
      in: PackageFiles(Self.description, contents: Self.files.mapValues { SwiftSource($0) }))
  }

  private func names(_ changes: ChangedFeatures) -> [String] {
    Self.tests.keys.filter(changes.contains).sorted()
  }

  @Test func `A file is about its target, those that import it, and those that it imports`() {
    for file in ["Home.swift", "Profile.swift", "Profile+Saving.swift", "Format.swift"] {
      claimEqual(names(changed("Sources/Home/" + file)), ["Home", "Profile"])
    }
    for resource in ["logo.png", "Terms.md"] {
      claimEqual(
        names(changed("Sources/Home/" + resource)),
        ["Home", "Profile"])
    }
    claimEqual(names(changed("Sources/Search/Search.swift")), ["Search", "Search.Row"])
    claimEqual(
      names(changed("Sources/Models/Models.swift")),
      ["Home", "Profile", "Search", "Search.Row"])
    // Home can handle an action of a feature that its target imports.
    var description = Self.description
    description.targets[1].targetDependencies?.append("Search")
    let package = PackageFiles(description, contents: Self.files.mapValues { SwiftSource($0) })
    claimEqual(
      names(ChangedFeatures(["Sources/Home/Home.swift"], in: package)),
      ["Home", "Profile", "Search", "Search.Row"])
  }

  @Test func `A test's file is about what its target imports`() {
    for file in ["ProfileTests.swift", "HomeTests.swift", "Support.swift"] {
      claimEqual(names(changed("Tests/HomeTests/" + file)), ["Home", "Profile"])
    }
    claimEqual(
      names(changed("Tests/SearchTests/OldTests.swift")),
      ["Search", "Search.Row"])
  }

  @Test func `A helper that only tests import is about what those tests import`() {
    var description = Self.description
    description.targets[4].targetDependencies?.append("Kit")
    description.targets.append(Self.target("Kit", ["Kit.swift"]))
    var files = Self.files
    files["Sources/Kit/Kit.swift"] = "public func check() {}"
    func names(_ path: String) -> [String] {
      self.names(
        ChangedFeatures(
          [path],
          in: PackageFiles(description, contents: files.mapValues { SwiftSource($0) })))
    }
    for file in ["Kit.swift", "sums.json"] {
      claimEqual(names("Sources/Kit/" + file), ["Search", "Search.Row"])
    }
    // All features are in targets that only their tests import, but aren't helpers.
    claimEqual(names("Sources/Home/Home.swift"), ["Home", "Profile"])
  }

  @Test func `What a test exercises beside what differs is tried, too`() {
    func fact(_ feature: String, _ action: String, in test: String) -> LedgerFact {
      LedgerFact(
        behavior: Behavior(feature: feature, action: action, outcome: .field("x")),
        mark: .exercised,
        test: Self.tests[test]!)
    }
    let facts = [
      fact("Home", "opened", in: "Home"), fact("Search", "type", in: "Home"),
      fact("Search", "clear", in: "Search"),
    ]
    func chosen(_ path: String) -> [String] {
      var selection = MutantSelection(facts.trials)
      selection.restrict(
        to: ReviewedChange(features: changed(path), revision: "main", base: "0"))
      return Set(selection.trials.compactMap(\.mutant.behavior?.action)).sorted()
    }
    claimEqual(chosen("Sources/Home/Home.swift"), ["opened", "type"])
    claimEqual(chosen("Sources/Search/Search.swift"), ["clear", "opened", "type"])
    claimEqual(chosen("Tests/SearchTests/SearchTests.swift"), ["clear", "opened", "type"])
  }

  @Test func `All are meant where that is in doubt, with the reason`() {
    for (path, reason) in [
      ("Package.swift", "Package.swift changed"),
      ("Package@swift-6.3.swift", "Package@swift-6.3.swift changed"),
      ("Package.resolved", "Package.resolved changed"),
      ("Fixtures/accounts.json", "Fixtures/accounts.json changed, which belongs to no target"),
      (
        "Vendor/Clock/Sources/Clock.swift",
        "Vendor/Clock/Sources/Clock.swift changed, which belongs to no target"
      ),
      (
        "../shared/Kit/Kit.swift",
        "../shared/Kit/Kit.swift changed, which a local dependency may contain"
      ),
    ] {
      let changes = changed(path)
      #expect(changes.reasonForAll == reason)
      #expect(names(changes).count == 4)
    }
    // Files that tests may read, and a submodule.
    for path in ["Tests/Fixtures/profile.txt", "Tests/Fixtures/terms.md", "Vendor/Clock"] {
      #expect(names(changed(path)).count == 4)
    }
    // No file declares this feature.
    let profile = changed("Sources/Home/Profile.swift")
    #expect(profile.contains("Elsewhere") && !profile.contains("Search"))
  }

  @Test func `A package inside of its dependency has its own files`() {
    var description = Self.description
    description.path = "/kit/Examples"
    description.dependencies = [.init(path: "/kit")]
    let package = PackageFiles(description, contents: Self.files.mapValues { SwiftSource($0) })
    let own = ChangedFeatures(["Sources/Home/Profile.swift"], in: package)
    #expect(own.reasonForAll == nil && names(own) == ["Home", "Profile"])
    let dependency = ChangedFeatures(
      ["../Sources/Kit.swift"], in: package)
    #expect(
      dependency.reasonForAll
        == "../Sources/Kit.swift changed, which a local dependency may contain")
    description.dependencies = []
    let alone = PackageFiles(description, contents: [:])
    #expect(
      ChangedFeatures(["../Sources/Kit.swift"], in: alone).isEmpty)
  }

  @Test func `Nothing is meant where no target reads what differs`() {
    let changes = changed(
      "README.md",
      ".github/workflows/ci.yml",
      "Makefile",
      "Sources/Home/Home.docc/Home.md",
      ".build/x.swift")
    #expect(changes.isEmpty && names(changes) == [])
    #expect(changed().isEmpty && names(changed()) == [])
    #expect(!changed("Sources/Home/Home.swift").isEmpty)
  }

  @Test func `A generic feature, one behind #if, and one in a function are found`() {
    let source = """
      #if DEBUG
      struct Form<Value>: Reducer { struct State {}; enum Action { case a } }
      #else
      func f() { struct Local: Reducer { enum Action { case b } } }
      #endif
      """
    var description = Self.description
    description.targets.append(Self.target("More", ["More.swift"]))
    let package = PackageFiles(
      description,
      contents: Self.files.merging(["Sources/More/More.swift": source]) { $1 }
        .mapValues { SwiftSource($0) })
    let changes = ChangedFeatures(["Sources/Search/Search.swift"], in: package)
    #expect(!changes.contains("Form<Row<Int>.ID>"))
    #expect(!changes.contains("Local"))
    let more = ChangedFeatures(
      ["Sources/More/More.swift"], in: package)
    #expect(more.contains("Form<Row<Int>.ID>"))
    #expect(more.contains("Local"))
    #expect(!more.contains("Profile"))
  }
}
