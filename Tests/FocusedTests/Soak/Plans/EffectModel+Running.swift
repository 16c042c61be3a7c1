/// How the model's effects run.
extension EffectModel {
  typealias Planned = PlannedEffect<Tree.Action>

  /// The tag by which an effect can be cancelled: an ID of its feature, or the end of its feature.
  enum Tag: Equatable {
    case id(Int, of: Home?)
    case home(Home)

    /// Whether cancelling the other tag cancels this one. An ID of the parent also cancels effects of its children.
    func isReached(by other: Tag) -> Bool {
      if case .id(let id, of: nil) = other, case .id(id, of: _) = self { return true }
      return self == other
    }
  }

  /// A chain of effects that wait for each other.
  struct Thread {
    let id: Int
    let parent: Int?
    /// The reduced action that started the thread.
    let origin: Int
    /// Whether its `.run` has sent something yet.
    var hasSent = false
    /// The remaining work, in order.
    var items: [Item]
  }

  struct Item {
    var work: Work
    var home: Home?
    var tags: [Tag]
  }

  enum Work {
    case effect(Planned)
    case moves([Planned.Move], catching: Tree.Action?)
    /// Starts the child threads of this thread.
    case opening
    /// Waits for the child threads of this thread.
    case join
    /// Waits until the sent action has been reduced.
    case delivery
  }

  mutating func start(
    _ effect: Planned, home: Home?, tags: [Tag], parent: Int?, origin: Int
  ) {
    let id = nextThread
    nextThread += 1
    threads.append(
      Thread(
        id: id, parent: parent, origin: origin,
        items: [Item(work: .effect(effect), home: home, tags: tags)]))
    goOn(id)
  }

  /// Runs a thread until it has to wait or does something asynchronous.
  private mutating func goOn(_ id: Int) {
    while let index = threads.firstIndex(where: { $0.id == id }) {
      guard let item = threads[index].items.first else {
        if let parent = threads.remove(at: index).parent { didJoin(parent) }
        return
      }
      guard case .effect(let effect) = item.work else { return }
      threads[index].items.removeFirst()
      switch effect {
      case .none: break
      case .send(let action):
        enqueue(action, from: threads[index])
        insert(item, .delivery, in: index)
      case .run(let moves, let action):
        threads[index].hasSent = false
        insert(item, .moves(moves, catching: action), in: index)
      case .concatenate(let effects):
        for effect in effects.reversed() { insert(item, .effect(effect), in: index) }
      case .merge(let effects): merge(effects, item, in: index)
      case .cancel(let cancelled):
        let tag = Tag.id(cancelled, of: item.home)
        // If an effect cancels itself while it starts, the work that still runs is not determined.
        if item.tags.contains(where: { $0.isReached(by: tag) }) { isDetermined = false }
        cancel(tag, inStep: threads[index].origin)
      case .cancellable(let effect, let tag, let cancelInFlight):
        if cancelInFlight { cancel(.id(tag, of: item.home), inStep: threads[index].origin) }
        var item = item
        item.tags.append(.id(tag, of: item.home))
        insert(item, .effect(effect), in: index)
      case .delayed(let effect, _) where effect.isNothing: break
      case .delayed(let effect, let ticks):
        insert(item, .effect(effect), in: index)
        insert(item, .moves([.sleep(ticks)], catching: nil), in: index)
      case .debounced(let effect, let id, let ticks):
        let delayed = Planned.delayed(effect, by: ticks)
        insert(item, .effect(.cancellable(delayed, id: id, cancelInFlight: true)), in: index)
      }
    }
  }

  private mutating func merge(_ effects: [Planned], _ item: Item, in index: Int) {
    let (id, origin) = (threads[index].id, threads[index].origin)
    insert(item, .opening, in: index)
    for effect in effects {
      start(effect, home: item.home, tags: item.tags, parent: id, origin: origin)
    }
    guard let index = threads.firstIndex(where: { $0.id == id }),
      case .opening? = threads[index].items.first?.work
    else { return }
    threads[index].items.removeFirst()
    if threads.contains(where: { $0.parent == id }) { insert(item, .join, in: index) }
  }

  private mutating func insert(_ item: Item, _ work: Work, in index: Int) {
    var item = item
    item.work = work
    threads[index].items.insert(item, at: 0)
  }

  /// Continues a thread when the last child thread has ended.
  private mutating func didJoin(_ id: Int) {
    guard let index = threads.firstIndex(where: { $0.id == id }), !isWaiting(threads[index]),
      case .join? = threads[index].items.first?.work
    else { return }
    threads[index].items.removeFirst()
    goOn(id)
  }

  /// Continues a thread when its sent action has been reduced.
  mutating func didDeliver(to id: Int) {
    guard let index = threads.firstIndex(where: { $0.id == id }),
      case .delivery? = threads[index].items.first?.work
    else { return }
    threads[index].items.removeFirst()
    goOn(id)
  }

  /// Cancels the effects in flight under a tag, and those that wait in a `.concatenate` of another step.
  mutating func cancel(_ tag: Tag, inStep step: Int? = nil) {
    for index in threads.indices {
      if isEntering(tag, threads[index]) { isDetermined = false }
      if let step, threads[index].origin != step { cancelWaiting(tag, in: index) }
      threads[index].items.removeAll {
        // An action that `.send` has sent is reduced all the same.
        if case .delivery = $0.work { return false }
        return $0.tags.contains { $0.isReached(by: tag) }
      }
    }
  }

  /// Whether a thread begins a part under a tag at a time that isn't determined: it runs concurrently with the main
  /// actor, unless it waits for the reduction of the action that it sent.
  private func isEntering(_ tag: Tag, _ thread: Thread) -> Bool {
    guard thread.id != sending, let item = thread.items.first, case .moves(let moves, _) = item.work
    else { return false }
    return moves.contains { $0.begins { Tag.id($0, of: item.home).isReached(by: tag) } }
  }

  private mutating func cancelWaiting(_ tag: Tag, in index: Int) {
    for (position, item) in threads[index].items.enumerated() {
      guard case .effect(let effect) = item.work else { continue }
      let rest = effect.removing { Tag.id($0, of: item.home).isReached(by: tag) }
      threads[index].items[position].work = .effect(rest)
    }
  }
}

// MARK: - Steps

extension EffectModel {
  mutating func runToRest() {
    while true {
      let ready = threads.filter { !isWaiting($0) }
      guard let next = ready.first, isDetermined else { return }
      if isRace(ready) { isDetermined = false }
      step(next.id)
    }
  }

  /// Runs one move of a thread.
  private mutating func step(_ id: Int) {
    guard let index = threads.firstIndex(where: { $0.id == id }) else { return }
    guard case .moves(var moves, let action)? = threads[index].items.first?.work,
      !moves.isEmpty
    else {
      if case .moves? = threads[index].items.first?.work { threads[index].items.removeFirst() }
      goOn(id)
      return drain()
    }
    let move = moves.removeFirst()
    if case .inChildTasks(let children) = move {
      if children.count > 1 { isDetermined = false }
      moves = children.joined() + moves
    }
    threads[index].items[0].work = .moves(moves, catching: action)
    make(move, then: moves, catching: action, in: index)
  }

  private mutating func make(
    _ move: Planned.Move, then moves: [Planned.Move], catching action: Tree.Action?,
    in index: Int
  ) {
    let item = threads[index].items[0]
    switch move {
    case .send(let action), .sendFromMain(let action):
      threads[index].hasSent = true
      enqueue(action, from: threads[index])
      sending = threads[index].id
      drain()
      sending = nil
    case .yield, .sleep, .hopToMain, .inChildTasks: break
    case .fail:
      threads[index].items[0].work = .moves(action.map { [.send($0)] } ?? [], catching: nil)
    case .cancelNow(let id):
      let tag = Tag.id(id, of: item.home)
      // A cancellation by an effect runs concurrently with the main actor. It races with the actions that reducers
      // still send, and with the work of the effect itself.
      if !threads[index].hasSent || item.tags.contains(where: { $0.isReached(by: tag) }) {
        isDetermined = false
      }
      cancel(tag, inStep: threads[index].origin)
    case .cancellable(let inner, let id, let cancelInFlight):
      if cancelInFlight { cancel(.id(id, of: item.home), inStep: threads[index].origin) }
      var part = item
      part.tags.append(.id(id, of: item.home))
      // An effect that replaced itself in flight is cancelled with it.
      guard !cancelInFlight || !item.tags.contains(.id(id, of: item.home)) else { break }
      insert(part, .moves(inner, catching: nil), in: index)
    case .dismiss: preconditionFailure("Nothing presents a plan's parent.")
    }
  }

  private func isWaiting(_ thread: Thread) -> Bool {
    guard case .join? = thread.items.first?.work else { return false }
    return threads.contains { $0.parent == thread.id }
  }
}

// MARK: - Races

extension EffectModel {
  /// Whether two of these threads, or the threads that wait for them, can both be observed.
  private func isRace(_ ready: [Thread]) -> Bool {
    guard ready.count > 1 else { return false }
    let seen = ready.map { thread in lineage(of: thread).filter { $0.isVisible }.map(\.id) }
    for first in seen.indices {
      for second in seen.indices where second > first {
        for one in seen[first] {
          for other in seen[second] where one != other && !areInLine(one, other) { return true }
        }
      }
    }
    return false
  }

  /// The thread, and the threads that wait for it.
  private func lineage(of thread: Thread) -> [Thread] {
    var line = [thread]
    while let parent = line.last?.parent, let next = threads.first(where: { $0.id == parent }) {
      line.append(next)
    }
    return line
  }

  private func areInLine(_ one: Int, _ other: Int) -> Bool {
    threads.filter { $0.id == one || $0.id == other }.contains { thread in
      lineage(of: thread).map(\.id).contains(thread.id == one ? other : one)
    }
  }
}

extension EffectModel.Thread {
  fileprivate var isVisible: Bool {
    items.contains { item in
      switch item.work {
      case .effect(let effect): effect.isVisible
      case .moves(let moves, let action):
        moves.contains { $0.isVisible || ($0 == .fail && action != nil) }
      case .opening, .join, .delivery: false
      }
    }
  }
}
