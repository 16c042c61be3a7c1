#if canImport(SwiftUI)
  import Core
  import SwiftUI

  /// A list of guessed ages, and a stack of guesses above it.
  public struct AgeGuessesView: View {
    private let store: StoreOf<AgeGuesses>

    public init(store: StoreOf<AgeGuesses>) {
      self.store = store
    }

    public var body: some View {
      NavigationStack(path: store.scope(state: \.path, action: { .path($0) })) {
        List {
          ForEach(store.ages.sorted { $0.key < $1.key }, id: \.key) { name, age in
            LabeledContent(name, value: "\(age)")
          }
          Button("Guess an age") { store.send(.newGuessTapped) }
          Button("Forget all ages", role: .destructive) { store.send(.forgetTapped) }
        }
        .navigationTitle("Ages")
        .toolbar {
          Button("Help") { store.send(.helpTapped) }
        }
        .alert(
          Text("Forget all ages?"),
          isPresented: store.binding(\.isForgetting, send: { _ in .forgettingCancelled })
        ) {
          Button("Forget", role: .destructive) { store.send(.forgettingConfirmed) }
        }
      } destination: { screen in
        if let guess = screen.scope(state: { .guess($0) }, action: { .guess($0) }) {
          AgeGuessView(store: guess)
        } else {
          Text("Enter a name. A service guesses the age of a person with this name.")
        }
      }
    }
  }

  struct AgeGuessView: View {
    let store: StoreOf<AgeGuess>

    var body: some View {
      Form {
        TextField("Name", text: store.binding(\.name, send: { .nameChanged($0) }))
        if let age = store.age {
          Stepper(
            "Age: \(age)",
            value: store.binding(get: { $0.age ?? age }, send: { .correctTapped($0) }))
        }
        if store.failure != nil {
          Text("There is no guess for this name.")
        }
        Button("Guess") { store.send(.guessTapped) }
          .disabled(store.isGuessing)
        Button("Guess in two minutes") { store.send(.guessLaterTapped) }
      }
      .navigationTitle("Guess")
    }
  }
#endif
