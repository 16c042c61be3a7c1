import Foundation
import Testing
import focus

struct TestProgramTests {
  @Test func `An ending that is no success is that of the run, and to find no test is none`() {
    typealias Ending = ChildProcess.Ending
    #expect(Ending.ofRun([]) == .exited(0))
    #expect(Ending.ofRun([.exited(0), .exited(69)]) == .exited(0))
    #expect(Ending.ofRun([.exited(69), .exited(1)]) == .exited(1))
    #expect(Ending.ofRun([.crashed(signal: 4), .exited(1)]) == .exited(132))
    #expect(Ending.ofRun([.exited(0), .overtime]) == .overtime)
  }

  @Test func `A run of which a program was stopped was stopped, also if another one failed`() {
    typealias Ending = ChildProcess.Ending
    #expect(Ending.ofRun([.exited(1), .overtime]) == .overtime)
    #expect(Ending.ofRun([.crashed(signal: 4), .interrupted]) == .interrupted)
  }

  #if os(Linux)
    let directory: TemporaryDirectory
    let start = Date()

    init() throws {
      directory = try TemporaryDirectory()
      try directory.write("", to: ".build/debug/AppPackageTests.xctest")
      try directory.write("", to: ".build/build.db")
      // Sets the date explicitly, because a file system may use a different clock.
      try FileManager.default.setAttributes(
        [.modificationDate: start], ofItemAtPath: directory(".build/build.db"))
    }

    private func found(builtSince start: Date) -> TestProgram? {
      TestProgram(ofPackageAt: directory.path, builtSince: start)
    }

    @Test func `It is where the package has been built to in the session`() {
      let program = found(builtSince: start - 1)
      #expect(program?.path == directory(".build/debug/AppPackageTests.xctest"))
    }

    @Test func `What was built before the session may be of another build system`() {
      #expect(found(builtSince: start + 1) == nil)
      #expect(TestProgram(ofPackageAt: directory("none"), builtSince: start) == nil)
    }

    @Test func `It is not known where there are several, because the package was renamed`() throws {
      try directory.write("", to: ".build/debug/OldPackageTests.xctest")
      #expect(found(builtSince: start - 1) == nil)
    }

    @Test func `Each framework is told its tests, and XCTest is left out if it has none`() throws {
      let program = try #require(found(builtSince: start - 1))
      let tests = ["AppTests.A/testA", "AppTests.A/testB", "AppTests.B/testA"]
      func commands(_ selection: TestSelection) -> [[String]] {
        program.commands(selection, options: ["--no-parallel"], tests: tests)
      }
      let own = ["NO_COLOR=1", "sh", "-c", #"cd "$0" && exec "$@""#, directory.path, program.path]
      let swiftTesting = own + ["--testing-library", "swift-testing", "--no-parallel"]
      #expect(
        commands(.matching("^AppTests\\.A/")) == [
          own + ["AppTests.A/testA,AppTests.A/testB"],
          swiftTesting + ["--filter", "^AppTests\\.A/"],
        ])
      #expect(commands(.matching("C")) == [swiftTesting + ["--filter", "C"]])
      #expect(
        commands(.only(["AppTests.B/testA", "AppTests.C/a()"])).first
          == own + ["AppTests.B/testA"])
      #expect(commands(.all) == [own, swiftTesting])
      let names = ["AppTests.C/testA"]
      claimEqual(commands(.among(names, .xcTest)), [own + names])
      claimEqual(
        commands(.among(names, .swiftTesting)),
        [swiftTesting + TestSelection.only(names).options])
    }

    @Test func `Names longer than an argument are split over processes`()
      throws
    {
      let program = try #require(found(builtSince: start - 1))
      let names: [String] = (1000..<6000).map { "AppTests.ProfileFormTests/testSavingNumber\($0)" }
      let commands = program.commands(
        .only(Array(names.dropLast())), options: [], tests: names)
      let arguments = commands.dropLast().map { $0[$0.count - 1] }
      #expect(arguments.allSatisfy { $0.utf8.count < 131_072 })
      let parts: [[String]] = arguments.map { $0.split(separator: ",").map(String.init) }
      #expect(parts.count == 3)
      #expect(Array(parts.joined()) == names.dropLast())
    }
  #endif
}
