import focus
import TestEvents
import FocusedTestStore
import Foundation
import Testing
@testable import TestFixtures

/// The page that shows a test's timeline.
struct TimelinePageTests {
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
    let failure = TimelineRow(
      TracedIssue(
        kind: .failure, message: "Expected <x>\n\nmore", file: "A/Tests.swift", line: 7))
    return TimelinePage(
      ShownTest(
        name: "App.Tests/<test>", hasPassed: !failing,
        trace.timeline + (failing ? [failure] : []))
    ).text
  }

  @Test(.schedules(1)) func `the first failure is at the top, and links to its row`() async {
    let page = await page()
    #expect(page.contains("<a href=\"#first-failure\">✗ Tests.swift:7: Expected &lt;x&gt;</a>"))
    claimEqual(page.components(separatedBy: #"<tr id="first-failure" class="failure">"#).count, 2)
    #expect(page.contains("<td>Expected &lt;x&gt;<pre>more</pre></td>"))
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
    #expect(page.contains("name: &quot;&quot; → &quot;&lt;b&gt;&quot;"))
  }

  @Test func `a long difference has a line per difference`() {
    let change = TimelineRow.Change(field: "f", old: "", new: "", lines: ["  [", "− 1", "+ <2>"])
    let page = TimelinePage(
      ShownTest(name: "A.b/c", hasPassed: true, [TimelineRow(.send, "send .a", changes: [change])])
    ).text
    #expect(page.contains("<pre>f:\n  [\n− 1\n+ &lt;2&gt;</pre>"))
  }

  @Test(.schedules(1)) func `each row has a cell for each lane`() async {
    let page = await page()
    let rows = page.components(separatedBy: "<tr").dropFirst()
    #expect(rows.count > 8)
    for row in rows {
      claimEqual(row.components(separatedBy: "<th").count, 2)
      claimEqual(row.components(separatedBy: "<td").count, 4)
    }
    claimEqual(page.components(separatedBy: #"class="lane begins""#).count, 3)
    claimEqual(page.components(separatedBy: #"class="lane ends""#).count, 3)
  }
}
