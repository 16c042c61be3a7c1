import AgeGuess
import FocusedTestStore
import Foundation
import Home
import Testing

/// Lists and stacks of each size, changed at each position.
struct SizeExplorations {
  @Test func `any of any number of dates goes, and new ones come last`() async {
    for count in 0...6 {
      for index in 0..<max(count, 1) {
        let dates = (0..<count).map { number in
          SavedDate(id: UUID(100 + number), date: day(number * 5 % 7))
        }
        let save = Stub<[SavedDate], Void>("DateDatabase.save")
        save.willReturn(())
        let store = TestStore(
          .off, initialState: Home.State(dates: IdentifiedArray(uniqueElements: dates))
        ) {
          Home()
        } withDependencies: {
          $0.uuid = .incrementing
          $0.date.now = day(3)
          $0.dateDatabase.save = save.call
        }
        var left = dates
        if count > 0 {
          await store.send(.removeTapped(left.remove(at: index).id))
          #expect(Array(store.state.dates) == left)
        }
        for number in 0..<2 {
          await store.send(.addTapped)
          await store.send(.addDate(.presented(.saveTapped)))
          left.append(SavedDate(id: UUID(number), date: day(3)))
          #expect(store.state == Home.State(dates: IdentifiedArray(uniqueElements: left)))
        }
        #expect(save.calls.last == left)
        #expect(save.calls.count == (count > 0 ? 3 : 2))
      }
    }
  }

  @Test func `any of any number of screens is popped with those above`() async {
    for count in 1...6 {
      for index in 0..<count {
        let store = TestStore(.off, initialState: AgeGuesses.State()) { AgeGuesses() }
        for number in 0..<count {
          let id = StackElementID(integerLiteral: number)
          if number % 3 == 1 {
            await store.send(.helpTapped)
          } else {
            await store.send(.newGuessTapped)
            await store.send(.path(.element(id: id, action: .guess(.nameChanged("\(number)")))))
          }
        }
        let before = Array(store.state.path)
        await store.send(.path(.popFrom(id: StackElementID(integerLiteral: index))))
        #expect(Array(store.state.path) == Array(before.prefix(index)))
        #expect(store.state.ages.isEmpty)
      }
    }
  }
}
