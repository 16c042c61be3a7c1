import FocusedTestStore
import Testing
@testable import TestFixtures

@Suite(.exhaustivity(.off)) struct LibraryFocusedTests {
  var library = Library()

  @Test func loadingShowsTheBooksOfTheShelf() async {
    let store = makeStore()

    await store.send(.appeared)
    await store.receive(case: { .loaded($0) }) {
      $0.books = [Book(title: "Emma"), Book(title: "Ulysses")]
    }
  }

  @Test func loadingEnds() async {
    let store = makeStore()

    await store.send(.appeared) { $0.isLoading = true }
    store.assert { $0.isLoading = false }
  }

  @Test func aPauseInTypingBringsSuggestions() async {
    let clock = TestClock()
    let store = makeStore(sheet: AddBook.State(), clock: clock)

    await store.send(.sheet(.presented(.titleChanged("Dune"))))
    await clock.advance(by: .milliseconds(300))
    store.assert { $0.sheet?.suggestions = ["Dune Messiah"] }
  }

  @Test func savingAddsTheBook() async {
    let store = makeStore(sheet: AddBook.State(title: "Dune"))

    await store.send(.sheet(.presented(.saveTapped)))
    store.assert { $0.books = [Book(title: "Dune")] }
  }

  @Test func savingClosesTheSheet() async {
    let store = makeStore(sheet: AddBook.State(title: "Dune"))

    await store.send(.sheet(.presented(.saveTapped)))
    store.assert { $0.sheet = nil }
  }

  @Test func savingStoresTheBooks() async {
    let store = makeStore(sheet: AddBook.State(title: "Dune"))

    await store.send(.sheet(.presented(.saveTapped)))
    await store.receive(.stored(count: 1))
  }

  @Test func tappingABookShowsIt() async {
    let store = makeStore()

    await store.send(.bookTapped(Book(title: "Emma"))) {
      $0.path = StackState([BookDetail.State(book: Book(title: "Emma"))])
    }
  }

  @Test func aFavoriteCounts() async {
    let store = makeStore(books: [Book(title: "Emma"), Book(title: "Ulysses")])

    await store.send(.bookTapped(Book(title: "Emma")))
    await store.send(.path(.element(id: 0, action: .favoriteTapped)))
    store.assert { $0.favorites = 1 }
  }

  @Test func theDetailShowsTheFavorite() async {
    let store = makeStore(books: [Book(title: "Emma")])

    await store.send(.bookTapped(Book(title: "Emma")))
    await store.send(.path(.element(id: 0, action: .favoriteTapped))) {
      $0.path[id: 0]?.book.isFavorite = true
    }
  }

  @Test func aFavoriteIsStored() async {
    let store = makeStore(books: [Book(title: "Emma")])

    await store.send(.bookTapped(Book(title: "Emma")))
    await store.send(.path(.element(id: 0, action: .favoriteTapped)))
    await store.receive(.stored(count: 1))
  }

  @Test func theAddButtonOpensAnEmptySheet() async {
    let store = makeStore()

    await store.send(.addButtonTapped) { $0.sheet = AddBook.State() }
  }

  @Test func cancellingClosesTheSheet() async {
    let store = makeStore(sheet: AddBook.State(title: "Dune"))

    await store.send(.sheet(.dismiss)) { $0.sheet = nil }
  }

  private func makeStore(
    books: [Book] = [], sheet: AddBook.State? = nil, clock: TestClock<Duration> = TestClock()
  ) -> TestStoreOf<Library> {
    TestStore(initialState: Library.State(books: books, sheet: sheet)) {
      library
    } withDependencies: {
      $0.continuousClock = clock
      $0.shelf.load = { [Book(title: "Emma"), Book(title: "Ulysses")] }
      $0.shelf.store = { _ in }
      $0.shelf.suggest = { ["\($0) Messiah"] }
    }
  }
}
