import BenchmarkModel
import Foundation
import FrameTiming
import SampleStatistics

/// Plays the films of a scenario on all its sides and rates at once, as a display would show them:
/// a frame is held until the next one is shown.
///
/// The page is complete without the player, which appears only if scripts run.
struct Player {
  /// The data that the script reads.
  private struct Content: Encodable {
    let width, height: Double
    let views: [String]
    let films: [[[FilmedView?]]]
    let stages: [Stage]
    let timeline: Timeline
  }

  /// The chart whose bars are the frames of one stage.
  private struct Timeline: Encodable {
    /// The `data-key` of the chart's figure.
    let key: String
    let stage, frames: Int

    /// The left end of the first bar, the right end of the last one, and the picture's width.
    let left, right, width: Double
  }

  /// One side at one rate.
  private struct Stage: Encodable {
    let label: String
    let film: Int

    /// The start of each slot, in milliseconds, and the end of the last slot.
    let vsyncs: [Double]

    let shown: [Int]

    /// The work of each frame in milliseconds.
    let work: [Double]
  }

  private let content: Content
  private let strip: FilmstripChart

  /// A scenario at one rate, with the films of both sides.
  struct Side {
    let film: Film

    /// The baseline's film, or nil if it was not filmed: its times then show the candidate's views.
    let baseline: Film?
    let scene: PageScene

    /// Whether the baseline's times show the candidate's views.
    var borrowsViews: Bool { scene.baseline != nil && baseline == nil }

    fileprivate var films: [Film] { [film] + [baseline].compactMap(\.self) }
  }

  init(_ film: Film, scene worst: PageScene, sides: [Side]) {
    let names = sides.flatMap(\.films).flatMap(\.frames).flatMap { $0 }.map(\.name).uniqued()
    strip = FilmstripChart(film: film, scene: worst)
    var stage: Int?
    var films: [[[FilmedView?]]] = []
    var stages: [Stage] = []
    /// The index of a film; films that show the same are written once.
    func place(of film: Film) -> Int {
      let frames = FilmedView.frames(film, names: names)
      if let known = films.firstIndex(of: frames) { return known }
      films.append(frames)
      return films.count - 1
    }
    for side in sides {
      let scene = side.scene
      let baseline = side.borrowsViews ? "baseline's times, candidate's views" : "baseline"
      let shown = [
        ("candidate", side.film, scene.timeline, scene.candidate),
        (
          baseline, side.baseline ?? side.film, scene.baselineTimeline, scene.baseline ?? []
        ),
      ]
      for (name, film, timeline, work) in shown {
        guard let timeline, let last = timeline.presentSlot.last, work.count <= film.frames.count
        else { continue }
        // The candidate's stage comes first.
        if scene.rate == worst.rate { stage = stage ?? stages.count }
        stages.append(
          Stage(
            label: scene.baseline == nil ? scene.rateText : "\(name), \(scene.rateText)",
            film: place(of: film),
            vsyncs: (0...last + 1).map { Double(timeline.grid.vsync($0)) / 1e6 },
            shown: timeline.presentSlot,
            work: work.map { (Double($0) / 1e3).rounded() / 1e3 }))
      }
    }
    let area = TimelineChart.area
    let timeline = Timeline(
      key: worst.place, stage: stage ?? 0, frames: worst.frameCount,
      left: area.left, right: area.right, width: area.width)
    content = Content(
      width: film.width, height: film.height, views: names,
      films: films, stages: stages,
      timeline: timeline)
  }

  /// The filmstrip and the player, which is hidden until a script shows it.
  func parts() throws -> Markup {
    Markup([
      Markup(
        .figure, [.tabindex: "0"],
        [strip.svg(), Markup(.figcaption, [:], ["\(strip.title)"])]),
      Markup(
        .div, [.class: "player", .hiddenPart: "hidden"],
        [Markup(.script, [.type: "application/json"], [try Markup(json: content)])]),
    ])
  }
}

/// A view of a frame as the script reads it: `[name, width, height, opacity, matrix…, radii…]`;
/// nil if it is the same as in the previous frame.
private struct FilmedView: Encodable, Equatable {
  let numbers: [Double]

  /// The views of each frame of a film; unchanged views are nil.
  static func frames(_ film: Film, names: [String]) -> [[FilmedView?]] {
    var previous: [FilmedView] = []
    return film.frames.map { views in
      let current = views.map { view -> FilmedView in
        let outline = view.outline
        let shown = outline.size + [outline.opacity] + outline.toWindow + view.radii
        return FilmedView(
          numbers: [Double(names.firstIndex(of: view.name) ?? 0)] + shown.map(\.short))
      }
      let changes = current.enumerated().map { index, view in
        index < previous.count && previous[index] == view ? nil : view
      }
      previous = current
      return changes
    }
  }

  func encode(to encoder: any Encoder) throws { try numbers.encode(to: encoder) }
}

extension Double {
  /// Rounded to eight decimals, more than a page can show.
  fileprivate var short: Double {
    let scaled = (self * 1e8).rounded() / 1e8
    // If this overflows, the number has no decimals.
    guard scaled.isFinite else { return self }
    return scaled == 0 ? 0 : scaled
  }
}

extension Player {
  /// The script that shows all players of a page.
  ///
  /// Text is set through `textContent` only, never as HTML.
  static let script = Markup(
    .script, [:],
    [
      Markup(
        literal: """
          'use strict';
          document.querySelectorAll('.player').forEach(function (root) {
            const data = JSON.parse(root.querySelector('script').textContent);
            const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
            const make = function (tag, style, parent, properties) {
              const element = Object.assign(document.createElement(tag), properties);
              if (style) element.className = style;
              parent.appendChild(element);
              return element;
            };
            // Frames hold only what changed; these hold everything.
            const films = data.films.map(function (frames) {
              let last = [];
              return frames.map(function (views) {
                last = views.map(function (view, index) { return view || last[index]; });
                return last;
              });
            });
            // All vsyncs, in order; a slider has them with fewer digits than they are computed
            // with.
            const rounding = 1e-5;
            const vsyncs = data.stages.flatMap(function (stage) { return stage.vsyncs; })
              .sort(function (one, other) { return one - other; })
              .filter(function (time, index, all) { return index === 0 || time > all[index - 1] + rounding; });
            const end = vsyncs[vsyncs.length - 1];
            const last = function (times, time) {
              let index = -1;
              while (index + 1 < times.length && times[index + 1] <= time + rounding) index++;
              return index;
            };
            const scale = Math.min(1, 220 / data.width, 360 / data.height);
            const box = make('div', 'stages', root);
            const stages = data.stages.map(function (stage) {
              const figure = make('figure', 'film', box);
              const screen = make('div', 'stage', figure);
              screen.style.width = data.width * scale + 'px';
              screen.style.height = data.height * scale + 'px';
              const caption = make('figcaption', '', figure);
              return { stage: stage, screen: screen, caption: caption, views: [], frame: -2 };
            });
            const controls = make('div', 'controls', root);
            const button = make('button', '', controls, { type: 'button' });
            const back = make('button', '', controls, { type: 'button', textContent: '◀ frame' });
            const forth = make('button', '', controls, { type: 'button', textContent: 'frame ▶' });
            const range = make('input', '', controls,
              { type: 'range', min: 0, max: end, step: 'any', value: 0 });
            range.setAttribute('aria-label', 'Time of the animation in milliseconds');
            const speed = make('select', '', controls);
            speed.setAttribute('aria-label', 'Speed');
            [['real speed', 1], ['1/4 speed', 0.25], ['1/10 speed', 0.1], ['1/40 speed', 0.025]]
              .forEach(function (entry) {
                make('option', '', speed, { textContent: entry[0], value: entry[1] });
              });
            const output = make('output', '', controls);
            let time = Math.max.apply(null, data.stages.map(function (stage) {
              return stage.vsyncs[stage.shown[0]];
            }));
            let isPlaying = false;
            let before = 0;
            // The chart of the frames follows the film, and moves it.
            const line = data.timeline;
            const chart = Array.from(document.querySelectorAll('figure[data-key]'))
              .find(function (figure) { return figure.dataset.key === line.key; });
            const cursor = chart && document.createElementNS('http://www.w3.org/2000/svg', 'line');
            const mark = function () {
              if (!cursor) return;
              const frame = Math.max(0, stages[line.stage].frame);
              const x = line.left + (frame + 0.5) * (line.right - line.left) / line.frames;
              cursor.setAttribute('x1', x);
              cursor.setAttribute('x2', x);
              cursor.dataset.frame = frame;
            };
            const draw = function () {
              stages.forEach(function (item) {
                const stage = item.stage;
                const current = last(stage.vsyncs, time);
                const frame = last(stage.shown, current);
                const isLast = frame === stage.shown.length - 1;
                const isHeld = frame >= 0 && !isLast && stage.shown[frame] < current;
                item.screen.classList.toggle('held', isHeld);
                item.caption.textContent = stage.label + ': ' + (frame < 0 ? 'nothing shown yet'
                  : 'frame ' + frame + ', ' + stage.work[frame] + ' ms'
                    + (isHeld ? ', held: slot ' + current + ' dropped' : ''));
                if (frame === item.frame) return;
                item.frame = frame;
                const views = frame < 0 ? [] : films[stage.film][frame];
                views.forEach(function (view, index) {
                  const element = item.views[index] || make('div', '', item.screen);
                  item.views[index] = element;
                  const name = data.views[view[0]];
                  element.className = 'view-' + (name === 'from' || name === 'to' ? name : 'other');
                  element.title = name;
                  const matrix = view.slice(4, 20).join(',');
                  element.dataset.matrix = matrix;
                  Object.assign(element.style, {
                    display: 'block', width: view[1] + 'px', height: view[2] + 'px', opacity: view[3],
                    transform: 'scale(' + scale + ') matrix3d(' + matrix + ')',
                    borderRadius: view.slice(20).map(function (radius) { return radius + 'px'; }).join(' '),
                  });
                });
                item.views.slice(views.length).forEach(function (element) {
                  element.style.display = 'none';
                });
              });
              mark();
              range.value = time;
              output.textContent = time.toFixed(1) + ' of ' + end.toFixed(0) + ' ms';
              button.textContent = isPlaying ? 'Pause' : 'Play';
            };
            const step = function (now) {
              if (!isPlaying) return;
              time += (now - before) * Number(speed.value);
              before = now;
              if (time >= end) {
                time = end;
                isPlaying = false;
              }
              draw();
              requestAnimationFrame(step);
            };
            const move = function (count) {
              isPlaying = false;
              const index = last(vsyncs, time);
              // Back from within a slot leads to its start.
              const within = count < 0 && time > vsyncs[index] + rounding ? 1 : 0;
              time = vsyncs[Math.min(vsyncs.length - 1, Math.max(0, index + count + within))];
              draw();
            };
            button.addEventListener('click', function () {
              // Whoever asked for less motion steps through it.
              if (still) { move(time >= end ? -1e9 : 1); return; }
              isPlaying = !isPlaying;
              if (isPlaying && time >= end) time = 0;
              before = performance.now();
              draw();
              if (isPlaying) requestAnimationFrame(step);
            });
            back.addEventListener('click', function () { move(-1); });
            forth.addEventListener('click', function () { move(1); });
            range.addEventListener('input', function () {
              isPlaying = false;
              time = Number(range.value);
              draw();
            });
            range.addEventListener('keydown', function (event) {
              const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
              if (!by) return;
              event.preventDefault();
              move(by);
            });
            // Goes to the moment at which the display shows a frame.
            const show = function (frame) {
              const stage = data.stages[line.stage];
              isPlaying = false;
              time = stage.vsyncs[stage.shown[Math.min(line.frames - 1, Math.max(0, frame))]];
              draw();
            };
            if (chart) {
              const picture = chart.querySelector('svg');
              [['class', 'cursor'], ['y1', 30], ['y2', picture.viewBox.baseVal.height - 40]]
                .forEach(function (pair) { cursor.setAttribute(pair[0], pair[1]); });
              picture.appendChild(cursor);
              chart.classList.add('linked');
              chart.querySelector('figcaption').append(' Click a frame, or press an arrow key here, to move the film.');
              picture.addEventListener('click', function (event) {
                const box = picture.getBoundingClientRect();
                const x = (event.clientX - box.left) * line.width / box.width;
                show(Math.floor((x - line.left) * line.frames / (line.right - line.left)));
              });
              chart.addEventListener('keydown', function (event) {
                const to = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
                const end = { Home: 0, End: line.frames - 1 }[event.key];
                if (to === undefined && end === undefined) return;
                event.preventDefault();
                show(to === undefined ? end : Math.max(0, stages[line.stage].frame) + to);
              });
            }
            root.hidden = false;
            draw();
          });
          """)
    ])
}
