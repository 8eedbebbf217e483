import BenchmarkVerdicts
import ReportText

/// A page, with the parts that its sections are made of.
protocol PageParts {}

extension PageParts {
  /// A whole document, which loads nothing.
  func document(
    title: String, _ sections: [Markup], theme: PageTheme = .auto, scripts: [Markup] = []
  ) -> Markup {
    Markup(
      .html, [.lang: "en"],
      [
        Markup(
          .head, [:],
          [
            Markup(.meta, [.charset: "utf-8"]),
            // Whatever a result contains, the page never loads anything.
            Markup(
              .meta,
              [
                .httpEquiv: "Content-Security-Policy",
                .content:
                  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'",
              ]),
            Markup(.meta, [.name: "viewport", .content: "width=device-width, initial-scale=1"]),
            Markup(.title, [:], ["\(title)"]),
            Markup(.style, [:], [theme.colors, PageTheme.marks, PageTheme.layout]),
          ]),
        Markup(.body, [:], [Markup(.main, [:], sections)] + scripts),
      ]
    )
  }

  /// A section; empty without parts.
  func section(_ title: String, _ parts: [Markup]) -> Markup {
    parts.isEmpty
      ? Markup([]) : Markup(.section, [:], [Markup(.h2, [:], ["\(title)"])] + parts)
  }

  func folded(_ summary: String, _ parts: [Markup]) -> Markup {
    Markup(.details, [:], [Markup(.summary, [:], ["\(summary)"])] + parts)
  }

  func figure(_ picture: Markup, _ caption: String, key: String = "") -> Markup {
    Markup(
      .figure, [.tabindex: "0", .key: key], [picture, Markup(.figcaption, [:], ["\(caption)"])])
  }

  func notes(_ lines: [String]) -> [Markup] {
    lines.map { Markup(.p, [.class: "quiet"], ["\($0)"]) }
  }

  /// A line on how many of `count` pictures are left out; empty if all are shown.
  func left(_ count: Int, _ noun: String, of most: Int = ReportPage.Most.pictures) -> [Markup] {
    count > most ? notes(["and \(Words.count(count - most, "other \(noun)")), left out"]) : []
  }

  func table(_ table: Table) -> Markup { self.table(table, style: "", drawing: nil) }

  /// A table whose rows are cards on a narrow screen, so that a row needs no scrolling.
  ///
  /// The first column is a card's title, and the last one its verdict, which comes right after the
  /// title. A card has no column heads, so each number has the name of its column beside it.
  func cards(_ table: Table) -> Markup { self.table(table, style: "cards", drawing: nil) }

  /// The rows of a comparison, as cards and with a picture of each interval after the verdict.
  func cards(_ rows: CompareReport.Rows, areDrawn: Bool) -> Markup {
    let marks = IntervalMarks(rows.entries)
    return table(
      rows.table, style: "cards",
      drawing: areDrawn && !marks.isEmpty ? { marks.svg(rows.entries[$0]) } : nil)
  }

  private func table(
    _ table: Table, style: String, drawing: ((Int) -> Markup?)?
  ) -> Markup {
    var head = table.columns.map { column in
      Markup(.th, [.scope: "col", .class: column.isText ? "word" : ""], ["\(column.title)"])
    }
    var names = table.columns.map { $0.isText ? "" : $0.title }
    if style == "cards", let verdict = head.popLast(), let name = names.popLast() {
      head.insert(verdict, at: min(1, head.count))
      names.insert(name, at: min(1, names.count))
      if drawing != nil {
        head.insert(Markup(.th, [.scope: "col"], ["against the threshold"]), at: min(2, head.count))
        names.insert("", at: min(2, names.count))
      }
    }
    // On cards, the style sheet writes these before the cells of a column.
    let labels = names.enumerated().compactMap { index, name in
      style != "cards" || name.isEmpty ? nil : "--c\(index + 1):'\(name) '"
    }
    let rows = table.rows.prefix(ReportPage.Most.rows).enumerated().map { index, row in
      var cells = zip(row, table.columns).map { cell, column in
        let looks = [column.isText ? "word" : "", cell.role?.style ?? ""].filter { !$0.isEmpty }
        return Markup(
          .td,
          [.class: looks.joined(separator: " ")], ["\(cell.text)"])
      }
      if style == "cards", let verdict = cells.popLast() {
        cells.insert(verdict, at: min(1, cells.count))
        if let drawing {
          cells.insert(
            Markup(.td, [.class: "drawn"], [drawing(index) ?? Markup([])]), at: min(2, cells.count))
        }
      }
      return Markup(.tr, [:], cells)
    }
    let rest = table.rows.count - rows.count
    return Markup(
      [
        Markup(
          .div, [.class: "scroll", .tabindex: "0"],
          [
            Markup(
              .table, [.class: style, .style: labels.joined(separator: ";")],
              [Markup(.thead, [:], [Markup(.tr, [:], head)]), Markup(.tbody, [:], rows)])
          ])
      ] + (rest > 0 ? notes(["and \(Words.count(rest, "other row")), left out"]) : []))
  }
}

extension ReportPage: PageParts {
  /// The chart of a scene's frames; the player finds it by the scene's place.
  func timeline(of scene: PageScene) -> Markup {
    let chart = TimelineChart(scene)
    return figure(chart.svg(), chart.title, key: scene.place)
  }
}
