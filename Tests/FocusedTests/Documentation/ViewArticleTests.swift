import FocusedTestStore
import Testing

/// The samples of the article "A view on a store", as the article shows them.
@MainActor
struct ViewArticleTests {
  @Test func theEditorSavesWhatItsFieldsHold() async {
    let store = TestStore(.off, initialState: Notes.State()) { Notes() }

    await store.send(.addTapped)
    await store.send(.editor(.presented(.set(\.text, "Milk"))))
    await store.send(.editor(.presented(.saveTapped)))
    await store.receive(.editor(.dismiss)) { $0.editor = nil }
    #expect(store.state.notes.map(\.text) == ["Milk"])
  }

  @Test func theFieldSendsItsText() {
    let mock = MockStoreOf<Editor>(initialState: Editor.State())

    mock.store.text = "Milk"
    #expect(mock.actions == [.set(\.text, "Milk")])
  }

  @Test func aControlWritesNothingAfterItsSheetIsClosed() throws {
    let store = Store(initialState: Notes.State()) { Notes() }
    store.send(.addTapped)
    let sheet = try #require(store.scope(state: \.editor, action: { .editor($0) }))
    let editor = sheet.scope(state: \.self, action: { .presented($0) })
    editor.text = "Milk"
    #expect(store.editor?.text == "Milk")

    store.send(.editor(.dismiss))
    #expect(withCapturedIssues { editor.focus = nil }.isEmpty)
    #expect(withCapturedIssues { editor.send(.saveTapped) }.count == 1)
  }

  @Test func theFocusFollowsTheState() async {
    let store = TestStore(.off, initialState: Editor.State()) { Editor() }

    await store.send(.saveTapped) { $0.focus = .text }
    await store.send(.set(\.focus, nil)) { $0.focus = nil }
  }

  @Test func aDestinationIsScopedToItsCase() {
    let store = Store(initialState: Desk.State(destination: .editor(Editor.State()))) { Desk() }
    let destination = store.scope(state: \.destination, action: { .destination($0) })
    let editor = destination?.scope(state: { .editor($0) }, action: { .editor($0) })

    editor?.send(.presented(.set(\.text, "Milk")))
    #expect(editor?.text == "Milk")
    editor?.send(.dismiss)
    #expect(store.destination == nil)
  }
}

#if canImport(SwiftUI)
  import SwiftUI

  extension ViewArticleTests {
    @Test func theSaveButtonSendsItsAction() {
      let mock = MockStoreOf<Editor>(initialState: Editor.State(text: "Milk"))
      let view = EditorView(store: mock.store)

      view.save()
      #expect(mock.actions == [.saveTapped])
    }

    @Test func theTitleCountsTheOpenNotes() {
      let mock = MockStoreOf<Notes>(initialState: Notes.State())
      let view = NotesView(store: mock.store)

      mock.setState {
        $0.notes = [Note.State(id: 0, text: "Milk"), Note.State(id: 1, isDone: true)]
      }
      #expect(view.title == "1 note")
    }
  }

  extension ViewArticleTests {
    // This is the article's app, without `@main`, because a program can have only one.
    struct NotesApp: App {
      static let store = Store(initialState: Notes.State()) { Notes() }

      var body: some Scene {
        WindowGroup {
          NavigationStack { NotesView(store: Self.store) }
        }
      }
    }

    struct NotesView: View {
      let store: StoreOf<Notes>

      var title: String {
        let count = store.notes.count { !$0.isDone }
        return count == 1 ? "1 note" : "\(count) notes"
      }

      var body: some View {
        List {
          ForEach(store.scope(state: \.notes, action: { .notes($0) })) { note in
            NoteRow(store: note)
          }
          .onDelete { offsets in
            for id in offsets.map({ store.notes[$0].id }) { store.send(.deleteTapped(id: id)) }
          }
        }
        .navigationTitle(title)
        .toolbar {
          Button("Add") { store.send(.addTapped) }
        }
        .sheet(item: store.scope(state: \.editor, action: { .editor($0) })) { editor in
          EditorView(store: editor)
        }
        .alert(store.scope(state: \.alert, action: { .alert($0) }))
        .task { await store.send(.appeared).finish() }
      }
    }

    struct NoteRow: View {
      let store: StoreOf<Note>

      var body: some View {
        Toggle(store.text, isOn: store.binding(\.isDone, send: { .doneChanged($0) }))
      }
    }

    struct EditorView: View {
      @Bindable var store: StoreOf<Editor>
      @FocusState var focus: Editor.Field?

      var body: some View {
        Form {
          TextField("Text", text: $store.text)
            .focused($focus, equals: .text)
          Toggle("Important", isOn: $store.isImportant)
          Button("Save", action: save)
        }
        .onChange(of: store.focus, initial: true) { _, new in focus = new }
        .onChange(of: focus) { _, new in store.focus = new }
      }

      func save() {
        store.send(.saveTapped)
      }
    }

    struct LibraryView: View {
      let store: StoreOf<Library>

      var body: some View {
        NavigationStack(path: store.scope(state: \.path, action: { .path($0) })) {
          List {
            ForEach(store.notes) { note in
              Button(note.text) { store.send(.noteTapped(note)) }
            }
          }
        } destination: { note in
          NoteRow(store: note)
        }
      }
    }

    struct RootView: View {
      let store: StoreOf<Root>

      var body: some View {
        if let welcome = store.scope(state: { .welcome($0) }, action: { .welcome($0) }) {
          Button("Start") { welcome.send(.startTapped) }
        } else if let notes = store.scope(state: { .notes($0) }, action: { .notes($0) }) {
          NotesView(store: notes)
        }
      }
    }

    struct NotesPreviews: PreviewProvider {
      static var previews: some View {
        NotesView(
          store: Store(initialState: Notes.State(notes: [Note.State(id: 0, text: "Milk")])) {
            EmptyReducer()
          })
      }
    }

    struct EditorPreviews: PreviewProvider {
      static let mock = MockStoreOf<Editor>(initialState: Editor.State(text: "Milk"))

      static var previews: some View {
        EditorView(store: mock.store)
      }
    }

    struct AnimatedNotesView: View {
      let store: StoreOf<Notes>

      var body: some View {
        List {
          ForEach(store.notes) { note in
            Text(note.text)
          }
        }
        .animation(.default, value: store.notes.ids)
        .toolbar {
          Button("Add") { store.send(.addTapped, animation: .default) }
        }
      }
    }
  }
#endif

// MARK: - Fixtures

extension ViewArticleTests {
  struct Note: Reducer {
    struct State: Equatable, Identifiable {
      let id: Int
      var text = ""
      var isDone = false
    }

    enum Action: Equatable {
      case doneChanged(Bool)
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .doneChanged(let isDone): state.isDone = isDone
      }
      return .none
    }
  }

  struct Notes: Reducer {
    struct State: Equatable {
      var notes: IdentifiedArrayOf<Note.State> = []
      @PresentationState var editor: Editor.State?
      @PresentationState var alert: AlertState<Action.Alert>?
    }

    enum Action: Equatable {
      case appeared
      case addTapped
      case deleteTapped(id: Int)
      case notes(IdentifiedActionOf<Note>)
      case editor(PresentationActionOf<Editor>)
      case alert(PresentationAction<Alert>)

      enum Alert: Equatable { case deletionConfirmed(id: Int) }
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .addTapped:
          state.editor = Editor.State()

        case .deleteTapped(let id):
          state.alert = AlertState {
            TextState("Delete this note?")
          } actions: {
            ButtonState(role: .destructive, action: .deletionConfirmed(id: id)) {
              TextState("Delete")
            }
          }

        case .alert(.presented(.deletionConfirmed(let id))):
          state.notes.remove(id: id)

        case .editor(.presented(.saved(let text))):
          state.notes.append(Note.State(id: state.notes.count, text: text))

        case .appeared, .notes, .editor, .alert:
          break
        }
        return .none
      }
      .ifLet(\.$editor, action: { .editor($0) }) { Editor() }
      .ifLet(\.$alert, action: { .alert($0) })
      .forEach(\.notes, action: { .notes($0) }) { Note() }
    }
  }

  struct Editor: Reducer {
    enum Field: Hashable { case text }

    struct State: Equatable {
      var text = ""
      var isImportant = false
      var focus: Field?
    }

    enum Action: BindableAction, Equatable {
      case binding(BindingAction<State>)
      case saveTapped
      case saved(String)
    }

    @Dependency(\.dismiss) var dismiss

    var body: some ReducerOf<Self> {
      BindingReducer()
      Reduce { state, action in
        guard action == .saveTapped else { return .none }
        if state.text.isEmpty {
          state.focus = .text
          return .none
        }
        return .run { [text = state.text] send in
          await send(.saved(text))
          await self.dismiss()
        }
      }
    }
  }

  struct Desk: Reducer {
    struct State: Equatable {
      @PresentationState var destination: Destination.State?
    }

    enum Action: Equatable {
      case destination(PresentationActionOf<Destination>)
    }

    var body: some ReducerOf<Self> {
      Reduce { _, _ in .none }
        .ifLet(\.$destination, action: { .destination($0) }) { Destination() }
    }
  }

  struct Destination: Reducer {
    enum State: Equatable { case editor(Editor.State) }
    enum Action: Equatable { case editor(Editor.Action) }

    var body: some ReducerOf<Self> {
      Scope(state: { .editor($0) }, action: { .editor($0) }) { Editor() }
    }
  }

  struct Library: Reducer {
    struct State: Equatable {
      var notes: IdentifiedArrayOf<Note.State> = []
      var path = StackState<Note.State>()
    }

    enum Action: Equatable {
      case noteTapped(Note.State)
      case path(StackActionOf<Note>)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if case .noteTapped(let note) = action { state.path.append(note) }
        return .none
      }
      .forEach(\.path, action: { .path($0) }) { Note() }
    }
  }

  struct Welcome: Reducer {
    struct State: Equatable {}
    enum Action: Equatable { case startTapped }

    func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
  }

  struct Root: Reducer {
    enum State: Equatable {
      case welcome(Welcome.State)
      case notes(Notes.State)
    }

    enum Action: Equatable {
      case welcome(Welcome.Action)
      case notes(Notes.Action)
    }

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        if action == .welcome(.startTapped) { state = .notes(Notes.State()) }
        return .none
      }
      .ifCaseLet({ .welcome($0) }, action: { .welcome($0) }) { Welcome() }
      .ifCaseLet({ .notes($0) }, action: { .notes($0) }) { Notes() }
    }
  }
}
