import focus
import TestEvents
import FocusedTestStore
import Foundation
import Testing
@testable import TestFixtures

/// The page that shows a test's timeline.
struct StoryPageTests {
  private func page(failing: Bool = true) async -> String {
    let clock = TestClock()
    let trace = await TraceWriter.tracing {
      let store = TestStore(.off, initialState: Profile.State()) {
        Profile()
      } withDependencies: {
        $0.continuousClock = clock
      }
      await store.send(.changeIdentity(name: "<b>", surname: "&"))
      await store.send(.advanceAgeAndMoodAfterDelay)
      await clock.advance(by: .seconds(1))
    }
    let issue = TraceEvent.issue(
      TracedIssue(
        kind: .failure, message: "Expected <x>\n\nmore", file: "A/Tests.swift", line: 7))
    return StoryPage(
      ShownTest(
        name: "App.Tests/<test>", hasPassed: !failing, trace.events + (failing ? [issue] : []))
    ).text
  }

  @Test(.schedules(1)) func `the first failure is on top, and links to its row`() async {
    let page = await page()
    #expect(page.contains("<a class=\"banner\" href=\"#first-failure\">"))
    #expect(page.contains("<b>Tests.swift:7</b> Expected &lt;x&gt;<pre>more</pre>"))
    claimEqual(page.components(separatedBy: #"<tr id="first-failure" class="failure">"#).count, 2)
    let passed = await self.page(failing: false)
    #expect(!passed.contains("first-failure"))
    #expect(passed.contains(#"<span class="passed">passed</span>"#))
  }

  @Test(.schedules(1)) func `it is one file that runs nothing`() async {
    let page = await page()
    #expect(page.contains("default-src 'none'; style-src 'unsafe-inline'"))
    for part in ["<script", "http://", "https://", " src=", "@import", "url("] {
      #expect(!page.contains(part))
    }
  }

  @Test(.schedules(1)) func `texts of the test are no markup`() async {
    let page = await page()
    #expect(!page.contains("<b>\"") && !page.contains("<x>") && !page.contains("<test>"))
    #expect(page.contains(#"<ins>&quot;&lt;b&gt;&quot;</ins>"#))
  }

  @Test func `what a long diff adds and removes has marks of its own`() {
    var shown = TracedChange.Shown(field: "f", old: "", new: "")
    shown.lines = ["  [", "− 1", "+ <2>"]
    let change = TracedChange(
      behavior: Behavior(feature: "F", action: "a", outcome: .field("f")), path: [], shown: shown)
    let step = TracedStep(store: 1, step: 0, feature: "F", action: "a", changes: [change])
    let page = StoryPage(ShownTest(name: "A.b/c", hasPassed: true, [.step(step)])).text
    #expect(page.contains("<pre>  [\n<del>− 1</del>\n<ins>+ &lt;2&gt;</ins></pre>"))
  }

  @Test(.schedules(1)) func `effects have columns, spans and arrows`() async {
    let page = await page()
    #expect(page.contains(#"<th scope="colgroup" colspan="2">Effects in flight</th>"#))
    claimEqual(page.components(separatedBy: "begins lane").count, 3)
    #expect(page.contains("<strong>effect at Profile.swift:"))
    #expect(page.contains(#"<i class="out" aria-hidden="true"></i>"#))
    #expect(page.contains(#"<i class="in" aria-hidden="true"></i>"#))
    #expect(page.contains(#"<tr id="e"#) && page.contains(#"class="clock""#))
  }

  @Test(.schedules(1)) func `each row has a cell for each column`() async {
    let page = await page()
    for row in page.components(separatedBy: "<tr id=").dropFirst() {
      let row = row.prefix { !$0.isNewline }
      #expect(row.components(separatedBy: "<th ").count == 2)
      if !row.contains("colspan") { #expect(row.components(separatedBy: "<td").count == 5) }
    }
  }
}
