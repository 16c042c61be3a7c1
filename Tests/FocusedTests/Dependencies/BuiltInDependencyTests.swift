import Foundation
import FocusedTestStore
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct BuiltInDependencyTests {
  @Test func `Dates stand still at what a test sets`() {
    let date = Date(timeIntervalSince1970: 42)
    withDependencies {
      $0.date.now = date
    } operation: {
      let model = Model()
      #expect(model.now == date)
      #expect(model.date() == date)
    }
    withDependencies {
      $0.date = .constant(date)
    } operation: {
      #expect(Model().now == date)
    }
  }

  @Test func `A counted UUID ends in its number`() {
    claimEqual(UUID(0).uuidString, "00000000-0000-0000-0000-000000000000")
    claimEqual(UUID(42).uuidString, "00000000-0000-0000-0000-00000000002A")
    claimEqual(UUID(Int.max).uuidString, "00000000-0000-0000-7FFF-FFFFFFFFFFFF")
  }

  @Test func `Rewound generators start over and leave the originals alone`() {
    var values = DependencyValues()
    values.startOwnCache()
    values.uuid = .incrementing
    _ = (values.uuid(), values.stackElementID.next())
    let positions = CountableGenerators(of: values).positions
    claimEqual(positions, GeneratorPositions(uuid: 1, stackElementID: 1))
    _ = (values.uuid(), values.stackElementID.next(), values.stackElementID.next())

    let rewound = RewindableDependencies(values).rewound(to: positions)
    claimEqual([rewound.uuid(), rewound.uuid()], [UUID(1), UUID(2)])
    claimEqual(rewound.stackElementID.next(), 1)
    claimEqual(rewound.stackElementID.next(), 2)
    claimEqual(
      CountableGenerators(of: values).positions, GeneratorPositions(uuid: 2, stackElementID: 3))
  }

  @Test func `Generators without a position are left as they are`() {
    let uuid = UUID()
    var values = DependencyValues()
    values.uuid = .constant(uuid)
    #expect(CountableGenerators(of: values).positions.uuid == nil)
    #expect(
      RewindableDependencies(values).rewound(to: CountableGenerators(of: values).positions).uuid()
        == uuid)
  }

  @Test func `A random number generator with a seed gives the same numbers again`() {
    func rolls() -> [Int] {
      withDependencies {
        $0.withRandomNumberGenerator = WithRandomNumberGenerator(SeededRandom(seed: 1))
      } operation: {
        let model = Model()
        return (1...5).map { _ in model.random { Int.random(in: 1...1000, using: &$0) } }
      }
    }
    claimEqual(rolls(), rolls())
    #expect(Set(rolls()).count > 1)
  }

  @Test func `An unforeseen UUID is an issue at the call, and random`() {
    var ids: [UUID] = []
    let issues = withCapturedIssues { ids = [Model().uuid(), Model().uuid()] }
    let line = UInt(#line - 1)
    #expect(ids[0] != ids[1])
    #expect(
      issues.first?.message == """
        Expected the test to override \\.uuid, but it used uuid() without doing so.
        The test got the live one.

          Read at: BuiltInDependencyTests.swift:\(Model.line + 3)

        Override it: withDependencies: { $0.uuid = .incrementing }
        """)
    claimEqual(issues.map { UInt($0.line) }, [line, line])
  }

  @Test func `An unforeseen clock is one issue in a scope, and works`() async throws {
    let issues = try await withCapturedIssues {
      try await withDependencies { _ in
      } operation: {
        let model = Model()
        try await model.clock.sleep(for: .zero)
        try await model.suspendingClock.sleep(for: .zero)
        try await model.clock.sleep(for: .zero)
      }
    }
    claimEqual(issues.map(\.line), [Model.line + 4, Model.line + 5])
    claimEqual(issues.first?.message.contains("$0.continuousClock = TestClock()"), true)
  }

  @Test func `Unforeseen values of the region are issues, and the same everywhere`() {
    let issues = withCapturedIssues {
      let model = Model()
      #expect(model.calendar.identifier == .gregorian)
      #expect(model.calendar.timeZone == .gmt)
      #expect(model.locale.identifier == "en_US_POSIX")
      #expect(model.timeZone == .gmt)
    }
    let lines = issues.map(\.line)
    claimEqual(lines, [6, 6, 7, 8].map { Model.line + $0 })
  }

  @Test func `Unforeseen dates, sessions and random numbers are issues at the use`() {
    let issues = withCapturedIssues {
      _ = (Model().now, Model().date())
      _ = Model().urlSession
      _ = Model().random { $0.next() }
    }
    claimEqual(issues.map(\.line), [Model.line + 1, #line - 4, Model.line + 9, #line - 2])
  }

  @Test func `What a test overrides is no issue`() async throws {
    let issues = try await withCapturedIssues {
      try await withDependencies {
        $0.date.now = .distantPast
        $0.uuid = .incrementing
        $0.continuousClock = .immediate
        $0.suspendingClock = ImmediateClock()
        $0.calendar.timeZone = .gmt
        $0.locale = Locale(identifier: "de_DE")
        $0.timeZone = .gmt
        $0.urlSession = URLSession(configuration: .ephemeral)
        $0.withRandomNumberGenerator = WithRandomNumberGenerator(SeededRandom(seed: 1))
      } operation: {
        let model = Model()
        _ = (model.now, model.date(), model.uuid(), model.calendar, model.locale, model.timeZone)
        _ = (model.urlSession, model.random { $0.next() })
        try await model.clock.sleep(for: .seconds(100))
        try await model.suspendingClock.sleep(for: .seconds(100))
      }
    }
    #expect(issues.isEmpty)
  }

  @Test func `In the live context built-in dependencies are the live ones`() async throws {
    let issues = try await withCapturedIssues {
      try await withDependencies {
        $0.context = .live
      } operation: {
        let model = Model()
        #expect(model.clock is ContinuousClock)
        #expect(model.suspendingClock is SuspendingClock)
        #expect(model.uuid() != model.uuid())
        #expect(model.now > Date(timeIntervalSince1970: 0))
        try await model.clock.sleep(for: .zero)
      }
    }
    #expect(issues.isEmpty)
  }

  @Test func `Dismissing what is not presented is an issue at the call`() async {
    let issues = await withCapturedIssues { await Model().dismiss() }
    claimEqual(issues.map(\.line), [#line - 1])
    expectText(issues)
    #expect(!Model().isPresented)
  }

  struct Model {
    static let line = #line
    @Dependency(\.date.now) var now
    @Dependency(\.date) var date
    @Dependency(\.uuid) var uuid
    @Dependency(\.continuousClock) var clock
    @Dependency(\.suspendingClock) var suspendingClock
    @Dependency(\.calendar) var calendar
    @Dependency(\.locale) var locale
    @Dependency(\.timeZone) var timeZone
    @Dependency(\.urlSession) var urlSession
    @Dependency(\.withRandomNumberGenerator) var random
    @Dependency(\.dismiss) var dismiss
    @Dependency(\.isPresented) var isPresented
  }
}
