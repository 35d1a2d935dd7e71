import Testing
import TrackCore

@testable import TrackStore

/// The columns of a dump, held against the schema.
@Suite struct DumpSchemaTests {
  @Test func everyColumnOfATableIsDumped() throws {
    let scratch = try Scratch()
    _ = try scratch.writer()
    let database = try Database(path: scratch.path, mode: .readOnly)
    for table in DumpTable.all where table != .name {
      let info = try database.prepare("SELECT name, \"notnull\" OR pk, type FROM pragma_table_info('\(table.name)')")
      var columns: [String] = []
      while try info.step() {
        let name = info.optionalText(0) ?? ""
        columns.append(name)
        let column = try #require(table.columns.first { $0.name == name }, "\(table.name).\(name)")
        // A label without a name waits for it and is not dumped.
        let isOptional = info.int(1) == 0 && !(table == .label && name == "name")
        #expect(column.isOptional == isOptional, "\(table.name).\(name)")
        #expect((column.coding == .text) == (info.optionalText(2) == "TEXT"), "\(table.name).\(name)")
      }
      #expect(columns.count == table.columns.count, "\(table.name)")
    }
  }

  @Test func theTablesOfABoxAreLikeTheDatabasesOwn() throws {
    let (scratch, home) = (try Scratch(), try Home())
    try scratch.writer().commit(checkpoint: [1], position: 0)
    let (box, _) = try home.pull(scratch)
    let all = try home.scratch.dump("sqlite_schema", columns: "sql")
    for table in DumpTable.all where table != .name {
      let own = try home.scratch.integer("SELECT count(*) FROM sqlite_schema WHERE tbl_name = '\(table.name)'")
      let theirs = try home.scratch.integer(
        "SELECT count(*) FROM sqlite_schema WHERE tbl_name = '\(box.prefix)\(table.name)'")
      #expect(own == theirs, "\(table.name)")
    }
    #expect(all.contains { $0.hasPrefix("CREATE INDEX box1_trip_start ON box1_trip (start)") })
  }

  @Test(arguments: [
    ("CREATE TABLE trip (\n  id INTEGER)", "CREATE TABLE b_trip (\n  id INTEGER)"),
    ("CREATE INDEX trip_start ON trip (start, \"end\")", "CREATE INDEX b_trip_start ON b_trip (start, \"end\")"),
  ])
  func aStatementIsMadeThatOfABox(sql: String, prefixed: String) {
    #expect(BoxSchema.prefixed(sql, with: "b_") == prefixed)
  }
}
