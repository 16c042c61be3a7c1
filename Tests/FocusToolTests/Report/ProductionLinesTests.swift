import TestEvents
import SourceReading
import Testing
@testable import focus

struct ProductionLinesTests {
  private static let source = """
    struct Profile: Reducer {
      enum Action {
        case saveTapped, cancelTapped
        case delegate(Delegate)
      }
      func reduce(into state: inout State, action: Action) -> Effect<Action> {
        switch action {
        case .saveTapped,
          .cancelTapped:
          return .none
        case .delegate(.closed):
          return .none
        case .delegate(.saved(let name)) where name.isEmpty == false:
          return .none
        case let .loaded(.failure(error)): return .none
        case .binding(\\.$name): return .none
        case .rows(.element(_, .deleteTapped)): return .none
        case .rows: return .none
        case Action.typed(let text): return .none
        }
      }
    }
    extension Profile {
      struct Row: Reducer {
        var body: some Reducer {
          Reduce { state, action in
            if case .deleteTapped = action { return .none }
            guard case .tapped(let count) = action, state.phase.isOpen else { return .none }
          }
        }
      }
    }
    struct Silent: Reducer {}
    #if DEBUG
      struct Inspector: Reducer {
        func reduce(into state: inout State, action: Action) -> Effect<Action> {
          switch action {
          case .opened: return .none
          }
        }
      }
    #endif
    """

  private let lines = ProductionLines([
    "Sources/Profile.swift": SwiftSource(Self.source),
    "Tests/ProfileTests.swift": SwiftSource("struct Profile { func t() { if case .new = a {} } }"),
  ])

  @Test(arguments: [
    ("Inspector", "opened", 38), ("Profile", "saveTapped", 8), ("Profile", "cancelTapped", 9),
    ("Profile", "delegate.saved", 13),
    ("Profile", "delegate.closed", 11), ("Profile", "delegate.other", 11),
    ("Profile", "loaded.failure", 15), ("Profile", "binding.name", 16), ("Profile", "rows", 18),
    ("Profile", "typed", 19), ("Profile.Row", "deleteTapped", 27), ("Profile.Row", "tapped", 28),
    // No pattern names these actions.
    ("Profile", "unknown", 1), ("Silent", "tapped", 33), ("Profile<Int>", "saveTapped", 8),
  ])
  func `The case that handles an action is found, or else the feature`(
    feature: String, action: String, line: Int
  ) {
    let behavior = Behavior(feature: feature, action: action, outcome: .field("x"))
    #expect(lines[behavior] == ProductionLine(file: "Sources/Profile.swift", line: line))
  }

  @Test func `A field of a parent is set where the parent handles the action`() {
    for (action, owner, line) in [
      ("deleteTapped", "Profile", 17), ("deleteTapped", "Profile<Int>", 17),
      // The parent doesn't handle this action.
      ("tapped", "Profile", 28),
    ] {
      let behavior = Behavior(
        feature: "Profile.Row", action: action, outcome: .field("\(owner).rows[]"))
      claimEqual(lines[behavior]?.line, line)
    }
  }

  @Test func `Features of one name in several modules are told apart`() {
    let feature = """
      struct Settings: Reducer {
        enum Action { case muteTapped, louderTapped }
        func reduce() { switch action { case .muteTapped: break } }
      }
      """
    let lines = ProductionLines([
      "Sources/Alpha/Settings.swift": SwiftSource(feature),
      "Packages/my-beta/Settings.swift": SwiftSource("\n" + feature),
      "Packages/my-beta/Settings+Volume.swift": SwiftSource(
        "extension Settings { func volume() { if case .louderTapped = action {} } }"),
    ])
    func line(_ action: String, in module: String) -> String? {
      lines[
        Behavior(module: module, feature: "Settings", action: action, outcome: .field("isMuted"))]?
        .description
    }
    claimEqual(line("muteTapped", in: "Alpha"), "Sources/Alpha/Settings.swift:3")
    claimEqual(line("muteTapped", in: "my_beta"), "Packages/my-beta/Settings.swift:4")
    claimEqual(line("louderTapped", in: "my_beta"), "Packages/my-beta/Settings+Volume.swift:1")
    claimEqual(line("louderTapped", in: "Alpha"), "Sources/Alpha/Settings.swift:1")
    #expect(
      lines.actions(of: "Settings", in: "Alpha").map(\.declaredAt.description)
        == ["Sources/Alpha/Settings.swift:2", "Sources/Alpha/Settings.swift:2"])
    // If a module is unknown or has no files, all files are searched.
    #expect(line("louderTapped", in: "Gamma") == line("louderTapped", in: "my_beta"))
    #expect(line("louderTapped", in: "") == line("louderTapped", in: "my_beta"))
  }

  @Test func `A feature whose actions differ by platform is listed once`() {
    let lines = ProductionLines([
      "Sources/Home.swift": SwiftSource(
        """
        struct Home: Reducer {
          #if os(iOS)
            enum Action { case a }
          #else
            enum Action { case b }
          #endif
        }
        """)
    ])
    claimEqual(lines.features.map(\.feature), ["Home"])
    claimEqual(lines.actions(of: "Home").map(\.action), ["a", "b"])
  }

  @Test func `A feature of a module that is named like tests is not one of tests`() {
    let source = SwiftSource("struct Home { enum Action { case a } }")
    func features(_ path: String) -> Int { ProductionLines([path: source]).features.count }
    for path in ["Sources/ABTests/Home.swift", "App/Home.swift"] { claimEqual(features(path), 1) }
    for path in ["Tests/A/Home.swift", "AppTests/Home.swift", "App/Tests/Home.swift"] {
      claimEqual(features(path), 0)
    }
  }

  @Test func `The actions that no test sends are those of the feature's own module`() {
    let lines = ProductionLines([
      "Sources/Alpha/Settings.swift": SwiftSource(
        "struct Settings { enum Action { case muteTapped, louderTapped } }"),
      "Sources/Beta/Settings.swift": SwiftSource(
        "struct Settings { enum Action { case muteTapped } }"),
    ])
    let behaviors = ["Alpha", "Beta"].map {
      Behavior(module: $0, feature: "Settings", action: "muteTapped", outcome: .field("isMuted"))
    }
    let ambiguous = AmbiguousFeatures(behaviors)
    let test = LedgerTest(
      name: "AppTests/muting()", location: LedgerLocation(file: "A/A.swift", line: 1))
    let facts = behaviors.map {
      LedgerFact(behavior: ambiguous.naming($0), mark: .asserted, test: test)
    }
    #expect(
      BehaviorReport(facts).adding(lines).missing.actions.map { "\($0.feature).\($0.action ?? "")" }
        == ["Alpha.Settings.louderTapped"])
  }

  @Test func `The tests of a generic feature exercise it with any arguments`() {
    let lines = ProductionLines([
      "Sources/Form.swift": SwiftSource(
        "struct Form<Field> { enum Action { case saveTapped, cleared, closed } }")
    ])
    let facts = [("Form<Int>", "saveTapped"), ("Form<Row.ID>", "cleared")].map {
      fact($1, .field("isSaving"), .asserted, in: $0)
    }
    let missing = BehaviorReport(facts).adding(lines).missing
    claimEqual(missing.features.map(\.feature), [])
    claimEqual(missing.actions.map(\.action), ["closed"])
  }

  @Test func `What no file declares has no line`() {
    #expect(lines[Behavior(feature: "Other", action: "a", outcome: .dismisses)] == nil)
    #expect(ProductionLines()[Behavior(feature: "A", action: "a", outcome: .dismisses)] == nil)
    // A damaged line of a ledger.
    #expect(
      lines[Behavior(feature: "Other", action: "", outcome: .field("Profile.isSaving"))] == nil)
  }

  @Test(arguments: [".", "Sources"])
  func `The table, the page and the JSON of a report have the line`(from place: String) throws {
    let directory = try TemporaryDirectory()
    try directory.write("", to: "Package.swift")
    try directory.write(Self.source, to: "Sources/Profile.swift")
    try directory.write("struct Profile {}", to: ".build/checkouts/Profile.swift")
    try directory.write("", to: "Other/Package.swift")
    try directory.write("struct Profile {}", to: "Other/Profile.swift")
    try directory.write(
      ledgerText([fact("saveTapped", .field("isSaving"), .exercised)]), to: "ledger/a.jsonl")
    func report(_ arguments: String...) -> ToolRun {
      ToolRun(["report", directory("ledger")] + arguments, directory: directory(place))
    }
    #expect(
      report("--html", directory("page.html")).output.contains(
        """
        Unasserted: 1
          Profile · .saveTapped → isSaving
            handled at Sources/Profile.swift:8
            AppTests.ProfileTests/saving()  AppTests/ProfileTests.swift:12

        """))
    #expect(
      try directory.read("page.html").contains(
        """
        <p>handled at Sources/Profile.swift:8</p><pre>case .saveTapped,
          .cancelTapped:
          return .none</pre>
        """))
    #expect(
      report("--json").output.contains(
        """
                  "handledAt" : {
                    "file" : "Sources/Profile.swift",
                    "line" : 8
                  },
        """))
  }

  @Test func `the code at a line ends with the indentation, or at the limit`() {
    let long = (1...20).map { "    line\($0)()\n" }.joined()
    let lines = ProductionLines([
      "A.swift": SwiftSource("switch action {\n  case .a:\n    b()\n\n  case .c:\n\(long)}")
    ])
    func code(_ line: Int) -> [String] {
      lines.code(at: ProductionLine(file: "A.swift", line: line))
    }
    claimEqual(code(2), ["case .a:", "  b()"])
    claimEqual(code(5).count, 14)
    claimEqual(code(5).suffix(2), ["  line12()", "…"])
    claimEqual(code(99), [])
    claimEqual(lines.code(at: ProductionLine(file: "B.swift", line: 1)), [])
  }
}
