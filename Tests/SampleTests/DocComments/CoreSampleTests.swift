/// The samples in the doc comments of Core, except those about composing reducers and about views.
struct CoreSampleTests {
  @Test func `The samples of CasePath`() {
    typealias Action = Table.Action
    let rows = [Row(id: 1)]
    // sample: CasePath.swift

    var screen = Screen.State.book(Book())
    // sample: CasePath.swift 3
    #expect(screen == .book(Book(likes: 1)))
  }

  @Test func `The sample of an explicit CasePath`() {
    enum Action {
      case validated((String) -> Bool)
      case cleared
    }
    // sample: CasePath.swift 2
    #expect(validated.extract(from: .validated(\.isEmpty))?("") == true)
    #expect(validated.extract(from: .cleared) == nil)
  }

  @Test func `The sample of IdentifiedArray`() {
    // sample: IdentifiedArray.swift
  }

  @Test func `The sample of ImmediateClock`() async {
    // sample: ImmediateClock.swift
    await store.send(.advanceAgeAndMoodAfterDelay)
    await store.receive(.changeMood(1))
  }

  @Test func `The sample of withDependencies`() {
    // sample: WithDependencies.swift
    #expect(model.id == UUID(0))
  }

  @Test @MainActor func `The sample of Store`() {
    // sample: Store.swift
  }
}

// MARK: - Samples that are only compiled

// sample: DependencyKey.swift

// sample: DependencyValues.swift

private actor Server {
  static let shared = Server()
  func items(page: Int) throws -> [String] { [] }
}

extension CoreSampleTests {
  // sample: Dependency.swift

  private struct Client: Sendable {
    var fetch: @Sendable () async -> [String]
    var save: @Sendable (String) async throws -> Void

    // sample: Unimplemented.swift
  }

  private func overrideDismiss(_ didDismiss: Flag) {
    withDependencies {
      // sample: DismissEffect.swift
    } operation: {
    }
  }

  private func roll() -> Int {
    // sample: WithRandomNumberGenerator.swift
    return roll
  }

  private var profile: some Reducer<Profile.State, Profile.Action> {
    // sample: DependencyReducer.swift
  }

  @MainActor
  private func view(of store: StoreOf<Parent>) -> ProfileView {
    // sample: Store+Scope.swift
  }

  @MainActor
  private func showChild(of store: StoreOf<Parent>) {
    // sample: Store+Scope.swift 2
  }

  struct Download: Reducer {
    struct State {}
    enum Action {
      case refresh
      case tick
      case loaded(String)
      case failed(String)
      case progress(Double)
      case response(Result<String, any Error>)
      case finished
    }
    enum CancelID {
      case refresh
      case progress
    }
    struct Client: Sendable {
      var progress: AsyncStream<Double> { AsyncStream { $0.finish() } }
      func fetch() async throws -> String { "Blob" }
    }

    let client = Client()

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      // sample: Effect.swift
      default: return .none
      }
    }

    private var load: Effect<Action> {
      // sample: Effect.swift 2
    }

    private var start: Effect<Action> {
      // sample: Effect+Cancellation.swift
    }

    private func respond(_ send: Send<Action>) async {
      // sample: Effect.swift 4
    }

    private func count(_ clock: TestClock<Duration>, _ send: Send<Action>) async {
      // sample: Clock+Timer.swift
    }
  }
}

#if canImport(SwiftUI)
  import SwiftUI

  extension CoreSampleTests {
    @MainActor
    private func field(for store: StoreOf<NameForm>) -> some View {
      // sample: Store+Binding.swift
    }
  }
#endif

// MARK: - Fixtures

extension CoreSampleTests {
  typealias Counter = ReducerSampleTests.Counter

  struct Row: Equatable, Identifiable {
    var id: Int
    var title = ""
  }

  enum Table {
    enum Action: Equatable { case list(List) }
    enum List: Equatable {
      case loaded([Row])
      case failed
    }
  }

  enum Screen {
    enum State: Equatable {
      case book(Book)
      case closed
    }
  }
  struct Book: Equatable { var likes = 0 }

  struct Model {
    let id: UUID

    init() {
      @Dependency(\.uuid) var uuid
      id = uuid()
    }
  }

  actor Flag {
    func set() {}
  }

  struct NameForm: Reducer {
    struct State: Equatable { var name = "" }
    enum Action { case setName(String) }

    func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
  }

  struct Parent: Reducer {
    struct State {
      var profile = Profile.State()
      var child: Counter.State?
    }
    enum Action {
      case profile(Profile.Action)
      case child(Counter.Action)
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
  }

  @MainActor
  struct ProfileView {
    let store: StoreOf<Profile>
  }

  @MainActor
  struct ChildView {
    @discardableResult
    init(store: StoreOf<Counter>) {}
  }
}
