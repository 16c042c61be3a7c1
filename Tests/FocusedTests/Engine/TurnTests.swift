import Core
@testable import FocusedTestStore
import Testing

struct TurnTests {
  /// A turn, and the work that waited for it.
  private final class Subject {
    var turn = Turn()
    var order: [Int] = []

    /// Takes the turn for a call. Returns whether it was free, or `nil` if the call was refused.
    func call(_ method: StoreMethod, canWait: Bool = true) -> Bool? {
      let here = CallSite(fileID: #fileID, filePath: #filePath, line: 1, column: 1)
      return turn.begin((method, here), canWait: canWait)
    }

    /// Takes the turn for work, or lets it wait.
    func work(_ number: Int) -> Bool {
      let work = RuntimeConfined { self.order.append(number) }
      return turn.take(orWaitAs: .work(work))
    }

    /// Passes the turn, and runs the work that waits for it.
    func pass(endingCall: Bool = false) {
      var endingCall = endingCall
      while case .work(let work)? = turn.pass(endingCall: endingCall) {
        endingCall = false
        work.value()
      }
    }
  }

  private let subject = Subject()

  @Test func `A call is refused until the one before it has ended, also while that one waits`() {
    #expect(subject.call(.receive) == true)
    #expect(subject.call(.send) == nil)
    subject.pass()
    #expect(subject.call(.send) == nil)
    subject.pass(endingCall: true)
    #expect(subject.call(.send) == true)
  }

  @Test func `A call waits for a clock, and is the call in progress meanwhile`() {
    _ = subject.turn.takeIfFree()
    #expect(subject.call(.send) == false)
    #expect(subject.call(.receive) == nil)
  }

  @Test func `A call that can't wait is refused while a clock has the turn`() {
    _ = subject.turn.takeIfFree()
    #expect(subject.call(.assert, canWait: false) == nil)
    subject.pass()
    #expect(subject.call(.assert, canWait: false) == true)
  }

  @Test func `Work that waits runs in the order of its requests`() {
    _ = subject.turn.takeIfFree()
    for number in 1...3 { #expect(!subject.work(number)) }
    subject.pass()
    #expect(subject.order == [1, 2, 3])
    #expect(subject.work(4))
  }

  @Test func `Work waits for the end of the call, although the turn is free`() {
    _ = subject.call(.receive)
    subject.pass()
    #expect(!subject.work(1))
    #expect(subject.order.isEmpty)
    _ = subject.turn.takeIfFree()
    subject.pass(endingCall: true)
    #expect(subject.order == [1])
  }
}
