import Foundation
import Testing
import TrackCore

@testable import TrackLogger

@Suite struct TeeFileTests {
  private let log = ServiceLog(stream: nil)
  private let folder: Service.Folder
  private let path: String

  init() throws {
    folder = try Service.Folder()
    path = folder.url.appending(path: "inputs.tee").path
  }

  private func contents(of path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  private func tick(_ milliseconds: Int64) -> PipelineInput { .tick(Arrival(milliseconds: milliseconds)) }

  @Test func aRunThatFollowsAnotherHasItsOwnHead() throws {
    for milliseconds in [1, 2] as [Int64] {
      let tee = try TeeFile(path: path, log: log)
      tee.start()
      tee.record(tick(milliseconds))
      tee.flush()
    }
    #expect(try contents(of: path) == "#tracklogger-tee 1\nT 1\n#tracklogger-tee 1\nT 2\n")
  }

  @Test func nothingIsWrittenBeforeTheFlushAndAllOfItAfterwards() throws {
    let tee = try TeeFile(path: path, log: log)
    tee.record(tick(1))
    #expect(try contents(of: path) == "")
    tee.flush()
    #expect(try contents(of: path) == "#tracklogger-tee 1\nT 1\n")
  }

  @Test func halfARecordAtTheEndIsCutOff() throws {
    try "#tracklogger-tee 1\nT 1\nT 12".write(toFile: path, atomically: true, encoding: .utf8)
    let tee = try TeeFile(path: path, log: log)
    tee.start()
    tee.record(tick(2000))
    tee.flush()
    #expect(try contents(of: path) == "#tracklogger-tee 1\nT 1\n#tracklogger-tee 1\nT 2000\n")
  }

  @Test func afterARotationTheRestGoesToTheOldFileAndANewOneHasAHead() throws {
    let tee = try TeeFile(path: path, log: log)
    tee.record(tick(1))
    tee.flush()
    tee.record(tick(2))
    try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
    tee.reopen()
    tee.record(tick(3))
    tee.flush()
    #expect(try contents(of: path + ".1") == "#tracklogger-tee 1\nT 1\nT 2\n")
    #expect(try contents(of: path) == "#tracklogger-tee 1\nT 3\n")
  }

  @Test func aReloadWithoutARotationGoesOnInTheSameRun() throws {
    let tee = try TeeFile(path: path, log: log)
    tee.record(tick(1))
    tee.reopen()
    tee.record(tick(2))
    tee.flush()
    #expect(try contents(of: path) == "#tracklogger-tee 1\nT 1\nT 2\n")
  }

  @Test func aFullDiskEndsTheLogAndNothingElse() throws {
    let tee = try TeeFile(path: "/dev/full", log: log)
    tee.record(tick(1))
    tee.flush()
    tee.record(tick(2))
    tee.flush()
    #expect(Bool(true), "it came back")
  }

  @Test func whatCannotBeOpenedIsSaid() {
    #expect(throws: Failure(.io, "cannot write /nowhere/inputs.tee: No such file or directory")) {
      try TeeFile(path: "/nowhere/inputs.tee", log: log)
    }
  }
}
