import SourceReading
import Testing
import focus

struct FoundMutantsTests {
  private let helper = "extension Home { func isSaved(_ state: Int) -> Bool { state > 1 } }"

  private func home(importing imports: String) -> String {
    """
    \(imports)
    struct Home: Reducer {
      func reduce(into state: inout Int, action: Int) -> Effect<Int> {
        if isSaved(state) { state += 1 }
        return .none
      }
    }
    """
  }

  private func found(_ imports: String, helper: String) -> FoundMutants {
    FoundMutants([
      ["Home.swift": SwiftSource(home(importing: imports)), "Helper.swift": SwiftSource(helper)]
    ])
  }

  @Test(arguments: [
    ("import Core", "Core"), ("public import ReducerCore\nimport Foundation", "ReducerCore"),
    ("import Prelude", "Prelude"),
  ])
  func `A file that lacks the library imports it as the others do`(imports: String, name: String) {
    claimEqual(found(imports, helper: helper).imports, ["Home.swift": [], "Helper.swift": [name]])
    let other = found(imports, helper: "import Foundation\n" + helper)
    claimEqual(other.imports, ["Home.swift": [], "Helper.swift": [name]])
  }

  @Test func `A file that imports only a type of the library imports all of it`() {
    let imports = "import struct Core.Effect\nimport protocol Core.Reducer"
    #expect(
      found(imports, helper: helper).imports == ["Home.swift": ["Core"], "Helper.swift": ["Core"]])
  }

  @Test func `An import stands on the line of the first token`() {
    let text = SwiftSource("// Home\nimport A").text(switching: [], importing: ["Core", "B"]).text
    claimEqual(text, "// Home\nimport B; import Core; import A")
    let marked = SwiftSource("\u{FEFF}import A\r\nlet a = 1")
    claimEqual(marked.declarations().map(\.keyword), ["import", "let"])
    #expect(
      marked.text(switching: [], importing: ["Core"]).text
        == "\u{FEFF}import Core; import A\r\nlet a = 1")
  }
}
