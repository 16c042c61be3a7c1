import SourceReading
import Testing
import focus

/// The source for a value whose memberwise initializer is inaccessible.
struct InitializersTests {
  private let initializers = Initializers([
    SwiftSource(
      """
      public struct Failure: Error {
        public let message: String
        public init(_ message: String) {}
        public init(wrapping error: any Error) {}
      }
      public struct Form {
        public struct State {
          public var name = "", age = 0, failure: Failure?
          public init(name: String) {}
          public init(name: String = "", years age: Int) {}
          public init?(_ text: String) {}
        }
      }
      struct Plain { var id: Int }
      struct Row {
        var id: Int
        var count = 0, size = 0
        var title = ""
        var note: String?
        @Wrapped var isOpen = false
        let kind = 1
        static var all = 3
      }
      """)
  ])

  @Test(arguments: [
    (#"Failure(message: "Down")"#, #"Failure("Down")"#),
    (#".some(Failure(message: "a(b"))"#, #".some(Failure("a(b"))"#),
    (#"Form.State(name: "Marie", age: 3, failure: nil)"#, #"Form.State(name: "Marie", years: 3)"#),
    (#"[Form.State(name: "Marie")]"#, #"[Form.State(name: "Marie")]"#),
    (#"Form.State(name: "", age: 3, failure: nil)"#, "Form.State(years: 3)"),
    ("Plain(id: 1)", "Plain(id: 1)"),
    (
      #"Row(id: 0, count: 0, title: "", note: nil, isOpen: false, kind: 1, all: 3)"#,
      "Row(id: 0, count: 0, kind: 1, all: 3)"
    ),
    ("Other.State(name: 1, age: 2)", "Other.State(name: 1, age: 2)"),
    ("(1, b: Failure(message: m))", "(1, b: Failure(m))"),
    ("$0.a?.b = -3", "$0.a?.b = -3"),
  ])
  func `a declared initializer takes the place of the memberwise one`(
    literal: String, respelled: String
  ) {
    #expect(initializers.respelling(literal) == respelled)
  }

  @Test func `a value that no initializer makes has no spelling`() {
    #expect(initializers.respelling("Failure(code: 3)") == nil)
    #expect(initializers.respelling("[Failure(code: 3)]") == nil)
  }
}
