// What scripts/test-pages asks of a page, in the page. Writes a line per finding, and 'checked' at the end.
'use strict';
(function () {
  const findings = [];
  const expect = function (condition, text) { if (!condition) findings.push(text); };
  // { report, moments, frames, scenario, rate }: what the tool says of the same result as JSON.
  const tool = window.toolSays;
  const results = tool.report.results;
  const candidate = results[results.length - 1].frames;
  const filmed = candidate.find(function (frames) {
    return frames.benchmark === tool.scenario && frames.rateHz === tool.rate;
  });
  const stageName = (results.length > 1 ? 'candidate, ' : '') + tool.rate + ' Hz';
  const expected = { frames: {} };
  candidate.forEach(function (frames) {
    expected.frames[frames.benchmark + ' at ' + frames.rateHz + ' Hz'] = frames.workNs.length;
  });
  expected.moments = tool.frames.map(function (frame, index) {
    return {
      stage: stageName,
      // Just after the vsync that shows the frame.
      milliseconds: filmed.shownSlot[frame] * 1000 / tool.rate + 0.01,
      views: tool.moments[index].views
        .filter(function (view) { return !(view.look && view.look.isAbsent); })
        .map(function (view) { return view.outline.toWindow; }),
    };
  });

  // Nothing is loaded, and nothing that the page forbids was tried.
  expect(performance.getEntriesByType('resource').length === 0, 'the page loads something');

  // Every frame has a mark.
  document.querySelectorAll('path.bars').forEach(function (path) {
    const marks = (path.getAttribute('d').match(/M/g) || []).length;
    expect(marks === Number(path.dataset.count), 'a chart has ' + marks + ' marks, not ' + path.dataset.count);
  });
  const bars = {};
  document.querySelectorAll('svg').forEach(function (svg) {
    const marks = Array.from(svg.querySelectorAll('path.bars'));
    if (!marks.length) return;
    const sum = marks.reduce(function (sum, path) { return sum + Number(path.dataset.count); }, 0);
    bars[svg.getAttribute('aria-label').replace(/^Work of each of [0-9 ]+ frames of (.*? Hz)\b.*$/, '$1')] = sum;
  });
  Object.keys(expected.frames).forEach(function (place) {
    if (!(place in bars)) return;
    expect(bars[place] === expected.frames[place],
      place + ' has ' + bars[place] + ' bars for ' + expected.frames[place] + ' frames');
  });
  // Charts of other scenarios may be left out.
  const drawn = tool.scenario + ' at ' + tool.rate + ' Hz';
  expect(drawn in bars, 'there is no timeline of ' + drawn + ' among: ' + Object.keys(bars).join(', '));

  // The player's matrices are the engine's.
  expected.moments.forEach(function (moment) {
    const player = document.querySelector('.player');
    const range = player.querySelector('input');
    range.value = moment.milliseconds;
    range.dispatchEvent(new Event('input'));
    const stage = Array.from(player.querySelectorAll('figure')).find(function (figure) {
      return figure.textContent.startsWith(moment.stage);
    });
    const views = Array.from(stage.querySelectorAll('.stage > div'))
      .filter(function (view) { return view.style.display !== 'none'; });
    expect(views.length === moment.views.length,
      views.length + ' views at ' + moment.milliseconds + ' ms, not ' + moment.views.length);
    moment.views.forEach(function (matrix, index) {
      const drawn = views[index].dataset.matrix.split(',').map(Number);
      const worst = Math.max.apply(null, matrix.map(function (entry, place) {
        return Math.abs(entry - drawn[place]);
      }));
      expect(drawn.length === 16 && worst <= 1e-6,
        'view ' + index + ' at ' + moment.milliseconds + ' ms differs by ' + worst);
      expect(getComputedStyle(views[index]).transform !== 'none', 'view ' + index + ' is not transformed');
    });
  });

  // What is folded is reached by keyboard, and then looked at, too.
  document.querySelectorAll('details').forEach(function (details) {
    const summary = details.querySelector('summary');
    summary.focus();
    expect(document.activeElement === summary, 'a summary cannot be focused');
    details.open = true;
  });

  // The player works by keyboard.
  document.querySelectorAll('.player').forEach(function (player) {
    const range = player.querySelector('input');
    const before = player.querySelector('output').textContent;
    range.value = 0;
    range.dispatchEvent(new Event('input'));
    const start = player.querySelector('output').textContent;
    range.focus();
    expect(document.activeElement === range, 'the slider cannot be focused');
    range.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', cancelable: true }));
    expect(player.querySelector('output').textContent !== start, 'an arrow key does not move the film');
    expect(before !== '', 'the player says no time');
    player.querySelectorAll('button, select').forEach(function (control) {
      control.focus();
      expect(document.activeElement === control, 'a control cannot be focused');
    });
  });
  // The chart of the frames moves the film, by mouse and by keyboard, and shows where it is.
  let linked = 0;
  document.querySelectorAll('.player').forEach(function (player) {
    const line = JSON.parse(player.querySelector('script').textContent).timeline;
    const chart = Array.from(document.querySelectorAll('figure[data-key]'))
      .find(function (figure) { return figure.dataset.key === line.key; });
    expect(chart, 'a player has no chart of its frames');
    if (!chart) return;
    linked++;
    const picture = chart.querySelector('svg');
    const caption = player.querySelectorAll('.stages figcaption')[line.stage];
    const cursor = chart.querySelector('.cursor');
    const isAt = function (frame, how) {
      expect(caption.textContent.includes(': frame ' + frame + ','), how + ' leads to "' + caption.textContent
        + '", not to frame ' + frame);
      expect(cursor && cursor.dataset.frame === String(frame), how + ' does not move the cursor');
    };
    const box = picture.getBoundingClientRect();
    const third = Math.floor(line.frames / 3);
    const x = line.left + (third + 0.5) * (line.right - line.left) / line.frames;
    picture.dispatchEvent(new MouseEvent('click', {
      bubbles: true, clientX: box.left + x * box.width / line.width, clientY: box.top + box.height / 2,
    }));
    isAt(third, 'a click');
    const press = function (key) {
      chart.dispatchEvent(new KeyboardEvent('keydown', { key: key, cancelable: true }));
    };
    chart.focus();
    expect(document.activeElement === chart, 'the chart of the frames cannot be focused');
    press('ArrowRight');
    isAt(third + 1, 'an arrow key');
    press('ArrowLeft');
    press('ArrowLeft');
    isAt(third - 1, 'an arrow key back');
    press('End');
    isAt(line.frames - 1, 'the end key');
    press('Home');
    isAt(0, 'the home key');
    press('ArrowLeft');
    isAt(0, 'an arrow key at the start');
  });
  expect(linked > 0, 'no chart moves a film');

  // Texts stay in their boxes.
  const width = document.documentElement.clientWidth;
  expect(document.documentElement.scrollWidth <= width + 1,
    'the page is ' + document.documentElement.scrollWidth + ' wide in a window of ' + width);
  document.querySelectorAll('.scroll').forEach(function (part) {
    expect(!part.querySelector('table.cards') || part.scrollWidth <= part.clientWidth + 1,
      'rows of ' + part.scrollWidth + ' are shown ' + part.clientWidth + ' wide');
  });
  document.querySelectorAll('figure > svg').forEach(function (svg) {
    const box = svg.getBoundingClientRect();
    svg.querySelectorAll('text').forEach(function (text) {
      const own = text.getBoundingClientRect();
      expect(own.left >= box.left - 1 && own.right <= box.right + 1 && own.top >= box.top - 1
        && own.bottom <= box.bottom + 1, '"' + text.textContent + '" leaves its chart');
    });
  });

  // Texts can be read.
  const parts = function (color) {
    const numbers = color.match(/[0-9.]+/g).map(Number);
    return { rgb: numbers.slice(0, 3), opacity: numbers.length > 3 ? numbers[3] : 1 };
  };
  const luminance = function (rgb) {
    const linear = rgb.map(function (value) {
      const share = value / 255;
      return share <= 0.03928 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
    });
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  };
  const paper = function (element) {
    for (let parent = element; parent; parent = parent.parentElement) {
      const back = parts(getComputedStyle(parent).backgroundColor);
      if (back.opacity === 1) return back.rgb;
    }
    return [255, 255, 255];
  };
  const seen = new Set();
  document.querySelectorAll('body *').forEach(function (element) {
    const hasText = Array.from(element.childNodes).some(function (node) {
      return node.nodeType === 3 && node.textContent.trim();
    });
    if (!hasText || element.tagName === 'SCRIPT') return;
    const style = getComputedStyle(element);
    const ink = element instanceof SVGElement ? style.fill : style.color;
    const back = paper(element);
    if (seen.has(ink + back)) return;
    seen.add(ink + back);
    const light = [luminance(parts(ink).rgb), luminance(back)];
    const contrast = (Math.max(light[0], light[1]) + 0.05) / (Math.min(light[0], light[1]) + 0.05);
    expect(contrast >= 4.5, '"' + element.textContent.trim().slice(0, 30) + '" has a contrast of ' + contrast.toFixed(2));
  });

  const report = document.createElement('pre');
  report.id = 'findings';
  report.textContent = findings.map(function (text) { return '\nfinding: ' + text; }).join('')
    + '\nchecked ' + seen.size + ' colors of texts in a window of ' + width + '\n';
  document.body.appendChild(report);
})();
