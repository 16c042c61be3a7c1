import SourceReading
import Testing
@testable import focus

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
    ("import Core", "import Core"), ("import Prelude", "import Core"),
    ("public import ReducerCore\nimport Foundation", "internal import ReducerCore"),
    ("internal import Core\nprivate import Foundation", "internal import Core"),
    ("import Core\nprivate import Foundation", "import Core"),
    ("import struct Core.Effect\nimport protocol Core.Reducer", "import Core"),
  ])
  func `the switches are declared with the library that the features import`(
    imports: String, library: String
  ) {
    claimEqual(found(imports, helper: helper).imports, [library])
    claimEqual(found(imports, helper: "import Foundation\n" + helper).imports, [library])
  }

  @Test func `the switches stand on no line that the file has`() {
    let switches = MutationSwitches(libraryImport: "import Core")
    let text = SwiftSource("// Home\nimport A").text(switching: [], adding: switches).text
    #expect(
      text.hasPrefix(
        "// Home\n@_spi(SourceMutants) import Core; import A\nnonisolated func _isMutated("))
    let marked = SwiftSource("\u{FEFF}import A\r\nlet a = 1")
    claimEqual(marked.declarations().map(\.keyword), ["import", "let"])
    #expect(
      marked.text(switching: [], adding: switches).text.hasPrefix(
        "\u{FEFF}@_spi(SourceMutants) import Core; import A\r\nlet a = 1\n"))
  }

  /// ``SourceMutantTests`` calls the functions that `CompiledSwitches.swift` declares.
  @Test func `the switches are the code that other tests compile`() throws {
    let file = try Documentation.text(of: "Tests/FocusToolTests/Mutate/CompiledSwitches.swift")
    let switches = MutationSwitches(libraryImport: "import Core")
    claimEqual(file, switches.imports.replacing("; ", with: "\n") + switches.code)
  }
}
