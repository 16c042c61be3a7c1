import FocusedExploration
import FocusedTestStore
import Foundation
import Home
import Synchronization
import Testing

struct HomeExplorations {
  private struct Setup {
    let store: TestStoreOf<Home>
    let database: FakeDatabase
    let companion: Companion<HomeModel>

    init(
      _ dates: [SavedDate] = [], file: [SavedDate]? = nil, addDate: AddDate.State? = nil,
      hasFailed: Bool = false
    ) {
      let clock = TestClock()
      let database = FakeDatabase(file ?? dates)
      let state = Home.State(
        dates: IdentifiedArray(uniqueElements: dates), hasFailed: hasFailed, addDate: addDate)
      let companion = Companion(
        HomeModel(state, today: day(10), database: database), clock: clock)
      self.database = database
      self.companion = companion
      store = TestStore(.off, initialState: state) {
        companion.watch
        Home()
      } withDependencies: {
        $0.uuid = .incrementing
        $0.date.now = day(10)
        $0.dateDatabase = database.client
      }
    }

    func check() {
      companion.check(store)
      companion.model.expectCalls()
    }

    func settle() async {
      while !database.load.pendingCalls.isEmpty { await database.load.succeed() }
      while !database.save.pendingCalls.isEmpty { await database.save.succeed() }
      await store.finish()
      check()
      companion.model.expectSettled()
    }

    func mayAnswer() {
      database.load.mayAnswer(.success(()), .failure(Broken()))
      database.save.mayAnswer(.success(()), .failure(Broken()))
    }
  }

  private static let three = [
    SavedDate(id: UUID(103), date: day(2)),
    SavedDate(id: UUID(101), date: day(3)),
    SavedDate(id: UUID(102), date: day(2)),
  ]

  @Test(.schedules(450)) func `the list has the loaded dates, with all changes`() async {
    let setup = Setup([], file: Self.three)
    setup.mayAnswer()
    let store = setup.store
    await store.explore(upTo: 7) { state in
      if let sheet = state.addDate {
        return [
          .addDate(.presented(.dateChanged(sheet.date.addingTimeInterval(86_400)))),
          .addDate(.presented(.saveTapped)), .addDate(.presented(.cancelTapped)),
        ]
      }
      return [.appeared, .addTapped] + state.dates.prefix(2).map { .removeTapped($0.id) }
    } always: { _ in
      setup.check()
    }
    await setup.settle()
  }

  @Test(.schedules(400)) func `the last change is in the file`() async {
    let setup = Setup(Self.three)
    setup.mayAnswer()
    let store = setup.store
    await store.explore(upTo: 6) { state in
      state.addDate == nil
        ? [.addTapped] + state.dates.map { .removeTapped($0.id) }
        : [.addDate(.presented(.saveTapped)), .addDate(.dismiss)]
    } always: { state in
      setup.check()
      if state.hasFailed == false, setup.database.save.pendingCalls.isEmpty,
        setup.database.save.calls == setup.companion.model.saves
      {
        #expect(Array(state.dates) == setup.database.file)
      }
    }
    let hadFailed = store.state.hasFailed
    await setup.settle()
    #expect(store.state.hasFailed == hadFailed)
    if setup.companion.model.save != nil {
      #expect(Array(store.state.dates) == setup.database.file)
    }
  }

  @Test(.schedules(250)) func `the sheet adds one date, and closes`() async {
    let setup = Setup(Self.three)
    setup.database.save.mayAnswer(.success(()))
    let store = setup.store
    await store.explore(upTo: 6) { state in
      state.addDate == nil
        ? [.addTapped]
        : [
          .addDate(.presented(.dateChanged(day(30)))), .addDate(.presented(.dateChanged(day(-3)))),
          .addDate(.presented(.saveTapped)), .addDate(.presented(.cancelTapped)),
          .addDate(.dismiss),
        ]
    } always: { state in
      setup.check()
      #expect(state.dates.prefix(3).elementsEqual(Self.three))
      #expect(!state.hasFailed)
    }
    await setup.settle()
    #expect(setup.database.load.calls.isEmpty)
  }

  @Test(.schedules(100)) func `each appearance loads the dates`() async {
    let setup = Setup([], file: Self.three, hasFailed: true)
    setup.database.load.mayAnswer(.success(()), .failure(Broken()))
    let store = setup.store
    await store.explore(upTo: 6) { _ in
      [.appeared]
    } always: { state in
      setup.check()
      #expect(state.dates.isEmpty || Array(state.dates) == Self.three)
    }
    await setup.settle()
    #expect(setup.database.save.calls.isEmpty)
  }

  @Test(.schedules(150)) func `a newer save cancels an older one`() async {
    let setup = Setup(Self.three)
    let (store, database) = (setup.store, setup.database)
    await store.send(.removeTapped(Self.three[1].id))
    await store.send(.addTapped)
    await store.send(.addDate(.presented(.dateChanged(day(5)))))
    await store.send(.addDate(.presented(.saveTapped)))
    let new = SavedDate(id: UUID(0), date: day(5))
    #expect(database.save.pendingCalls == [[Self.three[0], Self.three[2], new]])
    #expect(store.state == Home.State(dates: [Self.three[0], Self.three[2], new]))
    await store.send(.removeTapped(Self.three[0].id))
    #expect(database.save.pendingCalls == [[Self.three[2], new]])
    await database.save.fail(with: Broken())
    #expect(store.state == Home.State(dates: [Self.three[2], new], hasFailed: true))
    await setup.settle()
    #expect(database.file == Self.three)
  }

  @Test(.schedules(200))
  func `a change cancels a load, and a load cancels no save`() async {
    let setup = Setup(Self.three)
    let (store, database) = (setup.store, setup.database)
    await store.send(.appeared)
    await store.send(.removeTapped(Self.three[1].id))
    #expect(database.load.pendingCalls.isEmpty)
    await store.send(.appeared)
    #expect(database.load.pendingCalls.count == 1)
    #expect(database.save.pendingCalls == [[Self.three[0], Self.three[2]]])
    await database.save.succeed()
    await database.load.succeed()
    #expect(store.state == Home.State(dates: [Self.three[0], Self.three[2]]))
    await setup.settle()
  }
}

/// A file that is read and written when its calls are answered.
final class FakeDatabase: Sendable {
  let load = Stub<Void, Void>("DateDatabase.load")
  let save = Stub<[SavedDate], Void>("DateDatabase.save")
  let loaded = Log<[SavedDate]>()
  private let dates: Mutex<[SavedDate]>

  init(_ dates: [SavedDate] = []) {
    self.dates = Mutex(dates)
  }

  var file: [SavedDate] { dates.withLock { $0 } }

  var client: DateDatabase {
    DateDatabase(
      load: {
        try await self.load.call()
        self.loaded.note(self.file)
        return self.file
      },
      save: { dates in
        try await self.save.call(dates)
        self.dates.withLock { $0 = dates }
      })
  }
}
