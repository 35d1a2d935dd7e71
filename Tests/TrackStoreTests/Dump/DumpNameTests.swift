import Testing
import TrackCore

@testable import TrackStore

/// Names that servers gave travel with the visits and trips that bear them.
@Suite struct DumpNameTests {
  private let scratch: Scratch
  private let home: Home

  init() throws {
    scratch = try Scratch()
    home = try Home()
    let writer = try scratch.writer()
    writer.apply([
      .trip(trip(1, 0, 60)), .visit(visit(1, 60, 300)), .trip(trip(2, 300, 400)), .visit(visit(2, 400, 900, 52)),
    ])
    try writer.commit()
  }

  private func give(_ subject: Subject, name id: Int64, _ short: String, in scratch: Scratch) throws {
    try Database(path: scratch.path, mode: .readWrite).execute(
      """
      INSERT OR IGNORE INTO service (id, provider, language) VALUES (71, 'nominatim', 'de');
      INSERT OR IGNORE INTO credit (id, text) VALUES (72, '© OpenStreetMap contributors');
      INSERT OR IGNORE INTO name VALUES (\(id), '\(short)', '\(short), Testshire', 'Testshire', 'GB', 71, 72, 1772352000000);
      INSERT OR REPLACE INTO label VALUES (\(subject.key), -1, \(id), (SELECT max(number) + 1 FROM change));
      INSERT INTO change SELECT change, 6, subject, NULL FROM label WHERE subject = \(subject.key);
      """)
  }

  @Test func aNameIsReadAtHomeAsOnTheBox() throws {
    try give(.visit(1), name: 5, "Mill Lane", in: scratch)
    try give(.tripEnd(1), name: 5, "Mill Lane", in: scratch)
    let (box, loaded) = try home.pull(scratch)
    #expect(loaded.names == 2)
    let (theirs, here) = (try TrackReader(path: scratch.path), try home.reader(box))
    #expect(try here.visits() == theirs.visits())
    #expect(try here.trips() == theirs.trips())
    let name = try #require(try here.visit(1)?.name)
    #expect(name.short == "Mill Lane")
    #expect(name.provider == "nominatim")
    #expect(name.attribution == "© OpenStreetMap contributors")
    #expect(try here.visit(2)?.name == nil)
  }

  @Test func aNameThatComesLaterIsNewsAndNothingElseIs() throws {
    let (box, _) = try home.pull(scratch)
    #expect(try home.reader(box).visit(2)?.name == nil)
    try give(.visit(2), name: 5, "Mill Lane", in: scratch)
    let loaded = try home.pull(scratch).loaded
    #expect(loaded.names == 1 && loaded.rows == 1)
    #expect(try home.reader(box).visit(2)?.name?.short == "Mill Lane")
  }

  @Test func namesOfOwnRowsAreNotThoseOfABox() throws {
    let own = try home.scratch.writer(source: "own")
    own.apply([.visit(visit(1, 60, 300)), .trip(trip(1, 0, 60))])
    try own.commit()
    try give(.visit(1), name: 5, "Here", in: home.scratch)
    try give(.tripEnd(1), name: 5, "Here", in: home.scratch)
    try Database(path: home.scratch.path, mode: .readWrite).execute(
      "INSERT INTO answer VALUES (-1, 71, 0, 0, 5, 1, 1), (-2, 71, 0, 0, 5, 1, 1)")
    try give(.visit(2), name: 5, "There", in: scratch)
    let (box, _) = try home.pull(scratch)
    #expect(try home.reader(box).visits().map(\.name?.short) == [nil, "There"])
    #expect(try home.reader(box).trips().map(\.toName?.short) == [nil, nil])
    #expect(try home.reader(box).places().map(\.address?.short) == [nil, nil])
    #expect(try TrackReader(path: home.scratch.path).visits().map(\.name?.short) == ["Here"])
  }

  @Test func aNameGoesWithItsVisit() throws {
    try give(.visit(2), name: 5, "Mill Lane", in: scratch)
    try give(.tripStart(2), name: 5, "Mill Lane", in: scratch)
    let (box, _) = try home.pull(scratch)
    let writer = try scratch.writer()
    writer.apply([.visitWithdrawn(2), .tripWithdrawn(2)])
    try writer.commit()
    try home.pull(scratch)
    #expect(try home.scratch.integer("SELECT count(*) FROM \(box.prefix)label") == 0)
  }
}
