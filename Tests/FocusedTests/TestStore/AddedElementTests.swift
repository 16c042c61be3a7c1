import FocusedTestStore
import Testing

/// Closures that add elements to an identified array.
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
    claimEqual(
      wrong,
      [
        """
        The state is not as expected after sending .become.

        − books[id: 3].title: "Tree"
        + books[id: 3].title: "Three"
        (− expected, + actual)
        """
      ])
  }

  @Test func `a method of the state that writes only if there is one fails where there is none`()
    async
  {
    let before = Shelf(books: [Book(id: 1), Book(id: 2, title: "Two")])
    let after = before.with { $0.select(2) }
    claimEqual(
      await Shelf.messages(before, after) { $0.select(2) },
      [
        """
        The state is not as expected after sending .become.

        The closure changes the AddedElementTests.Book that is presented, but there is none.

        The step changed books[id: 2].isRead and selected.

        State values of elements that exist. To assert that it is gone, set it to `nil`.
        """
      ])
    // On the state before the step, the closure acts as in production.
    await Shelf.store(.on, before, after).send(.become) { $0.select(2) }
    let stating = Shelf.store(.off, before, after)
    await stating.send(.become) {
      $0.selected = 2
      $0.books[id: 2]?.isRead = true
    }
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

  // MARK: - Positions

  @Test func `an inserted element is at its index`() async {
    let before = Shelf(books: [Book(id: 1), Book(id: 2)])
    for (index, right) in [(0, [3, 1, 2]), (1, [1, 3, 2]), (2, [1, 2, 3])] {
      for other in [[3, 1, 2], [1, 3, 2], [1, 2, 3]] {
        let store = Shelf.store(.off, before, Shelf(ids: other))
        let issues = await withCapturedIssues {
          await store.send(.become) { $0.books.insert(Book(id: 3), at: index) }
          store.assert { $0.books.insert(Book(id: 3), at: index) }
        }
        #expect(issues.isEmpty == (other == right), "\(index) \(other)")
      }
    }
    claimEqual(
      await Shelf.messages(before, Shelf(ids: [1, 2, 3])) { $0.books.insert(Book(id: 3), at: 0) },
      [
        """
        The state is not as expected after sending .become.

          books: [
            // 1 element moved
        −   [id: 3]: AddedElementTests.Book(
        −     id: 3,
        −     title: "",
        −     isRead: false
        −   ),
            … (2 unchanged),
        +   [id: 3]: AddedElementTests.Book(
        +     id: 3,
        +     title: "",
        +     isRead: false
        +   )
          ]
        (− expected, + actual)
        """
      ])
  }

  @Test func `an index beyond the end is the end`() async {
    let before = Shelf(books: [Book(id: 1), Book(id: 2)])
    let inserting: (inout Shelf) -> Void = { $0.books.insert(Book(id: 3), at: 2) }
    claimEqual(await Shelf.messages(before, Shelf(ids: [3]), inserting), [])
    claimEqual(await Shelf.messages(before, Shelf(), inserting).count, 1)
  }

  @Test func `an appended element is behind those that were there, and need not be the last`() async
  {
    let before = Shelf(books: [Book(id: 1), Book(id: 2)])
    func issues(_ ids: [Int], _ update: @escaping (inout Shelf) -> Void) async -> [String] {
      await Shelf.messages(before, Shelf(ids: ids), update)
    }
    let updates: [(inout Shelf) -> Void] = [
      { $0.books.append(Book(id: 3)) }, { $0.books += [Book(id: 3)] },
      { $0.books.append(contentsOf: [Book(id: 3)]) },
    ]
    for (index, update) in updates.enumerated() {
      for right in [[1, 2, 3], [1, 2, 3, 4], [1, 2, 4, 3], [2, 3], [3, 4]] {
        #expect(await issues(right, update).isEmpty, "\(index) \(right)")
      }
      for wrong in [[3, 1, 2], [1, 3, 2], [4, 3, 2], [1, 2]] {
        #expect(await issues(wrong, update).count == 1, "\(index) \(wrong)")
      }
    }
    // The order that the closure sets is the one that counts.
    let sorting: (inout Shelf) -> Void = {
      $0.books.append(Book(id: 3))
      $0.books.sort { $0.id > $1.id }
    }
    #expect(await issues([3, 2, 1], sorting).isEmpty)
    #expect(await issues([2, 3, 1], sorting).count == 1)
    #expect(await issues([4, 3, 2, 1], sorting).isEmpty)
    #expect(await issues([4, 2, 1, 3], sorting).count == 1)
  }

  @Test func `an element of an optional array is compared once`() async {
    struct Shelf: ReplacedState { var books: IdentifiedArrayOf<Book>? = [Book(id: 1)] }
    let after = Shelf(books: [Book(id: 1), Book(id: 2, title: "Two"), Book(id: 3)])
    claimEqual(
      await Shelf.messages(Shelf(), after) { $0.books?.append(Book(id: 2, title: "2")) },
      [
        """
        The state is not as expected after sending .become.

        − books[id: 2].title: "2"
        + books[id: 2].title: "Two"
        (− expected, + actual)
        """
      ])
  }

  @Test func `an appended element may be at the end before it is appended`() async {
    let reversing: (inout Shelf) -> Void = {
      $0.books.reverse()
      $0.books.append(Book(id: 3))
    }
    claimEqual(await Shelf.messages(Shelf(), Shelf(ids: [3, 5]), reversing), [])
    claimEqual(await Shelf.messages(Shelf(), Shelf(ids: [3, 5, 4]), reversing).count, 1)
  }

  @Test func `elements are merged: those that were there stay, the others are compared`() async {
    let before = Shelf(books: [Book(id: 1, title: "One"), Book(id: 2, title: "Two")])
    let page = [Book(id: 2, title: "2"), Book(id: 3, title: "Three"), Book(id: 3)]
    let updates: [(inout Shelf) -> Void] = [
      { $0.books.append(contentsOf: page) }, { $0.books.insert(contentsOf: page, at: 2) },
    ]
    for update in updates {
      claimEqual(await Shelf.messages(before, before.with(update), update), [])
      let wrong = before.with { $0.books.append(Book(id: 3)) }
      let messages = await Shelf.messages(before, wrong, update)
      #expect(messages.map { $0.contains("books[id: 3].title: \"Three\"") } == [true])
    }
  }

  @Test func `merging elements that were there leaves them where the closure's own order has them`()
    async
  {
    let before = Shelf(ids: [1, 2, 3])
    let updates: [(inout Shelf) -> Void] = [
      {
        $0.books.reverse()
        $0.books.append(contentsOf: [Book(id: 1, title: "1"), Book(id: 2)])
      },
      {
        $0.books.insert(contentsOf: [Book(id: 2), Book(id: 3)], at: 0)
        $0.books.reverse()
      },
      {
        $0.books += [Book(id: 2), Book(id: 4)]
        $0.books.remove(id: 4)
        $0.books.reverse()
      },
    ]
    for (index, update) in updates.enumerated() {
      claimEqual(await Shelf.messages(before, Shelf(ids: [3, 2, 1]), update), [])
      for wrong in [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2]] {
        let messages = await Shelf.messages(before, Shelf(ids: wrong), update)
        #expect(messages.count == 1, "\(index) \(wrong)")
      }
    }
    claimEqual(
      await Shelf.messages(before, Shelf(ids: [2, 3, 1]), updates[0]),
      [
        """
        The state is not as expected after sending .become.

          books: [
            // 1 element moved
        −   [id: 3]: AddedElementTests.Book(
        −     id: 3,
        −     title: "",
        −     isRead: false
        −   ),
            … (1 unchanged),
        +   [id: 3]: AddedElementTests.Book(
        +     id: 3,
        +     title: "",
        +     isRead: false
        +   ),
            … (1 unchanged)
          ]
        (− expected, + actual)
        """
      ])
  }

  @Test func `old elements that a closure appends are in its order`()
    async
  {
    let appending: (inout Shelf) -> Void = {
      $0.books.append(Book(id: 1))
      $0.books.append(Book(id: 2))
    }
    for right in [[1, 2], [1, 2, 3], [1, 3, 2], [3, 1, 2]] {
      claimEqual(await Shelf.messages(Shelf(ids: [1, 2]), Shelf(ids: right), appending), [])
    }
    for wrong in [[2, 1], [2, 1, 3], [2, 3, 1], [3, 2, 1], [1], [2, 3]] {
      let messages = await Shelf.messages(Shelf(ids: [1, 2]), Shelf(ids: wrong), appending)
      #expect(messages.count == 1, "\(wrong)")
    }
  }

  @Test func `in assert no step is known, so only values are compared`() async {
    let store = Shelf.store(.off, Shelf(ids: [2, 1]), Shelf())
    store.assert {
      $0.books.append(Book(id: 2))
      $0.books.insert(Book(id: 1), at: 0)
    }
    let issues = withCapturedIssues {
      store.assert { $0.books.append(Book(id: 2, title: "Two")) }
      store.assert { $0.books.insert(Book(id: 1, title: "One"), at: 0) }
      store.assert { $0.books.append(Book(id: 3)) }
    }
    claimEqual(issues.count, 3)
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
    var selected = 0
    @PresentationState var sheet: Book?

    mutating func select(_ id: Int) {
      books[id: selected]?.isRead = false
      sheet?.isRead = false
      selected = id
      books[id: id]?.isRead = true
    }

    init(books: IdentifiedArrayOf<Book> = []) {
      self.books = books
    }

    init(ids: [Int]) {
      self.init(books: IdentifiedArray(ids.map { Book(id: $0) }))
    }
  }
}
