import Core
@testable import FocusedTestStore
import Synchronization
import Testing

/// A store runs all work of its effects, wherever it runs in production, in one order.
@Suite(.needsOwnership) struct OwnedWorkTests {
  @Test(.timeLimit(.minutes(5)))
  func `In sixteen tests at once, a hundred runs have one history`() async {
    let histories = await withTaskGroup { group in
      for number in 0..<16 {
        if number.isMultiple(of: 4) {
          group.addTask { await Self.historiesOnMainActor(in: 7, of: .everything) }
        } else {
          group.addTask { await Self.histories(in: 7, of: .everything) }
        }
      }
      return await group.reduce(into: Set()) { $0.formUnion($1) }
    }
    #expect(histories.count == 1)
    #expect(histories.first?.count == EffectKind.everything.noteCount)
  }

  @Test(arguments: EffectKind.all)
  func `Each kind of work has one history, on and off the main actor`(kind: EffectKind) async {
    let histories = await Self.histories(in: 20, of: kind)
    #expect(await Self.historiesOnMainActor(in: 20, of: kind) == histories)
    #expect(histories.count == 1)
    #expect(histories.first?.count == kind.noteCount)
  }

  @Test(arguments: EffectKind.all)
  func `Each kind of work can be parked, which is known at once`(kind: EffectKind) async {
    let clock = TestClock()
    let store = EffectKind.store(kind.parked(on: clock))
    await store.send(.start)
    let issues = await withCapturedIssues {
      await store.receive(.note("none"), timeout: .seconds(3600))
    }
    #expect(issues.count == 1)
    await clock.run()
    await store.finish(timeout: .seconds(3600))
    #expect(store.state.first == "0 woken")
  }

  @Test func `A task at the address of an earlier one doesn't drive its store`() async {
    let store = Probe.store(onTap: { _ in try await Task.never() })
    let held = RuntimeConfined(store)
    let driver = await Task {
      await held.value.send(.tap)
      return CurrentTask.identity
    }.value
    #expect(!store.scheduler.isDriven(by: CurrentTask.number))
    for _ in 0..<1_000 {
      let (task, drives) = await Task {
        (CurrentTask.identity, held.value.scheduler.isDriven(by: CurrentTask.number))
      }.value
      #expect(!drives)
      if task == driver { break }
    }
  }

  @Test func `A store keeps nothing of effects that have ended, and of others until they have`()
    async
  {
    let plain = Probe.store(onTap: { send in await send(.got(1)) })
    for _ in 0..<100 { await plain.send(.tap) }
    #expect(plain.scheduler.lanes.isEmpty)

    let clock = TestClock()
    let store = Probe.store(onTap: { _ in
      Task { try? await clock.sleep(for: .seconds(1)) }
    })
    for _ in 0..<100 { await store.send(.tap) }
    #expect(store.scheduler.lanes.count == 100)
    await clock.advance(by: .seconds(1))
    #expect(store.scheduler.lanes.isEmpty)
  }

  @Test func `The check of a process holds while stores of other tests end`() async {
    let isChecked = Atomic(false)
    let ends = Task.detached {
      while !isChecked.load(ordering: .relaxed) { EffectScheduler().close {} }
    }
    let failures = (0..<2_000).count { _ in !Ownership.ownsEachKind() }
    isChecked.store(true, ordering: .relaxed)
    await ends.value
    #expect(failures == 0)
  }

  // MARK: - Histories

  @MainActor private static func historiesOnMainActor(
    in runs: Int, of kind: EffectKind
  ) async -> Set<[String]> {
    await histories(in: runs, of: kind)
  }

  private nonisolated(nonsending) static func histories(
    in runs: Int, of kind: EffectKind
  ) async -> Set<[String]> {
    var histories: Set<[String]> = []
    for _ in 0..<runs {
      let store = EffectKind.store(kind)
      await store.send(.start)
      // All work is done when `send` returns.
      let isDone = await store.exclusively { $0.unfinishedEffects.isEmpty }
      histories.insert(isDone ? store.state : ["unfinished"])
    }
    return histories
  }
}

/// An effect whose work leaves its own task, and sends notes on the way.
struct EffectKind: Sendable, CustomTestStringConvertible {
  enum Action: Equatable { case start, note(String) }
  typealias Note = @Sendable (String) async -> Void

  let testDescription: String
  /// The number of notes of all effects.
  let noteCount: Int
  /// The number of effects that run at once.
  var effectCount = 1
  let work: @Sendable (_ note: @escaping Note) async -> Void

  static func store(_ kind: EffectKind) -> TestStoreOf<Reduce<[String], Action>> {
    TestStore(.off, initialState: []) {
      Reduce<[String], Action> { notes, action in
        switch action {
        case .start:
          return .merge(
            (0..<kind.effectCount).map { number in
              .run { send in await kind.work { await send(.note("\(number) \($0)")) } }
            })
        case .note(let note):
          notes.append(note)
          return .none
        }
      }
    }
  }

  /// The same work on a clock, which starts with a wait of a second.
  func parked(on clock: TestClock<Duration>) -> EffectKind {
    EffectKind(testDescription: testDescription, noteCount: 1) { note in
      await work { _ in
        guard (try? await clock.sleep(for: .seconds(1))) != nil else { return }
        await note("woken")
      }
    }
  }

  /// The same work, after a wait of a second on a clock.
  func after(_ clock: TestClock<Duration>) -> EffectKind {
    EffectKind(
      testDescription: testDescription, noteCount: noteCount, effectCount: effectCount
    ) { note in
      guard (try? await clock.sleep(for: .seconds(1))) != nil else { return }
      await work(note)
    }
  }

  static let all: [EffectKind] = [
    EffectKind(testDescription: "Task {}", noteCount: 3) { note in
      let task = Task {
        await note("task")
        await Task.yield()
        await note("yielded")
      }
      await task.value
      await note("end")
    },
    EffectKind(testDescription: "nested tasks", noteCount: 3) { note in
      Task {
        Task {
          Task { await note("inner") }
          await note("middle")
        }
        await note("outer")
      }
    },
    EffectKind(testDescription: "Task.detached", noteCount: 3) { note in
      let task = Task.detached {
        await note("detached")
        await Task.yield()
        await note("yielded")
      }
      await task.value
      await note("end")
    },
    EffectKind(testDescription: "a task in an actor that yields", noteCount: 3) { note in
      let counter = VisitCounter()
      let task = Task {
        await counter.linger()
        await note("first")
        await counter.linger()
        await note("second")
      }
      await task.value
      await note("end")
    },
    EffectKind(testDescription: "the main actor", noteCount: 3) { note in
      await MainActor.run {}
      await note("hopped")
      let task = Task { @MainActor in
        MainActor.assertIsolated()
        await note("main")
      }
      await task.value
      await note("end")
    },
    EffectKind(testDescription: "a class on the main actor", noteCount: 2) { note in
      let model = await MainActor.run { Model() }
      await note("model \(await model.increment())")
      await note("model \(await model.increment())")
    },
    EffectKind(testDescription: "a group that hops", noteCount: 6) { note in
      await withTaskGroup { group in
        for number in 0..<3 {
          group.addTask {
            await MainActor.run {}
            await note("hopped \(number)")
            await Task.yield()
            await note("yielded \(number)")
          }
        }
      }
    },
    EffectKind(testDescription: "a global actor", noteCount: 3) { note in
      for number in 0..<3 {
        await Counting.shared.visit()
        await note("\(number)")
      }
    },
    EffectKind(testDescription: "a stream between tasks", noteCount: 3) { note in
      let (stream, source) = AsyncStream<Int>.makeStream()
      Task {
        for number in 0..<3 {
          source.yield(number)
          await Task.yield()
        }
        source.finish()
      }
      for await number in stream { await note("\(number)") }
    },
    EffectKind(testDescription: "cancelled tasks", noteCount: 2) { note in
      // A cancelled task sends nothing.
      let seen = Collected<String>()
      let tasks = [
        Task {
          while !Task.isCancelled { await Task.yield() }
          seen.append("by the loop")
        },
        Task.detached {
          try? await Task.sleep(for: .seconds(3600))
          seen.append("by the sleeper")
        },
      ]
      await Task.yield()
      for task in tasks { task.cancel() }
      for task in tasks { await task.value }
      for place in seen.values { await note(place) }
    },
  ]

  /// Two effects that do all of it at once.
  static let everything = EffectKind(testDescription: "everything", noteCount: 46, effectCount: 2) {
    note in
    let counter = VisitCounter()
    await note("begin")
    let task = Task {
      await note("task 1")
      await Task.yield()
      await note("task 2")
      await Task.detached {
        await note("detached 1")
        await MainActor.run {}
        await note("detached 2")
      }.value
      await note("task 3")
    }
    await MainActor.run {}
    await note("hopped")
    let onMain = Task { @MainActor in
      let model = Model()
      await note("main \(model.increment())")
      await Task.yield()
      await note("main \(model.increment())")
      Task {
        MainActor.assertIsolated()
        await note("inner main")
      }
      await counter.visit()
      await note("main 3")
    }
    async let number: Int = {
      await Task.yield()
      await note("async let")
      return 1
    }()
    await withTaskGroup { group in
      for number in 0..<3 {
        group.addTask {
          await Task.yield()
          await note("group \(number)")
          await MainActor.run {}
          await note("group hopped \(number)")
        }
      }
    }
    await counter.linger()
    await note("counter \(await number)")
    let (stream, source) = AsyncStream<Int>.makeStream()
    let producer = Task {
      for number in 0..<3 {
        source.yield(number)
        await Task.yield()
      }
      source.finish()
    }
    for await number in stream { await note("stream \(number)") }
    await producer.value
    await task.value
    await onMain.value
    let cancelled = Task {
      while !Task.isCancelled { await Task.yield() }
      await note("cancelled")
    }
    await Task.yield()
    cancelled.cancel()
    await cancelled.value
    await note("end")
  }
}

private actor VisitCounter {
  private var visits = 0

  func visit() { visits += 1 }

  func linger() async {
    visits += 1
    await Task.yield()
    visits += 1
  }
}

@MainActor private final class Model {
  private var number = 0

  func increment() -> Int {
    number += 1
    return number
  }
}

@globalActor private actor Counting {
  static let shared = Counting()
  private var visits = 0

  func visit() { visits += 1 }
}
