#if canImport(SwiftUI)
  import Core
  import SwiftUI

  /// A form whose controls send actions.
  public struct ProfileView: View {
    private let store: StoreOf<Profile>

    public init(store: StoreOf<Profile>) {
      self.store = store
    }

    public var body: some View {
      Form {
        Section("Name") {
          TextField(
            "Name",
            text: store.binding(
              \.name, send: { .changeIdentity(name: $0, surname: store.surname) }))
          TextField(
            "Surname",
            text: store.binding(
              \.surname, send: { .changeIdentity(name: store.name, surname: $0) }))
        }
        Stepper("Age: \(store.age)", value: store.binding(\.age, send: { .changeAge($0) }))
        Stepper("Mood: \(store.mood)", value: store.binding(\.mood, send: { .changeMood($0) }))
        Button("A year later") { store.send(.advanceAgeAndMoodAfterDelay) }
      }
      .navigationTitle("Profile")
      .task { await store.send(.watchMood).finish() }
    }
  }
#endif
