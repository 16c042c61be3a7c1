import AgeGuess
import FocusedTestStore
import Testing

/// A stack of independent guesses, above the list of the ages that they have found.
struct AgeGuessesModel: Model {
  struct Element {
    var id: StackElementID
    /// The guess on the screen, or `nil` for the help screen.
    var guess: AgeGuessModel?
  }

  var ages: [String: Int]
  var stack: [Element] = []
  private var nextID = 0
  /// The requests of current and removed screens.
  private(set) var names: [String] = []
  private(set) var corrections: [AgeGuessModel.Correction] = []

  init(ages: [String: Int] = [:]) {
    self.ages = ages
  }

  /// Compares by parts, because only the store's stack has IDs that continue from state to state.
  func expect(_ state: AgeGuesses.State, at sourceLocation: SourceLocation) {
    #expect(state.ages == ages, sourceLocation: sourceLocation)
    #expect(state.path.ids == ids, sourceLocation: sourceLocation)
    let elements: [AgeGuesses.Path.State] = stack.map {
      if let guess = $0.guess { .guess(guess.state) } else { .help }
    }
    #expect(Array(state.path) == elements, sourceLocation: sourceLocation)
  }

  var ids: [StackElementID] { stack.map(\.id) }
  var guesses: [AgeGuessModel] { stack.compactMap(\.guess) }

  mutating func follow(_ action: AgeGuesses.Action, at moment: Moment) {
    switch action {
    case .newGuessTapped: push(AgeGuessModel(), at: moment)
    case .helpTapped: push(nil, at: moment)
    case .forgetTapped, .forgettingCancelled: break
    case .forgettingConfirmed: ages = [:]
    case .path(.popFrom(let id)):
      #expect(moment.cause == nil)
      stack.removeSubrange((stack.firstIndex { $0.id == id } ?? stack.endIndex)...)
    case .path(.push):
      Issue.record("nothing pushes by itself")
    case .path(.element(let id, .guess(let action))):
      guard let index = stack.firstIndex(where: { $0.id == id }), var guess = stack[index].guess
      else {
        Issue.record("an action of a screen that is gone")
        return
      }
      if action == .guessTapped { names.append(guess.state.name) }
      if case .correctTapped(let age) = action {
        corrections.append(.init(name: guess.state.name, age: age))
      }
      guess.follow(action, at: moment)
      if case .guessed(.success(let age)) = action { ages[guess.state.name] = age }
      stack[index].guess = guess
    }
  }

  private mutating func push(_ guess: AgeGuessModel?, at moment: Moment) {
    #expect(moment.cause == nil)
    stack.append(Element(id: StackElementID(integerLiteral: nextID), guess: guess))
    nextID += 1
  }

  /// Asserts that only current screens have pending requests.
  func expectCalls(_ service: GuessService) {
    #expect(service.guess.calls.isPart(of: names))
    #expect(service.guess.pendingCalls.isPart(of: guesses.flatMap { Array($0.questions.values) }))
    #expect(service.corrections.entries.isPart(of: corrections))
  }
}
