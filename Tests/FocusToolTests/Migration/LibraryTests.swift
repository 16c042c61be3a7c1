import FocusedTestStore
import Testing
@testable import TestFixtures

/// The guide's worked example: one exhaustive test, and the focused tests that it became.
@Suite(.schedules(1)) struct LibraryTests {
  var library = Library()

  @Test func everything() async {
    let clock = TestClock()
    let store = TestStore(.on, initialState: Library.State()) {
      library
    } withDependencies: {
      $0.continuousClock = clock
      $0.shelf.load = { [Book(title: "Emma"), Book(title: "Ulysses")] }
      $0.shelf.store = { _ in }
      $0.shelf.suggest = { ["\($0) Messiah"] }
    }

    await store.send(.appeared) {
      $0.isLoading = true
    }
    await store.receive(.loaded([Book(title: "Emma"), Book(title: "Ulysses")])) {
      $0.isLoading = false
      $0.books = [Book(title: "Emma"), Book(title: "Ulysses")]
    }

    await store.send(.addButtonTapped) {
      $0.sheet = AddBook.State()
    }
    await store.send(.sheet(.presented(.titleChanged("Dune")))) {
      $0.sheet?.title = "Dune"
    }
    await clock.advance(by: .milliseconds(300))
    await store.receive(.sheet(.presented(.suggested(["Dune Messiah"])))) {
      $0.sheet?.suggestions = ["Dune Messiah"]
    }
    await store.send(.sheet(.presented(.saveTapped)))
    await store.receive(.sheet(.presented(.delegate(.saved(Book(title: "Dune")))))) {
      $0.books.append(Book(title: "Dune"))
    }
    await store.receive(.sheet(.dismiss)) {
      $0.sheet = nil
    }
    await store.receive(.stored(count: 3))

    await store.send(.bookTapped(Book(title: "Emma"))) {
      $0.path.append(BookDetail.State(book: Book(title: "Emma")))
    }
    await store.send(.path(.element(id: 0, action: .favoriteTapped))) {
      $0.path[id: 0]?.book.isFavorite = true
    }
    await store.receive(
      .path(
        .element(
          id: 0, action: .delegate(.changed(Book(title: "Emma", isFavorite: true)))))
    ) {
      $0.books[0].isFavorite = true
      $0.favorites = 1
    }
    await store.receive(.stored(count: 3))

    await store.send(.path(.popFrom(id: 0))) {
      $0.path = StackState()
    }
    await store.send(.addButtonTapped) {
      $0.sheet = AddBook.State()
    }
    await store.send(.sheet(.dismiss)) {
      $0.sheet = nil
    }
    await store.finish()
  }
}
