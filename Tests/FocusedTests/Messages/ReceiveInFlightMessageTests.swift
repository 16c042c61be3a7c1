import FocusedTestStore
import Testing

/// The effects in flight in the message of a `receive` that times out.
struct ReceiveInFlightMessageTests {
  @Test func aTaskThatAnEffectLeftOnAClockIsNamedWithTheEffectsName() async {
    let clock = TestClock()
    let store = JournalFixture.store(clock: clock)
    await store.send(.leaveTick)
    await expectIssue {
      await store.receive(.setMood(1), timeout: .seconds(3600))
    }
    await clock.advance(by: .seconds(1))
    await store.receive(.setMood(1))
  }

  @Test func aCancelledTestIsNotSaidToHaveWaitedItsTimeout() async {
    await cancelled {
      let store = JournalFixture.store()
      await store.send(.waitOutside)
      await expectIssue {
        await store.receive(.loaded(1), timeout: .seconds(3600))
      }
    }
  }

  @Test(arguments: [true, false])
  func anEffectThatACancelledTestWaitedForIsNotSaidToHaveHadItsTimeout(ofStore: Bool) async {
    await cancelled {
      let store = JournalFixture.store()
      let task = await store.send(.waitOutside)
      let issues = await withCapturedIssues {
        if ofStore {
          await store.finish(timeout: .seconds(3600))
        } else {
          await task.finish(timeout: .seconds(3600))
        }
      }
      #expect(issues.count == 1)
      for issue in issues {
        #expect(issue.message.contains("to finish before the test's task was cancelled, but"))
      }
    }
  }

  /// Runs a test in a separate task that has been cancelled.
  private func cancelled(_ test: @escaping @Sendable () async -> Void) async {
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await test()
    }.value
  }

  @Test func anEffectThatWaitsForAStubIsSaidToWhateverTheStubIsCalled() async {
    let stub = Stub<Int, Int>("TestClock.offset")
    let store = Probe.store(onTap: { send in await send(.got(try await stub.call(1))) }, line: 201)
    await store.send(.tap)
    let issues = await withCapturedIssues {
      await store.receive(.got(1))
    }
    claimEqual(issues.map { $0.message.hasSuffix("Answer the stub before this line.") }, [true])
  }
}
