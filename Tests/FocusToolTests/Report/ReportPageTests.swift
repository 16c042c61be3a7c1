import TestEvents
import Testing
@testable import focus

// `.ci/page` tests the page in a browser.
struct ReportPageTests {
  @Test func `A matrix a feature, actions down and outcomes across`() {
    let page = ReportPage(report: BehaviorReport(sampleFacts)).text
    #expect(
      page.contains(
        """
        <thead><tr><td></td><th scope="col"><span>isSaving</span></th>\
        <th scope="col"><span>lastSaved</span></th>\
        <th scope="col"><span><i>dismisses</i></span></th>\
        <th scope="col"><span><i>nothing</i></span></th></tr></thead>
        <tbody>
        <tr><th scope="row">.cancelTapped</th><td></td><td></td><td></td>\
        <td class="idle" data-cell="0" tabindex="0" \
        aria-label="cancelTapped, nothing: no outcome in 1 test"><b>–</b>1</td></tr>
        <tr><th scope="row">.saveTapped</th>\
        <td class="asserted" data-cell="1" tabindex="-1" \
        aria-label="saveTapped, isSaving: asserted by 1 of 2 tests"><b>●</b>2</td>\
        <td></td><td></td><td></td></tr>
        <tr><th scope="row">.saved</th><td></td>\
        <td class="read" data-cell="2" tabindex="-1" \
        aria-label="saved, lastSaved: read by 1 test, asserted by none"><b>◐</b>1</td>\
        <td class="unasserted" data-cell="3" tabindex="-1" \
        aria-label="saved, dismisses: exercised by 1 test, asserted by none"><b>○</b>1</td>\
        <td></td></tr>
        </tbody>
        """))
    #expect(page.contains("<strong>50 %</strong> asserted, 2 of 4"))
    #expect(page.contains(##"<a href="#feature-1"><span>Search</span>"##))
    #expect(
      page.contains(
        #"[[0,"asserted",["AppTests/ProfileTests.swift:14"]],[1,"exercised",[]]]"#))
  }

  @Test func `A feature whose matrix would be too large has several`() {
    let facts = (100..<400).map { fact("a\($0)", .field("x\($0)"), .exercised) }
    let page = ReportPage(report: BehaviorReport(facts)).text
    #expect(page.matches(of: /<section id="feature-0/).count == 10)
    claimEqual(page.matches(of: /data-feature="feature-0"/).count, 10)
    claimEqual(page.matches(of: /data-cell=/).count, 300)
    #expect(page.matches(of: /<td/).count < 10_000)
    #expect(page.contains("0 of 300 asserted · 300 unasserted · part 2 of 10</p>"))
    let small = ReportPage(report: BehaviorReport(facts.prefix(200))).text
    #expect(small.matches(of: /<section id="feature-0/).count == 1)
    #expect(!small.contains(" · part "))
  }

  @Test func `Nothing is loaded from anywhere`() {
    let page = ReportPage(report: BehaviorReport(sampleFacts)).text
    for part in ["http:", "https:", "src=", "@import", "url(", "<link", "fetch("] {
      #expect(!page.contains(part), "\(part)")
    }
    #expect(page.contains("default-src 'none'"))
  }

  @Test func `Text cannot become markup or script`() {
    let hostile = "<i>\"'&</script><!--\0"
    let text = LedgerFact(
      behavior: Behavior(feature: hostile, action: hostile, outcome: .sends(hostile)),
      mark: .asserted, test: LedgerTest(name: hostile, file: hostile, line: 1),
      assertedAt: LedgerLocation(file: hostile, line: 2))
    let page = ReportPage(report: BehaviorReport([text])).text
    #expect(!page.contains("<i>\""))
    #expect(!page.contains("<!--"))
    claimEqual(page.matches(of: /<\/script>/).count, 2)
    #expect(!page.unicodeScalars.contains("\0"))
    #expect(page.contains("&lt;i&gt;&quot;&#39;&amp;&lt;/script&gt;&lt;!--\u{FFFD}</h2>"))
  }

  @Test func `Each character that means something in markup is escaped`() {
    claimEqual("a<b>&\"'\t\n\u{1B}é".escapedForHTML, "a&lt;b&gt;&amp;&quot;&#39;\t\n\u{FFFD}é")
  }
}
