import Testing
@testable import focus

struct UnifiedDiffTests {
  @Test func `lines come and go, with three around them`() {
    let text = (1...20).map { "\($0)\n" }.joined()
    let diff = UnifiedDiff(
      "A.swift", text, [(15..<15, ["new", "newer"]), (3..<5, ["four"])])
    #expect(
      diff.text == """
        --- a/A.swift
        +++ b/A.swift
        @@ -1,8 +1,7 @@
         1
         2
         3
        -4
        -5
        +four
         6
         7
         8
        @@ -13,6 +12,8 @@
         13
         14
         15
        +new
        +newer
         16
         17
         18

        """)
    #expect(diff.edited.hasPrefix("1\n2\n3\nfour\n6\n"))
    #expect(diff.edited.hasSuffix("15\nnew\nnewer\n16\n17\n18\n19\n20\n"))
  }

  @Test func `a file without a line feed at its end gets one where something follows`() {
    let diff = UnifiedDiff("A.swift", "a\nb", [(2..<2, ["c"])])
    #expect(diff.edited == "a\nb\nc\n")
    #expect(
      diff.text == """
        --- a/A.swift
        +++ b/A.swift
        @@ -1,2 +1,3 @@
         a
        -b
        \\ No newline at end of file
        +b
        +c

        """)
  }

  @Test func `added lines end as the lines of the file`() {
    let diff = UnifiedDiff("A.swift", "a\r\nb\r\n", [(1..<1, ["c"])])
    #expect(diff.edited == "a\r\nc\r\nb\r\n")
    #expect(diff.text.contains(" a\r\n+c\r\n b\r\n"))
  }

  @Test func `no line ends with a space`() {
    let diff = UnifiedDiff("A.swift", "a\n\nb\n\nc\n", [(2..<3, ["d", ""])])
    #expect(
      diff.text == """
        --- a/A.swift
        +++ b/A.swift
        @@ -1,5 +1,6 @@
         a

        -b
        +d
        +

         c

        """)
  }

  @Test func `no edit is no diff`() {
    claimEqual(UnifiedDiff("A.swift", "a\n", []).text, "")
  }
}
