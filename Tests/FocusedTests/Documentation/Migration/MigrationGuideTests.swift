import FocusedTestStore
import Testing
@testable import TestFixtures

/// The steps of the migration guide, each before and after.
struct MigrationGuideTests {
  // MARK: - One test a behavior

  @Test func books() async {
    let store = TestStore(initialState: Library.State()) {
      Library()
    } withDependencies: {
      $0.shelf.load = { [Book(title: "Emma")] }
    }

    await store.send(.appeared) { $0.isLoading = true }
    await store.receive(.loaded([Book(title: "Emma")])) {
      $0.isLoading = false
      $0.books = [Book(title: "Emma")]
    }
    await store.send(.bookTapped(Book(title: "Emma"))) {
      $0.path.append(BookDetail.State(book: Book(title: "Emma")))
    }
  }

  @Test func loadingShowsTheBooks() async {
    let store = makeStore()

    await store.send(.appeared) { $0.isLoading = true }
    await store.receive(.loaded([Book(title: "Emma")])) {
      $0.isLoading = false
      $0.books = [Book(title: "Emma")]
    }
  }

  @Test func tappingABookShowsIt() async {
    let store = makeStore()

    await store.send(.bookTapped(Book(title: "Emma"))) {
      $0.path = StackState([BookDetail.State(book: Book(title: "Emma"))])
    }
  }

  private func makeStore(
    _ exhaustivity: Exhaustivity = .off, books: [Book] = []
  ) -> TestStoreOf<Library> {
    TestStore(exhaustivity, initialState: Library.State(books: books)) {
      Library()
    } withDependencies: {
      $0.continuousClock = TestClock()
      $0.shelf.load = { [Book(title: "Emma")] }
      $0.shelf.store = { _ in }
    }
  }

  // MARK: - Delete what is unrelated

  @Test func loadingShowsTheBooksAndNothingElseIsAsserted() async {
    let store = makeStore()

    await store.send(.appeared)
    await store.receive(.loaded([Book(title: "Emma")])) {
      $0.books = [Book(title: "Emma")]
    }
  }

  // MARK: - Drop receives

  @Test func favoriteWithEveryReceive() async {
    let emma = Book(title: "Emma", isFavorite: true)
    let store = makeStore(.on, books: [Book(title: "Emma")])

    await store.send(.bookTapped(Book(title: "Emma"))) {
      $0.path.append(BookDetail.State(book: Book(title: "Emma")))
    }
    await store.send(.path(.element(id: 0, action: .favoriteTapped))) {
      $0.path[id: 0]?.book.isFavorite = true
    }
    await store.receive(.path(.element(id: 0, action: .delegate(.changed(emma))))) {
      $0.books = [emma]
      $0.favorites = 1
    }
    await store.receive(.stored(count: 1))
  }

  @Test func aFavoriteCounts() async {
    let store = makeStore(books: [Book(title: "Emma")])

    await store.send(.bookTapped(Book(title: "Emma")))
    await store.send(.path(.element(id: 0, action: .favoriteTapped)))
    store.assert { $0.favorites = 1 }
  }

  // MARK: - Explicit values

  @Test func favoriteWithAHelper() async {
    let store = TestStore(initialState: Tally.State()) { Tally() }

    await store.send(.tapped("Emma")) { $0.toggle("Emma") }
    await store.send(.tapped("Dune")) { $0.toggle("Dune") }
  }

  @Test func favoriteWithItsValue() async {
    let store = TestStore(.off, initialState: Tally.State()) { Tally() }

    await store.send(.tapped("Emma")) { $0.titles = ["Emma"] }
    await store.send(.tapped("Dune")) { $0.titles = ["Dune", "Emma"] }
  }

  // MARK: - Only the last

  @Test func eachTitle() async {
    let store = TestStore(initialState: Tally.State()) { Tally() }

    await store.send(.tapped("Emma")) { $0.titles = ["Emma"] }
    await store.send(.tapped("Dune")) { $0.titles = ["Dune", "Emma"] }
    await store.send(.tapped("Emma")) { $0.titles = ["Dune"] }
  }

  @Test func tappingTwiceRemovesTheTitle() async {
    let store = TestStore(.off, initialState: Tally.State()) { Tally() }

    await store.send(.tapped("Emma"))
    await store.send(.tapped("Dune"))
    await store.send(.tapped("Emma")) { $0.titles = ["Dune"] }
  }

  // MARK: - Reading the state

  @Test func aPredicateNeedsNoClosure() async {
    let store = makeStore(books: [Book(title: "Emma"), Book(title: "Ulysses")])

    await store.send(.bookTapped(Book(title: "Emma")))
    await store.send(.path(.element(id: 0, action: .favoriteTapped)))
    #expect(store.state.books.contains { $0.isFavorite })
  }

  // MARK: - The end

  @Test func typingWithEveryEffect() async {
    let store = makeStore(.on)

    await store.send(.addButtonTapped) { $0.sheet = AddBook.State() }
    await store.send(.sheet(.presented(.titleChanged("Dune")))) { $0.sheet?.title = "Dune" }
    await store.skipInFlightEffects()
  }

  @Test func typingChangesTheTitle() async {
    let store = makeStore()

    await store.send(.addButtonTapped)
    await store.send(.sheet(.presented(.titleChanged("Dune")))) { $0.sheet?.title = "Dune" }
  }

  @Test func closingTheSheetStopsTheSuggestions() async {
    let store = makeStore()

    await store.send(.addButtonTapped)
    await store.send(.sheet(.presented(.titleChanged("Dune"))))
    await store.send(.sheet(.dismiss))
    await store.finish()
  }

  // MARK: - Toggling

  @Test func aStoreAndAScope() async {
    let store = TestStore(.off, initialState: Tally.State()) { Tally() }
    await store.send(.tapped("Emma"))

    await store.withExhaustivity(.on) {
      await store.send(.tapped("Dune")) { $0.titles = ["Dune", "Emma"] }
    }
  }

  @Test(.exhaustivity(.off)) func tappingAddsTheTitle() async {
    let store = TestStore(initialState: Tally.State()) { Tally() }

    await store.send(.tapped("Emma"))
    await store.send(.tapped("Dune")) { $0.titles = ["Dune", "Emma"] }
  }

  @Suite(.exhaustivity(.off)) struct TallyTests {
    @Test func tappingAddsTheTitle() async {
      let store = TestStore(initialState: Tally.State()) { Tally() }

      await store.send(.tapped("Emma"))
    }

    @Test(.exhaustivity(.on)) func nothingElseHappens() async {
      let store = TestStore(initialState: Tally.State()) { Tally() }

      await store.send(.tapped("Emma")) { $0.titles = ["Emma"] }
    }
  }
}

// MARK: - Fixtures

extension MigrationGuideTests {
  /// The tapped titles, in order.
  struct Tally: Reducer {
    struct State: Equatable {
      var titles: [String] = []

      mutating func toggle(_ title: String) {
        if titles.contains(title) {
          titles.removeAll { $0 == title }
        } else {
          titles.append(title)
        }
        titles.sort()
      }
    }

    enum Action { case tapped(String) }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      guard case .tapped(let title) = action else { return .none }
      state.toggle(title)
      return .none
    }
  }
}
