import Foundation
import TestSupport
import Testing

@Suite("Field tables")
struct FieldTablesTests {
  private let tables: FieldTables
  private let page: URL

  init() throws {
    let results = Checkout.url("results")
    tables = try FieldTables(schema: results.appending(path: "schema.json"))
    page = results.appending(path: "fields.md")
  }

  @Test("The page shows the fields of the schema; 'scripts/field-tables' writes it anew")
  func isCurrent() throws {
    if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
      try tables.page.write(to: page, atomically: true, encoding: .utf8)
    }
    let current = try String(contentsOf: page, encoding: .utf8) == tables.page
    #expect(current, "\(page.path) differs from schema.json; run 'scripts/field-tables'")
  }

  @Test("Every field of the schema is described")
  func descriptions() {
    #expect(tables.undescribed == [])
  }
}
