/// The columns of a table, each defined once: its title, and what it shows of a row.
package struct TableColumns<Row> {
  private var titles: [Table.Column] = []
  private var cells: [(Row) -> Table.Cell] = []

  package init() {}

  /// Adds a column of words; one that is extra is left out where there is no room for it.
  package mutating func text<Content: TableContent>(
    _ title: String, isExtra: Bool = false, _ content: @escaping (Row) -> Content
  ) {
    titles.append(.text(title, isExtra: isExtra))
    cells.append { content($0).cell }
  }

  package mutating func number<Content: TableContent>(
    _ title: String, isExtra: Bool = false, _ content: @escaping (Row) -> Content
  ) {
    titles.append(.number(title, isExtra: isExtra))
    cells.append { content($0).cell }
  }

  package var count: Int { titles.count }

  /// The table.
  ///
  /// - Parameters:
  ///   - rows: Each becomes a row.
  ///   - names: How many of the first columns say what a row is about.
  ///   - absence: The only cell after these in a row without values; nil for a row with values.
  /// - Returns: The table.
  package func table(
    _ rows: some Sequence<Row>, names: Int = 1, absence: (Row) -> Table.Cell? = { _ in nil }
  ) -> Table {
    Table(
      titles,
      rows: rows.map { row in
        guard let absence = absence(row) else { return cells.map { $0(row) } }
        return cells.prefix(names).map { $0(row) } + [absence]
      })
  }
}

/// What a cell is made of: a text, a text with a meaning, or nothing.
package protocol TableContent { var cell: Table.Cell { get } }

extension Table.Cell: TableContent { package var cell: Table.Cell { self } }

extension String: TableContent { package var cell: Table.Cell { Table.Cell(self) } }

extension Optional: TableContent where Wrapped: TableContent {
  package var cell: Table.Cell { self?.cell ?? Table.Cell("") }
}
