/// The samples in the doc comments of doubles and of `diff`.
struct DoubleSampleTests {
  @Test func `The sample of Stub`() async {
    // sample: Stub.swift
  }

  @Test func `The samples of answers`() async {
    let find = Stub<String, [String]>("SearchClient.find")
    let store = TestStore(.off, initialState: Search.State()) {
      Search()
    } withDependencies: {
      // sample: Stub+Call.swift
    }

    await store.send(.changeQuery("sw"))
    await store.send(.changeQuery("swi"))
    await find.succeed(with: ["swift"], to: { $0 == "swi" })
    await find.succeed(with: ["swan", "swift"])
    store.assert { $0.results = ["swift"] }

    await store.send(.changeQuery("swi"))
    // sample: Stub.swift 3
    await store.receive(.found(["swift"], for: "swi"))

    await store.send(.changeQuery("sw"))
    // sample: Stub.swift 4
    await store.receive(.found(["sw", "swer"], for: "sw"))

    // sample: Stub.swift 2
    await store.send(.changeQuery("s"))
    await store.receive(.found(["swan", "swift"], for: "s"))

    // sample: Stub.swift 7
    await store.send(.changeQuery(""))
    await store.receive(.failed("NoQuery()"))
  }

  @Test func `The samples of EffectRunner`() async throws {
    do {
      // sample: EffectRunner.swift
    }
    let index = Index()
    // sample: EffectRunner.swift 2
  }

  @Test func `The sample of diff`() {
    // sample: ValueDiff.swift
    #expect(
      difference == """
          Person(
            … (1 unchanged),
        −   age: 33
        +   age: 34
          )
        """)
  }

  private struct NoQuery: Error {}

  private actor Index {
    func find(_ query: String) -> [String] { [query] }
  }
}

private struct Person: Equatable {
  var name: String
  var age: Int
}
