import FocusedTestStore
import Testing

@Suite(.readingCasesByRuntimeAndMirror)
struct CasePathEditingTests {
  private let book = CasePath { Screen.book($0) }

  @Test func `modify changes the value in its case`() {
    var screen = Screen.book(Book(likes: 1))
    let likes = book.modify(&screen) { book in
      book.likes += 1
      return book.likes
    }
    claimEqual(likes, 2)
    claimEqual(screen, .book(Book(likes: 2)))
  }

  @Test func `modify of a root in another case is an issue at its line`() {
    var screen = Screen.shelf(.full(3))
    let line = #line + 1
    let issues = withCapturedIssues { book.modify(&screen) { $0.likes += 1 } }
    claimEqual(issues.map(\.line), [line])
    expectText(issues)
    claimEqual(screen, .shelf(.full(3)))
  }

  @Test func `a body that throws leaves the root as it was`() {
    var screen = Screen.book(Book(likes: 1))
    #expect(throws: CancellationError.self) {
      try book.modify(&screen) { book in
        book.likes = 9
        throw CancellationError()
      }
    }
    claimEqual(screen, .book(Book(likes: 1)))
  }

  @Test func `an appended path leads to the inner case`() {
    let full = CasePath { Screen.shelf($0) }.appending(path: CasePath { Shelf.full($0) })
    claimEqual(full.extract(from: .shelf(.full(3))), 3)
    #expect(full.extract(from: .shelf(.empty)) == nil)
    #expect(full.extract(from: .closed) == nil)
    claimEqual(full.embed(4), .shelf(.full(4)))
    var screen = Screen.shelf(.full(3))
    full.modify(&screen) { $0 += 1 }
    claimEqual(screen, .shelf(.full(4)))
  }
}

extension CasePathEditingTests {
  enum Screen: Equatable {
    case book(Book)
    case shelf(Shelf)
    case closed
  }
  enum Shelf: Equatable {
    case full(Int)
    case empty
  }
  struct Book: Equatable { var likes = 0 }
}
