// What a page of 'trend' or 'history' must do, in the page. Writes a line per finding, and 'checked' at the end.
'use strict';
(function () {
  const findings = [];
  const expect = function (condition, text) { if (!condition) findings.push(text); };
  // { steps, stored, names }: how many steps there are, how many of their comparisons, and all benchmarks.
  const tool = window.toolSays;
  const visible = function (part) { return part.getClientRects().length > 0; };

  expect(performance.getEntriesByType('resource').length === 0, 'the page loads something');

  // Every benchmark has a curve, and every step a mark on one.
  const charts = Array.from(
    document.getElementById('filter').closest('section').querySelectorAll('article[data-key]'));
  expect(charts.length === tool.names.length, 'there are ' + charts.length + ' curves');
  // There is a chart for wide screens and one for phones, of which one is shown.
  const shown = function (mark) { return visible(mark.closest('svg')); };
  charts.forEach(function (part) {
    expect(Array.from(part.querySelectorAll('svg')).filter(visible).length === 1,
      'a curve is not shown once');
    const line = part.querySelector('path.stroke-fine').getAttribute('d');
    expect((line.match(/[MHLV]/g) || []).length > 1, 'a curve has fewer than two points');
    Array.from(part.querySelectorAll('svg a path')).filter(shown).forEach(function (mark) {
      const box = mark.getBoundingClientRect();
      const chart = mark.closest('svg').getBoundingClientRect();
      expect(box.left >= chart.left && box.right <= chart.right && box.top >= chart.top,
        'a mark is outside of its chart');
    });
  });
  const marks = Array.from(document.querySelectorAll('svg a')).filter(shown);
  expect(marks.length === tool.steps, 'there are ' + marks.length + ' marks for ' + tool.steps + ' steps');

  // A click on a mark leads to its step, and opens the comparison with its frames; without one stored,
  // the step says how to get it.
  let stored = 0;
  marks.forEach(function (mark) {
    const target = document.querySelector(mark.getAttribute('href'));
    expect(target && target.querySelector('h3'), 'a mark leads nowhere');
    if (!target) return;
    expect(mark.getAttribute('aria-label').length > 0, 'a mark has no name');
    const folded = target.querySelector('details');
    if (!folded) {
      expect(/compare/.test(target.textContent), 'a step does not say how to get its comparison');
      return;
    }
    stored += 1;
    folded.open = false;
    mark.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    expect(folded.open, 'a click does not open the comparison');
    expect(folded.querySelector('table'), 'a comparison has no numbers');
    expect(!tool.framed || folded.querySelector('path.bars'), 'a comparison shows no frames');
    folded.open = false;
    location.hash = mark.getAttribute('href');
    window.dispatchEvent(new HashChangeEvent('hashchange'));
    expect(folded.open, 'a link to a step does not open its comparison');
  });
  expect(stored === tool.stored, stored + ' comparisons are shown, not ' + tool.stored);

  // The filter keeps what shows the word, of curves and of steps.
  const box = document.getElementById('filter');
  const type = function (word) {
    box.value = word;
    box.dispatchEvent(new Event('input'));
  };
  const keyed = Array.from(document.querySelectorAll('article[data-key]'));
  tool.names.forEach(function (name) {
    type(name.toUpperCase());
    keyed.forEach(function (part) {
      expect(visible(part) === part.dataset.key.toLowerCase().includes(name.toLowerCase()),
        part.dataset.key + ' is wrong when ' + name + ' is searched');
    });
  });
  type('no such name');
  expect(!keyed.some(visible), 'the filter shows what does not match');
  type('');
  expect(keyed.every(visible), 'an empty filter hides something');

  const list = document.createElement('pre');
  list.textContent = '\n' + findings.map(function (text) { return 'finding: ' + text + '\n'; }).join('')
    + 'checked ' + marks.length + ' marks\n';
  document.body.append(list);
})();
