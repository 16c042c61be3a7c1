import Testing
import focus

struct TestOptionsTests {
  @Test func `A build gets the options that concern a build`() {
    let options = [
      "--skip", "Slow", "-c", "release", "--no-parallel", "--parallel", "--scratch-path=x",
      "--skip=A", "-Xswiftc", "-DA", "--num-workers", "2", "--test-product", "P",
      "--disable-testable-imports", "--skip",
    ]
    claimEqual(options.buildOptions, ["-c", "release", "--scratch-path=x", "-Xswiftc", "-DA"])
  }

  @Test func `Some options leave tests out`() {
    for options in [["--skip", "A"], ["--skip=A"], ["--test-product", "P"], ["--disable-xctest"]] {
      #expect(options.leaveTestsOut)
    }
    for options in [[], ["-c", "release"], ["--no-parallel"], ["--num-workers", "2"]] {
      #expect(!options.leaveTestsOut)
    }
  }

  @Test func `A copy of the package is built into its own directory`() {
    let options = [
      "--scratch-path", "a", "--build-path=b", "--package-path", "c", "--skip", "Slow", "-c",
      "release",
    ]
    claimEqual(options.forCopy, ["--skip", "Slow", "-c", "release"])
    claimEqual(["--scratch-path"].forCopy, [])
  }
}
