import FocusedTestStore
import ReexportingApp
import Testing

/// The types that names mean in a file with some form of imports.
struct Names: Equatable {
  let store: Any.Type
  let storeOf: Any.Type
  let clock: Any.Type
  let exhaustivity: Any.Type
  let stub: Any.Type

  static func == (lhs: Names, rhs: Names) -> Bool {
    lhs.store == rhs.store && lhs.storeOf == rhs.storeOf && lhs.clock == rhs.clock
      && lhs.exhaustivity == rhs.exhaustivity && lhs.stub == rhs.stub
  }
}

protocol ImportForm: SendableMetatype {
  static var names: Names { get }
  static func count() async -> Int
}

/// No form of imports uses TCA's store in silence. The target is compiled with MemberImportVisibility.
@Test(
  arguments: [
    Alone.self, AfterTCA.self, BeforeTCA.self, BesideClocks.self, BesideAnApp.self,
  ] as [any ImportForm.Type])
func namesMeanThisPackagesTypes(_ form: any ImportForm.Type) async {
  let expected = Names(
    store: FocusedTestStore.TestStore<Int, Int>.self,
    storeOf: FocusedTestStore.TestStore<Lookup.State, Lookup.Action>.self,
    clock: FocusedTestStore.TestClock<Swift.Duration>.self,
    exhaustivity: FocusedTestStore.Exhaustivity.self,
    stub: FocusedTestStore.Stub<Int, Int>.self)
  #expect(form.names == expected)
  #expect(await form.count() == 1)
}
