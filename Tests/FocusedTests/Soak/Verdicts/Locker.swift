import FocusedTestStore

/// A feature with a field of each kind that an assert closure can change. Its one action applies edits.
struct Locker: Reducer {
  struct Item: Equatable, Identifiable {
    var id: Int
    var value: Int
  }
  struct Page: Equatable {
    var value: Int
  }
  struct Note: Equatable {
    var text: Int
    var stars: Int??
  }
  struct State: Equatable {
    var count = 0
    var bonus = 0
    var ratio = 1.0
    var isOn = false
    var name: Int?
    var note: Note?
    var tags: [Int] = []
    var marks: Set<Int> = []
    var prices: [Int: Int] = [:]
    var rows: IdentifiedArrayOf<Item> = []
    var entries: [Item] = []
    var path = StackState<Page>()
    @PresentationState var sheet: Page?
  }
  struct Action {
    var edits: [LockerEdit]
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    for edit in action.edits { edit.change(&state) }
    return .none
  }
}
