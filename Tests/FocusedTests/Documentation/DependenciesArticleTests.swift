import FocusedTestStore
import Foundation
import Testing

/// The samples of the article about dependencies, as the article shows them.
struct DependenciesArticleTests {
  @Test func `A dependency`() async {
    let store = TestStore(.off, initialState: Forecast.State()) {
      Forecast()
    } withDependencies: {
      $0[WeatherClient.self].temperature = { _ in 21 }
    }

    await store.send(.cityChanged("Rome"))
    await store.receive(.measured(21)) { $0.temperature = 21 }
  }

  @Test func `Dependencies of anything else`() {
    let invoice = withDependencies {
      $0.date.now = Date(timeIntervalSince1970: 0)
      $0.uuid = .incrementing
    } operation: {
      Invoice()
    }
    #expect(invoice.id == UUID(0))
  }
}

// MARK: - Fixtures

private struct Station {
  var temperature: Int
  static func nearest(to city: String) async throws -> Station {
    Station(temperature: city.count)
  }
}

struct WeatherClient: DependencyKey {
  var temperature: @Sendable (_ city: String) async throws -> Int
  var isOnline: @Sendable () -> Bool

  static let liveValue = WeatherClient(
    temperature: { try await Station.nearest(to: $0).temperature },
    isOnline: { true })

  static let testValue = WeatherClient(
    temperature: unimplemented("WeatherClient.temperature"),
    isOnline: unimplemented("WeatherClient.isOnline", placeholder: false))
}

extension DependencyValues {
  var weather: WeatherClient {
    get { self[WeatherClient.self] }
    set { self[WeatherClient.self] = newValue }
  }
}

extension DependenciesArticleTests {
  struct Forecast: Reducer {
    struct State: Equatable { var temperature: Int? }
    enum Action: Equatable {
      case cityChanged(String)
      case measured(Int)
    }

    @Dependency(WeatherClient.self) var client

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .cityChanged(let city):
        return .run { send in await send(.measured(try await client.temperature(city))) }
      case .measured(let temperature):
        state.temperature = temperature
        return .none
      }
    }
  }

  struct Invoice {
    let id: UUID

    init() {
      @Dependency(\.uuid) var uuid
      id = uuid()
    }
  }
}
