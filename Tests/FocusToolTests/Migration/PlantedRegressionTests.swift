import FocusedTestStore
import Testing
@testable import TestFixtures

/// The failures of both kinds of tests for one fault: saving no longer closes the sheet.
@Suite(.exhaustivity(.off)) struct PlantedRegressionTests {
  let mistaken = Library(closesSheet: false)

  @Test func `the exhaustive test reports what the guide shows`() async throws {
    let issues = await withCapturedIssues { await LibraryTests(library: mistaken).everything() }
    try expectGuideShows(issues)
  }

  @Test func `one focused test fails, and the guide shows what it reports`() async throws {
    let tests = LibraryFocusedTests(library: mistaken)
    let outcomes = await [
      withCapturedIssues { await tests.loadingShowsTheBooksOfTheShelf() },
      withCapturedIssues { await tests.loadingEnds() },
      withCapturedIssues { await tests.aPauseInTypingBringsSuggestions() },
      withCapturedIssues { await tests.savingAddsTheBook() },
      withCapturedIssues { await tests.savingStoresTheBooks() },
      withCapturedIssues { await tests.tappingABookShowsIt() },
      withCapturedIssues { await tests.aFavoriteCounts() },
      withCapturedIssues { await tests.theDetailShowsTheFavorite() },
      withCapturedIssues { await tests.aFavoriteIsStored() },
      withCapturedIssues { await tests.theAddButtonOpensAnEmptySheet() },
      withCapturedIssues { await tests.cancellingClosesTheSheet() },
    ]
    #expect(outcomes.flatMap { $0 }.isEmpty)

    let issues = await withCapturedIssues { await tests.savingClosesTheSheet() }
    try expectGuideShows(issues)
  }

  /// Expects that the guide shows the only issue.
  private func expectGuideShows(_ issues: [ReportedIssue]) throws {
    claimEqual(issues.count, 1)
    let issue = try #require(issues.first)
    let text = "\(issue.fileID.split(separator: "/").last ?? ""):\(issue.line)\n\(issue.message)"
    let guide = try Documentation.text(of: "Guides/MigratingFromExhaustive.md")
    let isShown = guide.contains("```\n\(text)\n```")
    #expect(isShown, "the guide does not show:\n\(text)")
  }
}
