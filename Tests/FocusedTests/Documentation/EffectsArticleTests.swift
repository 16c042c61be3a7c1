import FocusedTestStore
import Testing

/// The samples of the article about effects, as the article shows them.
struct EffectsArticleTests {
  @Test func refreshingShowsTheHeadlines() async {
    let store = TestStore(.off, initialState: News.State()) {
      News()
    } withDependencies: {
      $0[NewsClient.self].headlines = { ["Rain"] }
    }

    await store.send(.refreshTapped)
    await store.receive(.loaded(["Rain"])) { $0.headlines = ["Rain"] }
  }

  @Test func aFailureIsShown() async {
    let headlines = Stub<Void, [String]>("NewsClient.headlines")
    let store = TestStore(.off, initialState: News.State()) {
      News()
    } withDependencies: {
      $0[NewsClient.self].headlines = headlines.call
    }

    await store.send(.refreshTapped) { $0.isLoading = true }
    await headlines.fail(with: Offline())
    await store.receive(.failed("Offline()")) {
      $0.isLoading = false
      $0.problem = "Offline()"
    }
  }

  @Test func appearingBringsTheWeather() async {
    let store = TestStore(.off, initialState: News.State()) {
      News()
    } withDependencies: {
      $0[NewsClient.self].headlines = { [] }
      $0[NewsClient.self].weather = { "Sunny" }
    }

    await store.send(.appeared)
    await store.receive(.weatherLoaded("Sunny")) { $0.weather = "Sunny" }
  }

  @Test func whatIsSentAgainIsSavedFirst() async {
    let save = Stub<String, Void>("NewsClient.save")
    let headlines = Stub<Void, [String]>("NewsClient.headlines")
    let store = TestStore(.off, initialState: News.State()) {
      News()
    } withDependencies: {
      $0[NewsClient.self].save = save.call
      $0[NewsClient.self].headlines = headlines.call
    }

    await store.send(.publishTapped("Snow"))
    #expect(headlines.calls.isEmpty)
    await save.succeed()
    await headlines.succeed(with: ["Snow"])
    store.assert { $0.headlines = ["Snow"] }
  }

  @Test func aSecondRefreshTakesThePlaceOfTheFirst() async {
    let headlines = Stub<Void, [String]>("NewsClient.headlines")
    let store = TestStore(.off, initialState: News.State()) {
      News()
    } withDependencies: {
      $0[NewsClient.self].headlines = headlines.call
    }

    await store.send(.refreshTapped)
    await store.send(.refreshTapped)
    #expect(headlines.calls.count == 2)
    #expect(headlines.pendingCalls.count == 1)
  }

  @Test func cancellingEndsTheRefresh() async {
    let headlines = Stub<Void, [String]>("NewsClient.headlines")
    let store = TestStore(.off, initialState: News.State()) {
      News()
    } withDependencies: {
      $0[NewsClient.self].headlines = headlines.call
    }

    await store.send(.refreshTapped)
    await store.send(.cancelTapped) { $0.isLoading = false }
    await store.finish()
  }

  @Test func onlyAPauseInTypingSearches() async {
    let clock = TestClock()
    let search = Stub<String, [String]>("NewsClient.search")
    let store = TestStore(.off, initialState: News.State()) {
      News()
    } withDependencies: {
      $0.continuousClock = clock
      $0[NewsClient.self].search = search.call
    }

    await store.send(.queryChanged("r"))
    await clock.advance(by: .milliseconds(200))
    await store.send(.queryChanged("ra"))
    await clock.advance(by: .milliseconds(300))
    #expect(search.calls == ["ra"])
  }

  @Test func thePositionIsSavedOnceASecond() async {
    let clock = TestClock()
    let save = Stub<Int, Void>("NewsClient.savePosition")
    save.willReturn(())
    let store = TestStore(.off, initialState: News.State()) {
      News()
    } withDependencies: {
      $0.continuousClock = clock
      $0[NewsClient.self].savePosition = save.call
    }

    await store.send(.scrolled(1))
    await store.send(.scrolled(2))
    await store.send(.scrolled(3))
    await clock.advance(by: .seconds(1))
    #expect(save.calls == [1, 3])
  }

  @Test func theTimerCountsSeconds() async {
    let clock = TestClock()
    let store = TestStore(.off, initialState: News.State()) {
      News()
    } withDependencies: {
      $0.continuousClock = clock
    }

    await store.send(.timerStarted)
    await clock.advance(by: .seconds(3))
    store.assert { $0.seconds = 3 }

    await store.send(.timerStopped)
    await store.finish()
  }

  @Test func whatArrivesIsShown() async {
    let (updates, continuation) = AsyncThrowingStream<String, any Error>.makeStream()
    let store = TestStore(.off, initialState: News.State()) {
      News()
    } withDependencies: {
      $0[NewsClient.self].updates = { updates }
    }

    await store.send(.watchTapped)
    continuation.yield("Thunder")
    await store.receive(.arrived("Thunder")) { $0.headlines = ["Thunder"] }

    continuation.finish(throwing: Offline())
    await store.receive(.failed("Offline()")) { $0.problem = "Offline()" }
  }
}

// MARK: - Fixtures

extension EffectsArticleTests {
  struct Offline: Error {}

  struct NewsClient: TestDependencyKey {
    var headlines: @Sendable () async throws -> [String]
    var weather: @Sendable () async throws -> String
    var search: @Sendable (String) async throws -> [String]
    var save: @Sendable (String) async throws -> Void
    var savePosition: @Sendable (Int) async throws -> Void
    var updates: @Sendable () -> AsyncThrowingStream<String, any Error>

    static let testValue = NewsClient(
      headlines: unimplemented("NewsClient.headlines"),
      weather: unimplemented("NewsClient.weather"),
      search: unimplemented("NewsClient.search"),
      save: unimplemented("NewsClient.save"),
      savePosition: unimplemented("NewsClient.savePosition"),
      updates: unimplemented(
        "NewsClient.updates", placeholder: AsyncThrowingStream { $0.finish() }))
  }

  struct News: Reducer {
    struct State: Equatable {
      var headlines: [String] = []
      var isLoading = false
      var problem: String?
      var query = ""
      var seconds = 0
      var weather: String?
    }

    enum Action: Equatable {
      case appeared
      case refreshTapped
      case cancelTapped
      case publishTapped(String)
      case queryChanged(String)
      case scrolled(Int)
      case timerStarted
      case timerStopped
      case watchTapped
      case arrived(String)
      case loaded([String])
      case weatherLoaded(String)
      case failed(String)
      case ticked
    }

    enum CancelID {
      case refresh
      case search
      case position
      case timer
    }

    @Dependency(NewsClient.self) var client
    @Dependency(\.continuousClock) var clock

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .refreshTapped:
        state.isLoading = true
        return .run { send in
          await send(.loaded(try await client.headlines()))
        } catch: { error, send in
          await send(.failed("\(error)"))
        }
        .cancellable(id: CancelID.refresh, cancelInFlight: true)

      case .cancelTapped:
        state.isLoading = false
        return .cancel(id: CancelID.refresh)

      case .appeared:
        return .merge(
          .run { send in await send(.loaded(try await client.headlines())) },
          .run { send in await send(.weatherLoaded(try await client.weather())) })

      case .publishTapped(let headline):
        return .concatenate(
          .run { _ in
            try await client.save(headline)
          } catch: { error, send in
            await send(.failed("\(error)"))
          },
          .run { send in await send(.loaded(try await client.headlines())) })

      case .queryChanged(let query):
        state.query = query
        return .run { send in await send(.loaded(try await client.search(query))) }
          .debounce(id: CancelID.search, for: .milliseconds(300), clock: clock)

      case .scrolled(let position):
        return .run { _ in try await client.savePosition(position) }
          .throttle(id: CancelID.position, for: .seconds(1), clock: clock, latest: true)

      case .timerStarted:
        return .run { send in
          for await _ in clock.timer(interval: .seconds(1)) {
            await send(.ticked)
          }
        }
        .cancellable(id: CancelID.timer, cancelInFlight: true)

      case .timerStopped:
        return .cancel(id: CancelID.timer)

      case .watchTapped:
        return .run { send in
          for try await headline in client.updates() {
            await send(.arrived(headline))
          }
        } catch: { error, send in
          await send(.failed("\(error)"))
        }

      case .arrived(let headline):
        state.headlines.insert(headline, at: 0)
        return .none

      case .loaded(let headlines):
        state.headlines = headlines
        state.isLoading = false
        return .none

      case .weatherLoaded(let weather):
        state.weather = weather
        return .none

      case .failed(let problem):
        state.isLoading = false
        state.problem = problem
        return .none

      case .ticked:
        state.seconds += 1
        return .none
      }
    }
  }
}
