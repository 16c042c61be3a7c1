import FocusedTestStore
import Foundation
import Home
import Testing

/// What holds of the list of dates and its sheet whatever the user does, and whatever the database answers.
struct HomeExplorations {
  @Test(.schedules(300)) func `the list holds what was saved and not removed`() async {
    let database = Database()
    let store = makeStore(database)

    await store.explore(upTo: 7, actions) { state in
      var dates: [Date] = [.yesterday, .today]
      var sheet: Date?
      var picked: Set<Date> = []
      var removed: Set<UUID> = []
      for step in store.history {
        switch step.action {
        case .addTapped: sheet = .today
        case .addDate(.presented(.dateChanged(let date))): sheet = date
        case .addDate(.presented(.saveTapped)):
          if let sheet { picked.insert(sheet) }
        case .addDate(.presented(.delegate(.saved(let date)))):
          #expect(picked.contains(date))
          dates.append(date)
        case .addDate(.dismiss): sheet = nil
        case .removeTapped(let id): removed.insert(id)
        default: break
        }
      }
      #expect(state.addDate?.date == sheet)
      #expect(state.dates.count == dates.count - removed.count)
      #expect(state.dates.allSatisfy { !removed.contains($0.id) })
      if removed.isEmpty { #expect(state.dates.map(\.date) == dates) }
    }
  }

  @Test(.schedules(300)) func `the database is given what the list shows`() async {
    let database = Database()
    let store = makeStore(database)

    await store.explore(upTo: 7, actions) { state in
      #expect(database.save.heldCalls.count <= 1)
      let changes = store.history.count {
        switch $0.action {
        case .removeTapped, .addDate(.presented(.delegate(.saved))): true
        default: false
        }
      }
      #expect(database.save.calls.count == changes)
      if changes > 0 { #expect(database.save.calls.last == Array(state.dates)) }
    }
  }

  @Test(.schedules(300)) func `a failure of the database is told`() async {
    let database = Database()
    database.load.mayAnswer(.success([first]), .failure(Broken()))
    database.save.mayAnswer(.failure(Broken()))
    let store = makeStore(database)

    await store.explore(upTo: 6) { state in
      [.appeared] + state.dates.map { .removeTapped($0.id) }
    } always: { state in
      let news = store.history.last {
        $0.action == .databaseFailed || $0.action == .loaded([first])
      }
      #expect(state.hasFailed == (news?.action == .databaseFailed))
      if database.load.calls.isEmpty, !database.save.calls.isEmpty {
        #expect(state.hasFailed || !database.save.heldCalls.isEmpty)
      }
      let answers = store.history.count {
        $0.action == .databaseFailed || $0.action == .loaded([first])
      }
      let asked = database.load.calls.count
      #expect(answers >= asked - database.load.heldCalls.count)
    }
  }

  @Test(.schedules(300)) func `what is loaded is shown`() async {
    let database = Database()
    database.load.mayAnswer(.success([first, second]))
    let store = makeStore(database, Home.State())

    await store.explore(upTo: 4) { _ in
      [.appeared]
    } always: { state in
      let answered = database.load.calls.count - database.load.heldCalls.count
      #expect(state.dates == (answered > 0 ? [first, second] : []))
      #expect(!state.hasFailed)
    }
  }

  @Test(.schedules(300)) func `the sheet closes after what is saved is saved`() async {
    let database = Database()
    let store = makeStore(database)

    await store.explore(upTo: 6, actions) { state in
      var isOpen = false
      var (isCancelled, taps, saved) = (false, 0, 0)
      for step in store.history {
        switch step.action {
        case .addTapped: (isOpen, isCancelled, taps, saved) = (true, false, 0, 0)
        case .addDate(.presented(.cancelTapped)): isCancelled = true
        case .addDate(.presented(.saveTapped)): taps += 1
        case .addDate(.presented(.delegate(.saved))):
          #expect(isOpen)
          saved += 1
        case .addDate(.dismiss):
          #expect(isCancelled || saved > 0)
          isOpen = false
        default: break
        }
        #expect(saved <= taps)
      }
      #expect((state.addDate != nil) == isOpen)
      #expect(!isOpen || (!isCancelled && taps == 0))
    }
  }

  @Test(.schedules(300)) func `the file holds what the list shows`() async throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "explored-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: url) }
    let store = makeStore(Database(), Home.State())
    store.dependencies.dateDatabase = .file(at: url)

    await store.send(.appeared)
    await store.explore(upTo: 6) { actions($0).filter { $0 != .appeared } }
    // Two saves at once end in either order, so what counts is one that has the file for itself.
    await store.send(.removeTapped(UUID(incrementing: 99)))
    #expect(!store.state.hasFailed)
    let saved = try await DateDatabase.file(at: url).load()
    #expect(saved == Array(store.state.dates))
  }

  @Test(.schedules(200, overlappingSends: true)) func `the last of two removals is what is saved`()
    async
  {
    let database = Database(answers: false)
    let store = makeStore(database)

    await store.send(.removeTapped(first.id))
    await store.send(.removeTapped(second.id))
    #expect(database.save.heldCalls == [[]])
    #expect(store.state.dates == [])
  }
}

private func actions(_ state: Home.State) -> [Home.Action] {
  guard state.addDate == nil else {
    return [
      .addDate(.presented(.dateChanged(.yesterday))), .addDate(.presented(.saveTapped)),
      .addDate(.presented(.cancelTapped)),
    ]
  }
  return [.appeared, .addTapped] + state.dates.map { .removeTapped($0.id) }
}

/// Dates of an earlier day. Their ids are none that the store hands out.
private let first = SavedDate(id: UUID(incrementing: 101), date: .yesterday)
private let second = SavedDate(id: UUID(incrementing: 102), date: .today)

private struct Broken: Error {}

/// A database that answers when the script says so.
private struct Database {
  let load = Stub<Void, [SavedDate]>("DateDatabase.load")
  let save = Stub<[SavedDate], Void>("DateDatabase.save")

  init(answers: Bool = true) {
    guard answers else { return }
    save.mayAnswer(.success(()), .failure(Broken()))
  }
}

private func makeStore(
  _ database: Database, _ state: Home.State = Home.State(dates: [first, second])
) -> TestStoreOf<Home> {
  TestStore(.off, initialState: state) {
    Home()
  } withDependencies: {
    $0.uuid = .incrementing
    $0.date.now = .today
    $0.dateDatabase.load = database.load.call
    $0.dateDatabase.save = database.save.call
  }
}
