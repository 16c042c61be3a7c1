#if canImport(SwiftUI)
  import Core
  import SwiftUI

  /// A list with a row for each date, and a sheet that adds one.
  public struct HomeView: View {
    private let store: StoreOf<Home>

    public init(store: StoreOf<Home>) {
      self.store = store
    }

    public var body: some View {
      List {
        if store.hasFailed {
          Label("The dates can't be loaded or saved.", systemImage: "exclamationmark.triangle")
        }
        ForEach(store.dates) { saved in
          Text(saved.date, format: .dateTime.day().month().year())
        }
        .onDelete { offsets in
          let ids = offsets.map { store.dates[$0].id }
          for id in ids { store.send(.removeTapped(id)) }
        }
      }
      .navigationTitle("Dates")
      .toolbar {
        Button("Add") { store.send(.addTapped) }
      }
      .task { await store.send(.appeared).finish() }
      .sheet(item: store.scope(state: \.addDate, action: { .addDate($0) })) { addDate in
        AddDateView(store: addDate)
      }
    }
  }

  /// The sheet. It closes itself, or the user closes it with a swipe.
  struct AddDateView: View {
    let store: StoreOf<AddDate>

    var body: some View {
      NavigationStack {
        Form {
          DatePicker("Date", selection: store.binding(\.date, send: { .dateChanged($0) }))
        }
        .toolbar {
          Button("Cancel", role: .cancel) { store.send(.cancelTapped) }
          Button("Save") { store.send(.saveTapped) }
            .disabled(store.isSaving)
        }
      }
    }
  }
#endif
