#if canImport(SwiftUI)
  import Core
  import SwiftUI

  /// The view of an enum: one view per case.
  public struct SessionView<Content: View>: View {
    private let store: StoreOf<Session>
    private let content: (StoreOf<SignedIn>) -> Content

    /// - Parameters:
    ///   - store: The store of the session.
    ///   - content: The view of a user who has signed in.
    public init(
      store: StoreOf<Session>, @ViewBuilder content: @escaping (StoreOf<SignedIn>) -> Content
    ) {
      self.store = store
      self.content = content
    }

    public var body: some View {
      if let signIn = store.scope(state: { .signedOut($0) }, action: { .signedOut($0) }) {
        SignInView(store: signIn)
      } else if let signedIn = store.scope(state: { .signedIn($0) }, action: { .signedIn($0) }) {
        content(signedIn)
      }
    }
  }

  struct SignInView: View {
    let store: StoreOf<SignIn>
    @FocusState private var isNameFocused: Bool

    var body: some View {
      Form {
        TextField("Name", text: store.binding(\.name, send: { .nameChanged($0) }))
          .focused($isNameFocused)
        if store.isRejected {
          Text("Nobody has this name.")
        }
        Button("Sign in") { store.send(.signInTapped) }
          .disabled(store.isSigningIn)
      }
      .task { isNameFocused = true }
      .onChange(of: store.isRejected) { _, isRejected in
        if isRejected { isNameFocused = true }
      }
    }
  }

  /// The time since the user signed in, and a button to sign out.
  public struct SignedInView: View {
    private let store: StoreOf<SignedIn>

    public init(store: StoreOf<SignedIn>) {
      self.store = store
    }

    public var body: some View {
      Section("Hello, \(store.user.name)") {
        LabeledContent("Minutes", value: store.minutes, format: .number)
        Button("Sign out") { store.send(.signOutTapped) }
          .disabled(store.isSigningOut)
      }
    }
  }
#endif
