import FocusedTestStore
import Testing

/// Closures that add what is there, or change what is not, and are right all the same.
struct UnmetClaimReadingTests {
  private let modes: [Exhaustivity] = [.off, .on]

  @Test func `what else the step did to a collection is not compared with an added row`() async {
    let before = Shelf(books: [Book(id: 1), Book(id: 2)])
    let after = before.with {
      $0.books.remove(id: 2)
      $0.books[id: 1]?.isRead = true
      $0.books += [Book(id: 3, title: "Three", isRead: true), Book(id: 4)]
    }
    let store = Shelf.store(.off, before, after)
    await store.send(.become) {
      $0.books.append(Book(id: 3, title: "Three"))
      $0.books[id: 3]?.isRead = true
    }
    let again = Shelf.store(.off, before, after)
    let issues = await withCapturedIssues {
      await again.send(.become) {
        $0.books.append(Book(id: 3, title: "Tree"))
        $0.books[id: 3]?.isRead = true
      }
    }
    #expect(
      issues.map(\.message) == [
        """
        The state is not as expected after sending .become.

          books[id: 3]: UnmetClaimReadingTests.Book(
            … (1 unchanged),
        −   title: "Tree",
        +   title: "Three",
            … (1 unchanged)
          )
        (− expected, + actual)
        """
      ])
  }

  @Test func `a row that a method adds is compared, and one that is gone is missed`() async {
    let before = Shelf(books: [Book(id: 1, title: "One")])
    let after = before.with {
      $0.books.remove(id: 1)
      $0.books.append(Book(id: 3, title: "Three", isRead: true))
    }
    let store = Shelf.store(.off, before, after)
    await store.send(.become) { $0.add(Book(id: 3, title: "Three", isRead: true)) }
    let wrong = Shelf.store(.off, before, after)
    let missed = Shelf.store(.off, before, after)
    let issues = await withCapturedIssues {
      await wrong.send(.become) { $0.add(Book(id: 3, title: "Tree", isRead: true)) }
      await missed.send(.become) {
        $0.books.append(Book(id: 3, title: "Three"))
        $0.books[id: 3]?.isRead = true
        $0.books[id: 1]?.title = "One"
      }
    }
    claimEqual(issues.count, 2)
    claimEqual(issues.last?.message.contains("with the id 1, but there is none"), true)
  }

  @Test func `right values run on no state where they would trap`() async {
    let after = Shelf(books: [Book(id: 3, title: "Three")], log: ["added"])
    let store = Shelf.store(.off, Shelf(), after)
    await store.send(.become) {
      $0.books.append(Book(id: 3))
      $0.books[id: 3]?.title = "Three"
      $0.log[0] = "added"
    }
  }

  @Test func `what a closure changes and takes away need not be there`() async {
    let before = Shelf(books: [Book(id: 1), Book(id: 2)], sheet: Book(id: 3))
    let after = before.with {
      $0.books.remove(id: 1)
      $0.sheet = nil
    }
    for mode in modes {
      let store = Shelf.store(mode, before, after)
      await store.send(.become) {
        $0.books[id: 1]?.isRead = true
        $0.books.remove(id: 1)
        $0.sheet?.isRead = true
        $0.sheet = nil
      }
    }
    let store = Shelf.store(.off, before, after)
    let issues = await withCapturedIssues {
      await store.send(.become) {
        $0.books[id: 1]?.isRead = true
        $0.sheet = nil
      }
    }
    claimEqual(issues.count, 1)
    #expect(issues.first?.message.contains("the UnmetClaimReadingTests.Book with the id 1") == true)
  }

  @Test func `a method of the state may look for what is not there, and a chain may not`() async {
    let before = Shelf(books: [Book(id: 1), Book(id: 2, title: "Two")])
    let after = before.with { $0.select(2) }
    for mode in modes {
      let store = Shelf.store(mode, before, after)
      await store.send(.become) { $0.select(2) }
      let adding = Shelf.store(mode, before, after)
      await adding.send(.become) {
        $0.select(2)
        $0.add(Book(id: 2))
      }
      let chaining = Shelf.store(mode, before, after)
      let issues = await withCapturedIssues {
        await chaining.send(.become) {
          $0.select(2)
          $0.sheet?.isRead = false
        }
        chaining.assert { $0.books.append(Book(id: 2)) }
        chaining.assert { $0.add(Book(id: 2)) }
        chaining.assert { $0.add(Book(id: 2)) }
      }
      #expect(issues.count == 2)
    }
  }
}

extension UnmetClaimReadingTests {
  struct Book: Equatable, Identifiable {
    var id: Int
    var title = ""
    var isRead = false
  }

  struct Shelf: Equatable {
    enum Action: Equatable { case become }

    var books: IdentifiedArrayOf<Book> = []
    var log: [String] = []
    var selected = 0
    @PresentationState var sheet: Book?

    mutating func select(_ id: Int) {
      books[id: selected]?.isRead = false
      sheet?.isRead = false
      selected = id
      books[id: id]?.isRead = true
    }

    mutating func add(_ book: Book) { books.append(book) }

    func with(_ update: (inout Shelf) -> Void) -> Shelf {
      var copy = self
      update(&copy)
      return copy
    }

    static func store(
      _ mode: Exhaustivity, _ before: Shelf, _ after: Shelf
    ) -> TestStore<Shelf, Action> {
      TestStore(mode, initialState: before) {
        Reduce<Shelf, Action> { state, _ in
          state = after
          return .none
        }
      }
    }
  }
}
