// Uses a page that `focus report --html` wrote as a person would: reads, types, and clicks.
// `.ci/page` appends this script to the page and opens the page in a headless browser. The script adds an element with
// the results, which `.ci/page` reads.
(async () => {
  'use strict';
  const results = [];
  const $ = selector => document.querySelector(selector);
  const $$ = selector => [...document.querySelectorAll(selector)];
  const isVisible = element => element.checkVisibility
    ? element.checkVisibility({ contentVisibilityAuto: false }) : element.offsetParent !== null;

  function expect(actual, expected, what) {
    const [a, e] = [actual, expected].map(value => JSON.stringify(value));
    if (a !== e) throw new Error(`${what}: expected ${e}, got ${a}`);
  }

  async function test(name, body) {
    try {
      await body();
      results.push(`ok   ${name}`);
    } catch (error) {
      results.push(`FAIL ${name}: ${error.message}`);
    }
    type('');
  }

  function type(text) {
    $('#filter').value = text;
    $('#filter').dispatchEvent(new Event('input', { bubbles: true }));
  }

  const openSections = () => $$('main > section').filter(isVisible)
    .map(section => section.querySelector('h2').textContent);
  const openRows = () => $$('.matrix tbody tr').filter(isVisible);
  const cells = $$('.matrix td[class]');

  await test('nothing is loaded', () => {
    expect(performance.getEntriesByType('resource').length, 0, 'loaded');
    expect($$('link, img, script[src], iframe').length, 0, 'elements that load');
  });

  await test('each cell shows its state without color, and to a screen reader', () => {
    const signs = { good: '●', partial: '◐', bad: '○', idle: '–' };
    for (const cell of cells) {
      const link = cell.querySelector('a');
      if (!link.textContent.startsWith(signs[cell.className])) throw new Error(cell.outerHTML);
      if (!/: .* test/.test(link.getAttribute('aria-label'))) throw new Error(cell.outerHTML);
    }
  });

  await test('each cell leads to its behavior', () => {
    for (const link of $$('.matrix td a')) {
      const target = document.getElementById(decodeURIComponent(link.hash.slice(1)));
      if (!target || !target.closest('details')) throw new Error(link.outerHTML);
    }
  });

  if (document.body.dataset.page === 'large') {
    await test('200 features and 5,000 cells are all there, and can be filtered', () => {
      expect($$('.matrix').length, 200, 'features');
      expect(cells.length, 5000, 'cells');
      const start = performance.now();
      type('feature117');
      results.push(`     the filter took ${Math.round(performance.now() - start)} ms`);
      expect(openRows().length, 5, 'rows');
      expect(openSections().at(-1), 'Feature117', 'matrix');
    });
  } else {
    await test('unasserted behaviors come first, with their code, and the matrices last', () => {
      expect($('h1').textContent, 'Behaviors: 15 of 23 asserted (65.2 %)', 'title');
      expect(openSections()[0], 'Unasserted: 5', 'first');
      expect(openSections().slice(-4), ['<b>"Quotes" & \'Co\'</b>', 'Profile', 'Search', 'Überblick 概要'], 'last');
      const items = $$('section:first-of-type details');
      expect(items.every(item => item.open), true, 'open');
      expect(items.some(item => /^case .saveTapped/.test(item.querySelector('pre')?.textContent)),
        true, 'code');
    });

    await test('text is text, whatever is in it', () => {
      expect($$('main b, main i, script').length, 2, 'elements');
      expect(document.title, 'Behaviors: 15 of 23 asserted (65.2 %)', 'title');
      type('</' + 'script><script>document.title');
      expect(openRows().length, 1, 'rows');
    });

    await test('the filter finds features, actions, outcomes, and states, all words in any order', () => {
      type('SEARCH');
      expect(openSections().at(-1), 'Search', 'features');
      type('issaving savet');
      expect(openSections().at(-1), 'Profile', 'features');
      expect(openRows().length, 1, 'rows');
      type('no such thing');
      expect(openSections(), [], 'sections');
      expect($('#shown').textContent, '0 found', 'count');
      type('');
      expect(openRows().length, $$('.matrix tbody tr').length, 'rows');
      expect($('#shown').textContent, '', 'count');
    });

    await test('a click on a cell opens the tests of its behavior', async () => {
      const link = cells.find(cell => cell.className === 'good').querySelector('a');
      const target = document.getElementById(decodeURIComponent(link.hash.slice(1)));
      expect(isVisible(target), false, 'before');
      link.click();
      await new Promise(done => setTimeout(done, 400));
      expect(isVisible(target), true, 'after');
    });
  }

  const output = document.createElement('pre');
  output.id = 'results';
  const failures = results.filter(result => result.startsWith('FAIL')).length;
  const passes = results.filter(result => result.startsWith('ok')).length;
  output.textContent = `\n${results.join('\n')}\n${passes} passed, ${failures} failed\n`;
  document.body.append(output);
})();
