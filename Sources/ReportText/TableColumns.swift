/// The columns of a table; each is defined by its title and by the content of its cell in a row.
package struct TableColumns<Row> {
  private var titles: [Table.Column] = []
  private var cells: [(Row) -> Table.Cell] = []

  package init() {}

  /// Adds a column of words; an extra column is left out if there is not enough room.
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
  ///   - rows: The rows.
  ///   - names: The number of leading columns that name a row.
  ///   - absence: For a row without values, the only cell after its names; otherwise nil.
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

/// Something that can be the content of a cell: a text, a text with a role, or nothing.
package protocol TableContent { var cell: Table.Cell { get } }

extension Table.Cell: TableContent { package var cell: Table.Cell { self } }

extension String: TableContent { package var cell: Table.Cell { Table.Cell(self) } }

extension Optional: TableContent where Wrapped: TableContent {
  package var cell: Table.Cell { self?.cell ?? Table.Cell("") }
}
