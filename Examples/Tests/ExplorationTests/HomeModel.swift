import FocusedTestStore
import Foundation
import Home
import Testing

/// The list has the loaded dates with all added and removed dates applied, and each change is
/// saved.
struct HomeModel: Model {
  struct Tap {
    var step: Int
    var date: Date
  }

  var state: Home.State
  /// The step of the last load, unless it was answered or a change has cancelled it.
  private(set) var load: Int?
  private(set) var loadCount = 0
  /// The step of the last save, unless the save has failed, and the saved dates.
  private(set) var save: Int?
  private(set) var saves: [[SavedDate]] = []
  /// The taps on save whose date was not added yet, and the taps that close the sheet.
  private(set) var additions: [Tap] = []
  private(set) var closings: Set<Int> = []
  private(set) var added = 0
  let today: Date
  let database: FakeDatabase

  init(_ state: Home.State, today: Date, database: FakeDatabase) {
    self.state = state
    self.today = today
    self.database = database
  }

  func expect(_ state: Home.State, at sourceLocation: SourceLocation) {
    #expect(state == self.state, sourceLocation: sourceLocation)
  }

  mutating func follow(_ action: Home.Action, at moment: Moment) {
    switch action {
    case .appeared:
      load = moment.step
      loadCount += 1
    case .loaded(let dates):
      #expect(load != nil && moment.cause == load, "loaded without a request")
      load = nil
      #expect(database.loaded.entries.contains(dates))
      state.dates = IdentifiedArray(uniqueElements: dates)
      state.hasFailed = false
    case .addTapped:
      #expect(moment.cause == nil)
      closings = []
      additions = []
      state.addDate = AddDate.State(date: today)
    case .removeTapped(let id):
      #expect(moment.cause == nil)
      change(at: moment) { $0.filter { $0.id != id } }
    case .databaseFailed:
      if load != nil, moment.cause == load {
        load = nil
      } else {
        #expect(save != nil && moment.cause == save, "a failure of nothing, or of an older save")
        save = nil
      }
      state.hasFailed = true
    case .addDate(.dismiss):
      if let cause = moment.cause {
        #expect(closings.contains(cause))
        #expect(!additions.contains { $0.step == cause }, "closed before it was added")
      }
      closings = []
      additions = []
      state.addDate = nil
    case .addDate(.presented(let action)):
      followSheet(action, at: moment)
    }
  }

  private mutating func followSheet(_ action: AddDate.Action, at moment: Moment) {
    guard let sheet = state.addDate else {
      Issue.record("an action of a sheet that is gone")
      return
    }
    switch action {
    case .dateChanged(let date):
      #expect(moment.cause == nil)
      state.addDate?.date = date
    case .saveTapped:
      #expect(moment.cause == nil)
      guard !sheet.isSaving else { return }
      state.addDate?.isSaving = true
      additions.append(Tap(step: moment.step, date: sheet.date))
      closings.insert(moment.step)
    case .cancelTapped:
      #expect(moment.cause == nil)
      closings.insert(moment.step)
    case .delegate(.saved(let date)):
      let tap = additions.firstIndex { $0.step == moment.cause }.map { additions.remove(at: $0) }
      #expect(tap?.date == date)
      let new = SavedDate(id: UUID(added), date: date)
      added += 1
      change(at: moment) { $0 + [new] }
    }
  }

  private mutating func change(at moment: Moment, _ change: ([SavedDate]) -> [SavedDate]) {
    let dates = change(Array(state.dates))
    state.dates = IdentifiedArray(uniqueElements: dates)
    state.hasFailed = false
    load = nil
    saves.append(dates)
    save = moment.step
  }

  /// Asserts that the database received the expected requests, and one save at a time.
  func expectCalls() {
    #expect(database.load.calls.count <= loadCount)
    #expect(database.load.pendingCalls.count <= (load == nil ? 0 : 1))
    #expect(database.save.calls.isSubsequence(of: saves))
    #expect(database.save.pendingCalls.isEmpty || database.save.pendingCalls == [saves.last])
  }

  /// Asserts that no work is pending.
  func expectSettled() {
    #expect(load == nil)
    #expect(additions.isEmpty)
    #expect(closings.isEmpty || state.addDate == nil)
    if save != nil { #expect(database.file == saves.last) }
  }
}

/// A day in or around January 1970.
func day(_ number: Int) -> Date { Date(timeIntervalSince1970: Double(number - 1) * 86_400) }
