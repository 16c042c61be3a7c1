import FocusedTestStore
import Testing

// MARK: - An action with another case in its payload

extension CureTests {
  @Test func anotherCaseOfThePayloadIsNamedFirst() async {
    let store = Pantry.store(isOffline: true)
    await store.send(.refresh)
    await expectIssue {
      await store.receive(case: { .pageResponse(1, .success($0)) })
    }
    await store.receive(case: { .pageResponse(1, .failure($0)) })
  }

  @Test func aCaseInAPayloadIsNamedHoweverLongThePayloadIs() async {
    let store = Pantry.store(response: (1...40).map { Pantry.Jar(id: $0, label: "Jar \($0)") })
    await store.send(.refresh)
    await expectIssue {
      await store.receive(case: { .pageResponse(1, .failure($0)) })
    }
    await store.receive(case: { .pageResponse(1, .success($0)) })
  }

  @Test func aCaseThatIsAssertedAlreadyIsNotInThePlaceOfAnother() async {
    let store = Pantry.store(isOffline: true)
    await store.send(.refresh)
    await store.receive(case: { .pageResponse(1, .failure($0)) })
    let issues = await withCapturedIssues {
      await store.receive(case: { .pageResponse(1, .success($0)) })
    }
    claimEqual(issues.count, 1)
    #expect(issues.allSatisfy { !$0.message.contains("The nearest is") })
  }

  @Test func anotherConstantBesideSeveralPayloadsIsTheNearestMiss() async {
    let store = Pantry.store()
    await store.send(.move(x: 1))
    await expectIssue {
      await store.receive(case: { .path(.element(id: 2, action: .moved(x: $0, y: $1))) })
    }
    await store.receive(case: { .path(.element(id: 1, action: .moved(x: $0, y: $1))) })
  }
}
