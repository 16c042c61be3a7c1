import Testing

@testable import FocusedTestStore

struct LaneTasksTests {
  @Test(arguments: 1...20) func `It has what a dictionary has`(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var tasks = LaneTasks()
    var model: [UInt: Int] = [:]
    for step in 0..<500 {
      let id = UInt(random.number(1..<6))
      switch random.number(0..<3) {
      case 0:
        guard model[id] == nil else { continue }
        tasks.insert(LaneTask(creator: nil, isRoot: false, queuedJobs: step), id: id)
        model[id] = step
      case 1:
        tasks.remove(id)
        model[id] = nil
      default:
        let isThere = tasks.change(id) { $0.queuedJobs += 1 }
        #expect(isThere == (model[id] != nil))
        model[id]? += 1
      }
      for id in 0..<7 as Range<UInt> { #expect(tasks[id]?.queuedJobs == model[id]) }
      #expect(tasks.count == model.count)
      #expect(tasks.isEmpty == model.isEmpty)
      #expect(tasks.all.map(\.queuedJobs).sorted() == model.values.sorted())
      let areOdd = model.values.allSatisfy { $0 % 2 == 1 }
      #expect(tasks.allSatisfy { $0.queuedJobs % 2 == 1 } == areOdd)
      let odd = model.filter { $0.value % 2 == 1 }.keys
      #expect(Set(tasks.ids { $0.queuedJobs % 2 == 1 }) == Set(odd))
    }
  }
}
