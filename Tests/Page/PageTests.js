// Uses a page that `focus report --html` wrote as a person would: types, clicks, and presses keys.
// `.ci/page` appends this script to the page and opens the page in a headless browser. The script adds an element with
// the results, which `.ci/page` reads.
(async () => {
  'use strict';
  const results = [];
  // The line is in the package that `.ci/page` writes.
  const handled = '; handled at Sources/App/Profile.swift:4';
  const $ = selector => document.querySelector(selector);
  const $$ = selector => [...document.querySelectorAll(selector)];
  const isVisible = element => element.checkVisibility
    ? element.checkVisibility({ contentVisibilityAuto: false }) : element.offsetParent !== null;
  const pause = () => new Promise(done => setTimeout(done, 400));

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
    reset();
  }

  function reset() {
    type('');
    for (const box of $$('[name=state]')) if (!box.checked) box.click();
    document.activeElement.blur();
    press('Escape', document.body);
  }

  function type(text) {
    $('#name').value = text;
    $('#name').dispatchEvent(new Event('input', { bubbles: true }));
  }

  function press(key, target = document.activeElement, options = {}) {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...options });
    target.dispatchEvent(event);
    return event.defaultPrevented;
  }

  // A window that is not active, such as one that has just opened, sends no focus events.
  function focus(element) {
    element.focus();
    if (!document.hasFocus()) element.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  }

  const shown = () => $('#shown').textContent;
  const openSections = () => $$('main section').filter(isVisible)
    .map(section => section.querySelector('h2').textContent);
  const openCells = () => $$('td[data-cell]:not(.off)').filter(isVisible);
  const cell = (feature, label) => $$('main section')
    .find(section => section.querySelector('h2').textContent === feature)
    .querySelector(`td[aria-label^="${label}"]`);
  const focusedLabel = () => document.activeElement.getAttribute('aria-label')?.split(':')[0];
  const total = $$('td[data-cell]').length - $$('td.idle').length;

  await test('nothing is loaded, and no error is thrown', () => {
    expect(performance.getEntriesByType('resource').length, 0, 'loaded');
    expect($$('link, img, script[src], iframe').length, 0, 'elements that load');
  });

  await test('the counts of the head are those of the cells', () => {
    for (const state of ['asserted', 'read', 'unasserted']) {
      const count = $$(`td.${state}`).length;
      expect(Number($(`label .${state} small`).textContent), count, state);
    }
    const part = $$('td.asserted').length;
    expect($('.share').textContent.includes(`asserted, ${part} of ${total}`), true, 'share');
  });

  await test('every cell says its state without color, and to a screen reader', () => {
    const signs = { asserted: '●', read: '◐', unasserted: '○', idle: '–' };
    for (const element of $$('td[data-cell]')) {
      const sign = element.querySelector('b').textContent;
      if (sign !== signs[element.className]) throw new Error(element.outerHTML);
      if (!/: .* test/.test(element.getAttribute('aria-label'))) throw new Error(element.outerHTML);
    }
    for (const table of $$('table')) {
      expect(table.getAttribute('role'), 'grid', 'role');
      expect(!!document.getElementById(table.getAttribute('aria-labelledby')), true, 'name');
      expect([...table.tHead.rows[0].cells].slice(1).every(head => head.scope === 'col'), true, 'columns');
      expect([...table.tBodies[0].rows].every(row => row.cells[0].scope === 'row'), true, 'rows');
    }
  });

  await test('each grid has one tab stop', () => {
    for (const table of $$('table')) {
      expect(table.querySelectorAll('td[tabindex="0"]').length, 1, 'tab stops');
    }
  });

  if (document.body.dataset.page === 'large') {
    await test('200 features and 5,000 cells are all there, and can be filtered', () => {
      expect($$('main section').length, 200, 'features');
      expect(total, 5000, 'cells');
      const start = performance.now();
      type('feature117 ');
      expect(openSections(), ['Feature117'], 'features');
      expect(shown(), '25 of 5000 behaviors', 'count');
      $('[value=asserted]').click();
      type('');
      expect(shown(), `${total - $$('td.asserted').length} of 5000 behaviors`, 'count');
      results.push(`     three filters took ${Math.round(performance.now() - start)} ms`);
    });
    await test('what is far below is not laid out', () => {
      const far = $$('main section').at(-1);
      expect(getComputedStyle(far).contentVisibility, 'auto', 'content-visibility');
      focus(far.querySelector('td[tabindex="0"]'));
      expect($('#tests').hidden, false, 'panel');
    });
  } else {
    await test('text is text, whatever is in it', () => {
      expect($('main h2').textContent, '<b>"Quotes" & \'Co\'</b>', 'feature');
      expect($$('main b b, main h2 b, script').length, 3, 'elements');
      expect(document.title, '65.2 % of the behaviors are asserted', 'title');
      const hostile = cell('<b>"Quotes" & \'Co\'</b>', 'a<b, x');
      focus(hostile);
      expect($('#tests .behavior').textContent,
        '<b>"Quotes" & \'Co\'</b> · .a<b → x<\/script><script>document.title="broken"<\/script>', 'panel');
      expect($('#tests code').textContent, 'AppTests.EscapeTests/`<i>`()', 'test');
    });

    await test('the filter finds features, actions and outcomes, all words in any order', () => {
      expect(shown(), '23 behaviors', 'before');
      type('SEARCH');
      expect(openSections(), ['Search'], 'features');
      expect(shown(), '4 of 23 behaviors', 'count');
      type('issaving savet');
      expect(openSections(), ['Profile'], 'features');
      expect(openCells().map(cell => cell.getAttribute('aria-label')),
        ['saveTapped, isSaving: asserted by 2 of 3 tests' + handled], 'cells');
      expect($$('main section:not([hidden]) tbody tr').filter(isVisible).length, 1, 'rows');
      expect($$('main section:not([hidden]) thead th').filter(isVisible).length, 1, 'columns');
      expect($$('nav a').filter(isVisible).length, 1, 'entries of the index');
      type('sends .saved');
      expect(shown(), '1 of 23 behaviors', 'count');
    });

    await test('what the filter hides comes back', () => {
      const before = $('main').innerHTML.replace(/ class=""/g, '');
      type('search');
      $('[value=read]').click();
      reset();
      const restored = $('main').innerHTML.replace(/ class=""/g, '');
      expect(restored.length, before.length, 'markup');
      expect(shown(), '23 behaviors', 'count');
      expect(openCells().length, 24, 'cells');
    });

    await test('states can be switched off', () => {
      $('[value=asserted]').click();
      expect(shown(), '8 of 23 behaviors', 'count');
      expect(openCells().every(cell => !cell.classList.contains('asserted')), true, 'cells');
      $('[value=read]').click();
      expect(shown(), '5 of 23 behaviors', 'count');
      expect(openSections(), ['<b>"Quotes" & \'Co\'</b>', 'Profile'], 'features');
    });

    await test('a filter that matches nothing says so, and can be undone', async () => {
      type('no such thing');
      expect(shown(), '0 of 23 behaviors', 'count');
      expect($('#none').hidden, false, 'message');
      $('#none button').click();
      await pause();
      expect($('#name').value, '', 'text');
      expect($('#none').hidden, true, 'message');
      expect(shown(), '23 behaviors', 'count');
    });

    await test('focus shows the tests of a cell with their lines', () => {
      const saving = cell('Profile', 'saveTapped, isSaving');
      focus(saving);
      expect($('#tests').hidden, false, 'panel');
      expect(saving.getAttribute('aria-describedby'), 'tests', 'described by');
      expect($('#tests .behavior').textContent, 'Profile · .saveTapped → isSaving', 'behavior');
      expect($('#tests .sentence').textContent, 'asserted by 2 of 3 tests' + handled, 'sentence');
      expect($$('#tests li').map(item => [...item.children].map(part => part.textContent)), [
        ['●', 'AppTests.ProfileTests/saving()',
          'AppTests/ProfileTests.swift:12, asserted at AppTests/ProfileTests.swift:14'],
        ['●', 'AppTests.ProfileTests/savingTwice()',
          'AppTests/ProfileTests.swift:40, asserted at AppTests/Helpers.swift:44'],
        ['○', 'AppTests.ProfileTests/savingFails()', 'AppTests/ProfileTests.swift:25'],
      ], 'tests');
      const box = $('#tests').getBoundingClientRect();
      expect(box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight,
        true, 'inside of the window');
    });

    await test('hovering shows the tests, and leaving falls back to the focused cell', async () => {
      const over = (element, type = 'mouseover') =>
        element.dispatchEvent(new MouseEvent(type, { bubbles: type === 'mouseover' }));
      over(cell('Search', 'found'));
      expect($('#tests .behavior').textContent, 'Search · .found → results[]', 'hovered');
      over($('main h2'));
      await pause();
      expect($('#tests').hidden, true, 'hidden');
      focus(cell('Profile', 'failed, alert'));
      over(cell('Search', 'found').querySelector('b'));
      expect($('#tests .behavior').textContent, 'Search · .found → results[]', 'hovered');
      over($('main'), 'mouseleave');
      await pause();
      expect($('#tests .behavior').textContent, 'Profile · .failed → alert', 'focused');
      over($('#tests'), 'mouseleave');
      over($('#tests'), 'mouseenter');
      await pause();
      expect($('#tests').hidden, false, 'in the panel');
    });

    await test('Escape hides the tests', () => {
      const alert = cell('Profile', 'failed, alert');
      focus(alert);
      press('Escape');
      expect($('#tests').hidden, true, 'panel');
      expect(alert.hasAttribute('aria-describedby'), false, 'described by');
    });

    await test('arrow keys move between cells', () => {
      focus(cell('Profile', 'saveTapped, isSaving'));
      const path = ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'End', 'Home', 'Home'].map(key => {
        expect(press(key), true, `${key} is handled`);
        return focusedLabel();
      });
      expect(path, [
        'saveTapped, sends .failed', 'saved, lastSaved', 'saved, isSaving', 'saveTapped, isSaving',
        'saveTapped, cancels validation', 'saveTapped, isSaving', 'saveTapped, isSaving',
      ], 'path');
      press('End', document.activeElement, { ctrlKey: true });
      expect(focusedLabel(), 'saved, dismisses', 'the last');
      press('ArrowRight');
      press('ArrowDown');
      expect(focusedLabel(), 'saved, dismisses', 'the end is the end');
      press('Home', document.activeElement, { ctrlKey: true });
      expect(focusedLabel(), 'ageChanged, age', 'the first');
      press('PageDown');
      expect(focusedLabel(), 'found, results[]', 'the next feature');
      press('PageUp');
      expect(focusedLabel(), 'ageChanged, age', 'the one before');
      expect(press('Tab'), false, 'Tab is the browser\'s');
      expect($$('table')[1].querySelectorAll('td[tabindex="0"]').length, 1, 'tab stops');
    });

    await test('arrow keys pass over what the filter hides', () => {
      $('[value=asserted]').click();
      const stop = $$('main section')[1].querySelector('td[tabindex="0"]');
      expect(stop.classList.contains('off'), false, 'the tab stop is a cell that shows');
      focus(cell('Profile', 'loaded, rows[].title'));
      press('ArrowDown');
      expect(focusedLabel(), 'onAppear, starts effect', 'down');
      press('PageDown');
      expect(focusedLabel(), 'onAppear, zähler', 'the next feature with cells');
    });

    await test('a slash starts the filter', () => {
      focus(cell('Profile', 'failed, alert'));
      expect(press('/'), true, 'handled');
      expect(document.activeElement.id, 'name', 'focus');
      expect(press('/'), false, 'typed there');
    });
  }

  const output = document.createElement('pre');
  output.id = 'results';
  const failures = results.filter(result => result.startsWith('FAIL')).length;
  const passes = results.filter(result => result.startsWith('ok')).length;
  output.textContent = `\n${results.join('\n')}\n${passes} passed, ${failures} failed\n`;
  document.body.append(output);
})();
