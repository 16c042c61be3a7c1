/// The effects of a feature: `EffectOf<Self>`.
public typealias EffectOf<R: Reducer> = Effect<R.Action>

/// The actions of a presented feature, as its parent has them: `case editor(PresentationActionOf<Editor>)`.
public typealias PresentationActionOf<R: Reducer> = PresentationAction<R.Action>

/// The actions of a stack of features, as their parent has them: `case path(StackActionOf<Path>)`.
public typealias StackActionOf<R: Reducer> = StackAction<R.State, R.Action>

/// The actions of an array of features, as their parent has them: `case rows(IdentifiedActionOf<Row>)`.
public typealias IdentifiedActionOf<R: Reducer> = IdentifiedAction<R.State.ID, R.Action>
where R.State: Identifiable, R.State.ID: Sendable
