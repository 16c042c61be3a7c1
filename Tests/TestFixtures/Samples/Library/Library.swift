import FocusedTestStore

/// A list of books with a stack of details and a sheet to add one: the feature of the migration
/// guide.
struct Library: Reducer {
  struct State: Equatable {
    var books: [Book] = []
    var isLoading = false
    var favorites = 0
    var path = StackState<BookDetail.State>()
    @PresentationState var sheet: AddBook.State?
  }

  enum Action: Equatable {
    case appeared
    case loaded([Book])
    case bookTapped(Book)
    case addButtonTapped
    case stored(count: Int)
    case path(StackAction<BookDetail.State, BookDetail.Action>)
    case sheet(PresentationAction<AddBook.Action>)
  }

  @Dependency(\.shelf) var shelf
  /// `false` causes the guide's regression.
  var closesSheet = true

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .appeared:
        state.isLoading = true
        return .run { send in await send(.loaded(await shelf.load())) }

      case .loaded(let books):
        state.isLoading = false
        state.books = books
        return .none

      case .bookTapped(let book):
        state.path.append(BookDetail.State(book: book))
        return .none

      case .addButtonTapped:
        state.sheet = AddBook.State()
        return .none

      case .path(.element(_, .delegate(.changed(let book)))):
        guard let index = state.books.firstIndex(where: { $0.title == book.title }) else {
          return .none
        }
        state.books[index] = book
        state.favorites = state.books.count(where: \.isFavorite)
        return store(state.books)

      case .sheet(.presented(.delegate(.saved(let book)))):
        state.books.append(book)
        return store(state.books)

      case .stored, .path, .sheet:
        return .none
      }
    }
    .forEach(\.path, action: { .path($0) }) { BookDetail() }
    .ifLet(\.$sheet, action: { .sheet($0) }) { AddBook(closes: closesSheet) }
  }

  private func store(_ books: [Book]) -> Effect<Action> {
    .run { send in
      await shelf.store(books)
      await send(.stored(count: books.count))
    }
  }
}

struct Book: Equatable, Sendable {
  var title: String
  var isFavorite = false
}

struct BookDetail: Reducer {
  struct State: Equatable {
    var book: Book
  }

  enum Action: Equatable {
    case favoriteTapped
    case delegate(Delegate)

    enum Delegate: Equatable { case changed(Book) }
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard case .favoriteTapped = action else { return .none }
    state.book.isFavorite.toggle()
    return .send(.delegate(.changed(state.book)))
  }
}

struct AddBook: Reducer {
  struct State: Equatable {
    var title = ""
    var suggestions: [String] = []
  }

  enum Action: Equatable {
    case titleChanged(String)
    case suggested([String])
    case saveTapped
    case delegate(Delegate)

    enum Delegate: Equatable { case saved(Book) }
  }

  @Dependency(\.shelf) var shelf
  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var dismiss
  var closes = true

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .titleChanged(let title):
      state.title = title
      return .run { send in await send(.suggested(await shelf.suggest(title))) }
        .debounce(id: "suggestions", for: .milliseconds(300), clock: clock)

    case .suggested(let titles):
      state.suggestions = titles
      return .none

    case .saveTapped:
      return .run { [book = Book(title: state.title), closes] send in
        await send(.delegate(.saved(book)))
        if closes { await dismiss() }
      }

    case .delegate:
      return .none
    }
  }
}

/// The storage of the books.
struct Shelf: Sendable, TestDependencyKey {
  var load: @Sendable () async -> [Book]
  var store: @Sendable ([Book]) async -> Void
  var suggest: @Sendable (String) async -> [String]

  static let testValue = Shelf(
    load: unimplemented("Shelf.load", placeholder: []),
    store: unimplemented("Shelf.store"),
    suggest: unimplemented("Shelf.suggest", placeholder: []))
}

extension DependencyValues {
  var shelf: Shelf {
    get { self[Shelf.self] }
    set { self[Shelf.self] = newValue }
  }
}
