#if canImport(SwiftUI)
  public import SwiftUI

  extension View {
    /// Shows a sheet while a feature is presented.
    ///
    /// ```swift
    /// .sheet(item: store.scope(state: \.editor, action: { .editor($0) })) { editor in
    ///   EditorView(store: editor)
    /// }
    /// ```
    ///
    /// When the user closes the sheet, the store receives `.dismiss`. A state with another ID, or in another
    /// case, is another sheet.
    ///
    /// - Parameters:
    ///   - store: The store of the presented feature, or `nil` if nothing is presented.
    ///   - onDismiss: A closure that runs when the sheet was dismissed.
    ///   - content: The view of the feature.
    @MainActor
    public func sheet<State, Action, Content: View>(
      item store: Store<State, PresentationAction<Action>>?, onDismiss: (() -> Void)? = nil,
      @ViewBuilder content: @escaping (Store<State, Action>) -> Content
    ) -> some View {
      sheet(item: .presented(store), onDismiss: onDismiss) { content($0.store) }
    }

    /// Shows a popover while a feature is presented. When the user closes it, the store gets `.dismiss`.
    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    @MainActor
    public func popover<State, Action, Content: View>(
      item store: Store<State, PresentationAction<Action>>?,
      @ViewBuilder content: @escaping (Store<State, Action>) -> Content
    ) -> some View {
      popover(item: .presented(store)) { content($0.store) }
    }

    #if !os(macOS)
      /// Covers the screen while a feature is presented. When the cover is dismissed, the store receives
      /// `.dismiss`.
      @MainActor
      public func fullScreenCover<State, Action, Content: View>(
        item store: Store<State, PresentationAction<Action>>?, onDismiss: (() -> Void)? = nil,
        @ViewBuilder content: @escaping (Store<State, Action>) -> Content
      ) -> some View {
        fullScreenCover(item: .presented(store), onDismiss: onDismiss) { content($0.store) }
      }
    #endif

    /// Pushes a view while a feature is presented. When the user goes back, the store receives `.dismiss`.
    @MainActor
    public func navigationDestination<State, Action, Content: View>(
      item store: Store<State, PresentationAction<Action>>?,
      @ViewBuilder content: @escaping (Store<State, Action>) -> Content
    ) -> some View {
      navigationDestination(item: .presented(store)) { content($0.store) }
    }
  }

  extension Binding {
    @MainActor
    fileprivate static func presented<State, Action>(
      _ store: Store<State, PresentationAction<Action>>?
    ) -> Binding where Value == _PresentedStore<CaseIdentity, State, Action>? {
      let presented = store?.presented()
      return Binding(
        get: { @MainActor in store?.presented() },
        set: { @MainActor item in
          if item == nil, let presented { store?.dismiss(presented.id) }
        })
    }
  }

  extension Store {
    /// Sends an action, and animates the changes that it makes.
    ///
    /// The animation doesn't include changes that an effect makes later. To animate such a change, use
    /// `animation(_:value:)` in the view that shows it.
    ///
    /// - Returns: A handle to all effects that follow from the action.
    @discardableResult
    public func send(_ action: Action, animation: Animation?) -> StoreTask {
      withAnimation(animation) { send(action) }
    }
  }

  extension NavigationStack {
    /// Shows the features of a stack, each above the previous one.
    ///
    /// ```swift
    /// NavigationStack(path: store.scope(state: \.path, action: { .path($0) })) {
    ///   List {
    ///     ForEach(store.notes) { note in
    ///       Button(note.text) { store.send(.noteTapped(note)) }
    ///     }
    ///   }
    /// } destination: { note in
    ///   NoteRow(store: note)
    /// }
    /// ```
    ///
    /// When the user goes back, the store receives `.popFrom`. To push a feature, a button sends an
    /// action.
    ///
    /// - Parameters:
    ///   - path: The store of the stack.
    ///   - root: The view below all features.
    ///   - destination: The view of a feature.
    @MainActor
    public init<State, Action, RootView: View, Destination: View>(
      path: Store<StackState<State>, StackAction<State, Action>>,
      @ViewBuilder root: () -> RootView,
      @ViewBuilder destination: @escaping (Store<State, Action>) -> Destination
    )
    where
      Data == [_StackScreen<State, Action>],
      Root == _StackRoot<RootView, State, Action, Destination>
    {
      // Also read here, so that the view observes the stack.
      _ = path.screens()
      self.init(
        path: Binding(
          get: { @MainActor in path.screens() },
          set: { @MainActor screens in path.pop(to: screens) })
      ) {
        _StackRoot(content: root(), destination: destination)
      }
    }
  }

  /// The root of a navigation stack, which has a view for each feature.
  public struct _StackRoot<Content: View, State, Action, Destination: View>: View {
    let content: Content
    let destination: (Store<State, Action>) -> Destination

    public var body: some View {
      content.navigationDestination(for: _StackScreen<State, Action>.self) {
        destination($0.store)
      }
    }
  }
#endif
