import AgeGuess
import FocusedTestStore
import Testing

/// One request at a time, with the name at the time of the tap. Its answer is shown unless the name has
/// changed.
struct AgeGuessModel: Model {
  var state: AgeGuess.State
  /// The names of all taps.
  private(set) var names: [String] = []
  /// The names of pending requests, by the tap.
  private(set) var questions: [Int: String] = [:]
  /// The time of a later request, by the tap that scheduled it.
  private(set) var later: [Int: Duration] = [:]
  private(set) var corrections: [Correction] = []

  struct Correction: Equatable {
    var name: String
    var age: Int
  }

  init(_ state: AgeGuess.State = AgeGuess.State()) {
    self.state = state
  }

  func expect(_ state: AgeGuess.State, at sourceLocation: SourceLocation) {
    #expect(state == self.state, sourceLocation: sourceLocation)
  }

  mutating func follow(_ action: AgeGuess.Action, at moment: Moment) {
    switch action {
    case .nameChanged(let name):
      #expect(moment.cause == nil)
      state = AgeGuess.State(name: name)
      questions = [:]
    case .guessTapped:
      if let cause = moment.cause {
        #expect(later.removeValue(forKey: cause).map { $0 <= moment.time } == true)
      }
      guard !state.isGuessing else { return }
      names.append(state.name)
      questions[moment.step] = state.name
      state.isGuessing = true
      state.failure = nil
    case .guessLaterTapped:
      #expect(moment.cause == nil)
      later[moment.step] = moment.time + .seconds(120)
    case .guessed(let result):
      let name = moment.cause.flatMap { questions.removeValue(forKey: $0) }
      #expect(name != nil, "an answer without a question")
      state.isGuessing = false
      switch result {
      case .success(let age):
        #expect(age == name.map(age(of:)))
        state.age = age
      case .failure(let failure):
        #expect(failure == .noGuess)
        state.failure = failure
      }
    case .correctTapped(let age):
      #expect(moment.cause == nil)
      state.age = age
      corrections.append(Correction(name: state.name, age: age))
    }
  }

  var isSettled: Bool { questions.isEmpty && later.isEmpty }
}
