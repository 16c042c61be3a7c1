import FocusedTestStore
import Testing
@testable import TestFixtures

@Suite(.schedules(1)) struct LibraryBehaviorTests {
  var library = Library()
  private let clock = TestClock()

  @Test func appearingSetsIsLoading() async {
    let store = makeStore()

    await store.send(.appeared) {
      $0.isLoading = true
    }
  }

  @Test func appearingSendsLoaded() async {
    let store = makeStore()

    await store.send(.appeared)
    await store.receive(.loaded([Book(title: "Emma"), Book(title: "Ulysses")]))
  }

  @Test func loadingResetsIsLoading() async {
    let store = makeStore()

    await store.send(.appeared)
    store.assert { $0.isLoading = false }
  }

  @Test func loadingSetsBooks() async {
    let store = makeStore()

    await store.send(.appeared)
    store.assert { $0.books = [Book(title: "Emma"), Book(title: "Ulysses")] }
  }

  @Test func addingSetsSheet() async {
    let store = makeStore()

    await store.send(.addButtonTapped) {
      $0.sheet = AddBook.State()
    }
  }

  @Test func changingTitleSetsTitle() async {
    let store = makeStore(Library.State(sheet: AddBook.State()))

    await store.send(.sheet(.presented(.titleChanged("Dune")))) {
      $0.sheet?.title = "Dune"
    }
  }

  @Test func changingTitleSendsSuggested() async {
    let store = makeStore(Library.State(sheet: AddBook.State()))
    let sheet = store.scope(state: \.sheet, action: { .sheet(.presented($0)) })

    await sheet.send(.titleChanged("Dune"))
    await clock.advance(by: .milliseconds(300))
    await sheet.receive(.suggested(["Dune Messiah"]))
  }

  @Test func suggestingSetsSuggestions() async {
    let store = makeStore(Library.State(sheet: AddBook.State()))
    let sheet = store.scope(state: \.sheet, action: { .sheet(.presented($0)) })

    await sheet.send(.titleChanged("Dune"))
    await clock.advance(by: .milliseconds(300))
    sheet.assert { $0.suggestions = ["Dune Messiah"] }
  }

  @Test func savingSendsTheDelegateAction() async {
    let store = makeStore(
      Library.State(sheet: AddBook.State(title: "Dune", suggestions: ["Dune Messiah"])))
    let sheet = store.scope(state: \.sheet, action: { .sheet(.presented($0)) })

    await sheet.send(.saveTapped)
    await sheet.receive(.delegate(.saved(Book(title: "Dune"))))
  }

  @Test func savingAddsToBooks() async {
    let store = makeStore(
      Library.State(
        books: [Book(title: "Emma"), Book(title: "Ulysses")],
        sheet: AddBook.State(title: "Dune", suggestions: ["Dune Messiah"])))

    await store.send(.sheet(.presented(.saveTapped)))
    store.assert {
      $0.books = [
        Book(title: "Emma"),
        Book(title: "Ulysses"),
        Book(title: "Dune"),
      ]
    }
  }

  @Test func savingDismisses() async {
    let store = makeStore(
      Library.State(sheet: AddBook.State(title: "Dune", suggestions: ["Dune Messiah"])))

    await store.send(.sheet(.presented(.saveTapped)))
    await store.receive(.sheet(.dismiss))
  }

  @Test func dismissingSheetClearsSheet() async {
    let store = makeStore(Library.State(sheet: AddBook.State()))

    await store.send(.sheet(.dismiss)) {
      $0.sheet = nil
    }
  }

  @Test func savingSendsStored() async {
    let store = makeStore(
      Library.State(
        books: [Book(title: "Emma"), Book(title: "Ulysses")],
        sheet: AddBook.State(title: "Dune", suggestions: ["Dune Messiah"])))

    await store.send(.sheet(.presented(.saveTapped)))
    await store.receive(.stored(count: 3))
  }

  @Test func tappingBookSetsPath() async {
    let store = makeStore()

    await store.send(.bookTapped(Book(title: "Emma"))) {
      $0.path[id: 0] = BookDetail.State(book: Book(title: "Emma"))
    }
  }

  @Test func tappingFavoriteSetsIsFavorite() async {
    let store = makeStore()

    await store.send(.bookTapped(Book(title: "Emma")))
    await store.send(.path(.element(id: 0, action: .favoriteTapped))) {
      $0.path[id: 0]?.book.isFavorite = true
    }
  }

  @Test func tappingFavoriteSendsTheDelegateAction() async {
    let store = makeStore()
    let path0 = store.scope(state: \.path[id: 0], action: { .path(.element(id: 0, action: $0)) })

    await store.send(.bookTapped(Book(title: "Emma")))
    await path0.send(.favoriteTapped)
    await path0.receive(
      .delegate(.changed(Book(title: "Emma", isFavorite: true)))
    )
  }

  @Test func changingSetsIsFavorite() async {
    let store = makeStore()

    await store.send(.appeared)
    await store.send(.bookTapped(Book(title: "Emma")))
    await store.send(.path(.element(id: 0, action: .favoriteTapped)))
    store.assert { $0.books[0].isFavorite = true }
  }

  @Test func changingSetsFavorites() async {
    let store = makeStore()

    await store.send(.appeared)
    await store.send(.bookTapped(Book(title: "Emma")))
    await store.send(.path(.element(id: 0, action: .favoriteTapped)))
    store.assert { $0.favorites = 1 }
  }

  @Test func changingSendsStored() async {
    let store = makeStore()

    await store.send(.appeared)
    await store.send(.addButtonTapped)
    await store.send(.sheet(.presented(.saveTapped)))
    await store.send(.bookTapped(Book(title: "Emma")))
    await store.send(.path(.element(id: 0, action: .favoriteTapped)))
    await store.receive(.stored(count: 3))
  }

  @Test func poppingPathSetsPath() async {
    let store = makeStore()

    await store.send(.bookTapped(Book(title: "Emma")))
    await store.send(.path(.popFrom(id: 0))) {
      $0.path = StackState()
    }
  }

  private func makeStore(_ state: Library.State = Library.State()) -> TestStoreOf<Library> {
    TestStore(.off, initialState: state) {
      library
    } withDependencies: {
      $0.continuousClock = clock
      $0.shelf.load = { [Book(title: "Emma"), Book(title: "Ulysses")] }
      $0.shelf.store = { _ in }
      $0.shelf.suggest = { ["\($0) Messiah"] }
    }
  }
}
