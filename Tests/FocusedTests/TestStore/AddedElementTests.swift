import FocusedTestStore
import Testing

/// Closures that add elements to an identified array. `VerdictTests` tests their positions, their order, and merges.
struct AddedElementTests {
  @Test func `what else the step did to a collection is not compared with an added row`() async {
    let before = Shelf(books: [Book(id: 1), Book(id: 2)])
    let after = before.with {
      $0.books.remove(id: 2)
      $0.books[id: 1]?.isRead = true
      $0.books += [Book(id: 3, title: "Three", isRead: true), Book(id: 4)]
    }
    let right = await Shelf.messages(before, after) {
      $0.books.append(Book(id: 3, title: "Three"))
      $0.books[id: 3]?.isRead = true
    }
    claimEqual(right, [])
    let wrong = await Shelf.messages(before, after) {
      $0.books.append(Book(id: 3, title: "Tree"))
      $0.books[id: 3]?.isRead = true
    }
    expectText(wrong)
  }

  @Test func `an array is found beside thousands of other parts`() async {
    struct Library: ReplacedState {
      var readers = Array(0..<30_000)
      var shelf: Shelf?
    }
    let before = Library(shelf: Shelf(books: [Book(id: 1), Book(id: 2)]))
    let after = before.with { $0.shelf?.books += [Book(id: 3, title: "Three"), Book(id: 4)] }
    for (title, count) in [("Three", 0), ("Tree", 1)] {
      let messages = await Library.messages(before, after) {
        $0.shelf?.books.append(Book(id: 3, title: title))
      }
      claimEqual(messages.count, count)
    }
  }

  @Test func `an element of an optional array is compared once`() async {
    struct Shelf: ReplacedState { var books: IdentifiedArrayOf<Book>? = [Book(id: 1)] }
    let after = Shelf(books: [Book(id: 1), Book(id: 2, title: "Two"), Book(id: 3)])
    expectText(await Shelf.messages(Shelf(), after) { $0.books?.append(Book(id: 2, title: "2")) })
  }
}

extension AddedElementTests {
  struct Book: Equatable, Identifiable {
    var id: Int
    var title = ""
    var isRead = false
  }

  struct Shelf: ReplacedState {
    var books: IdentifiedArrayOf<Book> = []
  }
}
