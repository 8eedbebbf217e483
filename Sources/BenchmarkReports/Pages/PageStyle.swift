/// The color theme of pages and pictures.
///
/// Marks have the colors of Okabe and Ito, which color-blind people can tell apart; texts have a
/// contrast of at least 4.5 to the background.
package enum PageTheme: String, CaseIterable, Sendable {
  /// The setting of the reader's system.
  case auto
  case light, dark

  var colors: Markup {
    switch self {
    case .auto:
      Markup([
        Markup(literal: ":root{color-scheme:light dark;"), Self.lightColors,
        Markup(literal: "}\n@media(prefers-color-scheme:dark){:root{"), Self.darkColors,
        Markup(literal: "}}"),
      ])
    case .light:
      Markup([
        Markup(literal: ":root,svg{color-scheme:light;"), Self.lightColors, Markup(literal: "}"),
      ])
    case .dark:
      Markup([
        Markup(literal: ":root,svg{color-scheme:dark;"), Self.darkColors, Markup(literal: "}"),
      ])
    }
  }

  private static let lightColors = Markup(
    literal: """
      --paper:#fff;--ink:#1b1b1b;--quiet:#565656;--line:#d4d4d4;--fine:#0072b2;--base:#6a6a6a;\
      --late:#d55e00;--delayed:#e69f00;--dropped:#a8005c;--worse:#fbe3d0;--better:#d5efe6;\
      --bad:#a33b00;--good:#006448;--doubt:#7a5200;--panel:#f6f6f4
      """)

  private static let darkColors = Markup(
    literal: """
      --paper:#15181b;--ink:#ececec;--quiet:#b0b4b8;--line:#3a3f44;--fine:#56b4e9;--base:#a5aab0;\
      --late:#ff8a47;--delayed:#e69f00;--dropped:#ff8fc7;--worse:#4a2a16;--better:#113d31;\
      --bad:#ffa06b;--good:#56d3a6;--doubt:#f0c060;--panel:#1e2226
      """)

  static let marks = Markup(
    literal: """

      svg{font:12px system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
      .note{fill:var(--quiet)}
      .middle{text-anchor:middle}.end{text-anchor:end}
      .bars-fine{stroke:var(--fine)}.bars-late{stroke:var(--late)}.bars-delayed{stroke:var(--delayed)}
      .warm{stroke:var(--paper);stroke-opacity:.75}.fill-warm{fill:var(--paper);stroke:var(--fine)}
      .name{fill:var(--ink);font-weight:600}
      .grid{stroke:var(--line);fill:none}
      .axis{stroke:var(--quiet);fill:none}
      .budget{stroke:var(--ink);stroke-width:1.5;stroke-dasharray:6 3}
      .other-budget{stroke:var(--quiet);stroke-width:1;stroke-dasharray:2 3}
      .budget-name{fill:var(--ink);paint-order:stroke;stroke:var(--paper);stroke-width:3px}
      .interval{stroke:var(--ink);stroke-width:2}
      .fill-fine{fill:var(--fine)}.fill-late{fill:var(--late)}.fill-delayed{fill:var(--delayed)}
      .fill-base{fill:var(--base)}.fill-worse{fill:var(--worse);stroke:var(--late)}
      .fill-better{fill:var(--better);stroke:var(--good)}
      .shade-worse{fill:var(--worse)}.shade-better{fill:var(--better)}
      .stroke-fine{stroke:var(--fine);stroke-width:2;fill:none}
      .stroke-base{stroke:var(--base);stroke-width:2.5;fill:none}
      .stroke-late{stroke:var(--late);stroke-width:2;fill:none}
      .stroke-delayed{stroke:var(--delayed);stroke-width:2;fill:none}
      .stroke-better{stroke:var(--good);stroke-width:2;fill:none}
      .stroke-dropped{stroke:var(--dropped);stroke-width:2;fill:none}
      .bar-late{stroke:var(--late);stroke-width:4}.bar-better{stroke:var(--good);stroke-width:4}
      .bar-doubt{stroke:var(--delayed);stroke-width:4}.bar-base{stroke:var(--base);stroke-width:4}
      .fill-doubt{fill:var(--delayed)}
      .shade-limit{fill:var(--line)}
      .step-worse{fill:var(--bad);font-weight:600}.step-better{fill:var(--good);font-weight:600}
      .band{fill:var(--fine);fill-opacity:.16}
      .dashes{stroke:var(--ink);stroke-width:1.6}
      .dashed{stroke-dasharray:5 3}
      .screen-back{fill:var(--line)}
      .screen-edge{fill:none;stroke:var(--quiet);stroke-width:1}
      .edge-late{stroke:var(--late);stroke-width:3}.edge-delayed{stroke:var(--delayed);stroke-width:2}
      .view{stroke:var(--ink);stroke-width:.7}
      .view-from{fill:#56b4e9;background:#56b4e9}.view-to{fill:#e69f00;background:#e69f00}
      .view-other{fill:#8888;fill-opacity:.25;background:#8882}
      .hollow{fill:var(--paper)}
      .paper{fill:var(--paper)}
      """)

  static let layout = Markup(
    literal: """

      *{box-sizing:border-box}
      body{margin:0;background:var(--paper);color:var(--ink);\
      font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
      main{max-width:1320px;margin:0 auto;padding:24px 20px 64px}
      h1{font-size:1.5rem;line-height:1.3;margin:.2em 0 .4em}
      h2{font-size:1.15rem;margin:2em 0 .6em;padding-top:.6em;border-top:1px solid var(--line)}
      h3{font-size:1rem;margin:1.4em 0 .3em;overflow-wrap:anywhere}
      h4{font-size:1rem;font-weight:600;margin:1em 0 .3em}
      p{margin:.3em 0 .7em;max-width:75ch;overflow-wrap:anywhere}
      .quiet,figcaption{color:var(--quiet);font-size:.875rem}p.quiet{max-width:none}
      .bad{color:var(--bad)}.good{color:var(--good)}.doubtful{color:var(--doubt)}
      .mark{display:inline-block;min-width:1.2em}
      article{border-left:4px solid var(--line);padding:0 0 .4em 16px;margin:1.2em 0}
      article.bad{border-color:var(--late);color:inherit}
      figure{margin:.6em 0 1.2em;overflow-x:auto}
      figure svg{display:block;width:100%;min-width:560px;max-width:900px;height:auto}
      figure.film svg,figure.course svg{min-width:0}
      figure.course svg.narrow{display:none}
      svg.interval-mark{display:block;min-width:0}
      .scroll{overflow:auto;max-height:90vh;margin:.4em 0 1.2em}
      thead th{position:sticky;top:0;background:var(--paper);box-shadow:inset 0 -1px var(--line)}
      table{border-collapse:collapse;font-size:.875rem;font-variant-numeric:tabular-nums}
      th,td{text-align:right;padding:.25em .8em .25em 0;border-bottom:1px solid var(--line);\
      vertical-align:top;white-space:nowrap}
      table{width:max-content;max-width:100%}td.word{white-space:normal;max-width:42em}
      th:first-child,td:first-child,td.word,th.word{text-align:left}
      th{font-weight:600;color:var(--quiet)}
      details{margin:.6em 0}
      summary{cursor:pointer;padding:.3em 0}
      :focus-visible{outline:3px solid var(--fine);outline-offset:2px}
      code{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:.875em}
      ul{padding-left:1.2em}
      .player{background:var(--panel);padding:12px;border-radius:6px;margin:.8em 0}
      .player[hidden]{display:none}
      .stages{display:flex;flex-wrap:wrap;gap:12px}
      .stages figure{margin:0;flex:0 1 auto;overflow:hidden}
      .stages figcaption{max-width:240px}
      .stage{position:relative;overflow:hidden;background:var(--line);border:1px solid var(--quiet)}
      .stage div{position:absolute;left:0;top:0;transform-origin:0 0;border:1px solid #0006;\
      backface-visibility:visible}
      .stage.held{outline:3px solid var(--dropped);outline-offset:1px}
      .linked svg{cursor:pointer}.cursor{stroke:var(--ink);stroke-width:1.5;pointer-events:none}
      .controls{display:flex;flex-wrap:wrap;gap:8px 14px;align-items:center;margin-top:10px}
      .controls input[type=range]{flex:1 1 220px;min-width:120px}
      button,select{font:inherit;color:var(--ink);background:var(--paper);\
      border:1px solid var(--quiet);border-radius:4px;padding:.2em .8em;min-height:32px}
      output{font-variant-numeric:tabular-nums;font-size:.875rem;min-width:15em}
      @media(min-width:1100px){.pair{display:grid;grid-template-columns:3fr 2fr;gap:20px}\
      .pair figure svg{min-width:0}}
      @media(max-width:640px){figure.course svg.wide{display:none}\
      figure.course svg.narrow{display:block}}
      @media(max-width:1300px){\
      .scroll:has(table.cards){overflow:visible;max-height:none}table.cards{width:100%}table.cards thead{display:none}\
      table.cards tr{display:flex;flex-wrap:wrap;gap:.1em 1em;padding:.5em 0;\
      border-bottom:1px solid var(--line)}\
      table.cards td{display:block;border:0;padding:0;text-align:left}\
      table.cards td:empty{display:none}\
      table.cards td:first-child{flex:1 1 100%;max-width:none;font-weight:600;\
      overflow-wrap:anywhere}\
      table.cards td:nth-child(2){flex:0 0 auto;font-weight:600;max-width:none}\
      table.cards td.drawn{flex:0 0 auto}\
      table.cards td:nth-child(3)::before{content:var(--c3,"")}\
      table.cards td:nth-child(4)::before{content:var(--c4,"")}\
      table.cards td:nth-child(5)::before{content:var(--c5,"")}\
      table.cards td:nth-child(6)::before{content:var(--c6,"")}\
      table.cards td:nth-child(7)::before{content:var(--c7,"")}\
      table.cards td:nth-child(8)::before{content:var(--c8,"")}\
      table.cards td:nth-child(9)::before{content:var(--c9,"")}\
      table.cards td:nth-child(10)::before{content:var(--c10,"")}\
      table.cards td:nth-child(11)::before{content:var(--c11,"")}\
      table.cards td:nth-child(12)::before{content:var(--c12,"")}\
      table.cards td::before{color:var(--quiet);font-weight:400}}
      @media(max-width:480px){main{padding:16px 12px 48px}article{padding-left:10px}}
      @media print{body{font-size:11pt}main{max-width:none;padding:0}.player{display:none}\
      .scroll{overflow:visible;max-height:none}article,figure,tr{break-inside:avoid}details::details-content{content-visibility:visible;\
      display:block;height:auto}figure{overflow:visible}figure svg{min-width:0}}
      """)
}

extension Markup {
  /// The picture to be stored as a file: with its colors, a background, and its title as text.
  func standalone(_ theme: PageTheme) -> Markup {
    adding([
      Markup(.style, [:], [theme.colors, PageTheme.marks]),
      Markup(.rect, [.class: "paper", .width: "100%", .height: "100%"]),
    ])
  }
}
