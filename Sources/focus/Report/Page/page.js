(() => {
  'use strict';
  const data = JSON.parse(document.getElementById('data').textContent);
  const form = document.getElementById('filter');
  const name = document.getElementById('name');
  const shown = document.getElementById('shown');
  const tests = document.getElementById('tests');
  const signs = { asserted: '●', read: '◐', exercised: '○' };
  const results = {
    killed: 'fails without it', survived: 'passes without it', unnoticeable: 'has an equal state without it',
    unwritable: 'could not be judged', notReached: 'could not be judged',
    noOutcome: 'could not be judged', leftOut: 'could not be judged'
  };

  // The cells that the filter and the arrow keys use: grids of rows of cells, in the order of the page.
  const cells = new Map();
  const grids = [...document.querySelectorAll('main section')].map(section => {
    const table = section.querySelector('table');
    const feature = section.querySelector('h2').textContent;
    const heads = [...table.tHead.rows[0].cells].slice(1);
    const outcomes = heads.map(head => head.textContent);
    const grid = {
      section, heads, link: document.querySelector(`nav a[href="#${section.dataset.feature}"]`),
      columns: heads.map(() => true)
    };
    grid.rows = [...table.tBodies[0].rows].map((element, number) => {
      const action = element.cells[0].textContent;
      const row = { element, number, grid };
      row.cells = [...element.querySelectorAll('td[data-cell]')].map(element => {
        const column = element.cellIndex - 1;
        const behavior = `${feature} · ${action} → ${outcomes[column]}`;
        const cell = {
          element, row, column, behavior,
          text: `${behavior} ${element.dataset.mutant ?? ''}`.toLowerCase(),
          state: element.className, isShown: true
        };
        cells.set(element, cell);
        return cell;
      });
      return row;
    });
    return grid;
  });
  const faults = [...document.querySelectorAll('#source > ul > li')]
    .map(element => ({ element, text: element.textContent.toLowerCase() }));
  const counted = [...cells.values()].filter(cell => cell.state !== 'idle').length;

  // MARK: The filter

  function filter() {
    const words = name.value.toLowerCase().split(/\s+/).filter(Boolean);
    const boxes = [...form.elements.state];
    const states = new Set(boxes.filter(box => box.checked).map(box => box.value));
    if (states.size === boxes.length) states.add('idle');
    let count = 0;
    for (const grid of grids) grid.link.hidden = true;
    for (const grid of grids) {
      const columns = grid.columns.map(() => false);
      let hasRow = false;
      for (const row of grid.rows) {
        let hasCell = false;
        for (const cell of row.cells) {
          const isShown = states.has(cell.state) && words.every(word => cell.text.includes(word));
          if (isShown) {
            hasCell = columns[cell.column] = true;
            if (cell.state !== 'idle') count += 1;
          }
          if (isShown !== cell.isShown) {
            cell.isShown = isShown;
            cell.element.classList.toggle('off', !isShown);
            cell.element.ariaHidden = isShown ? null : 'true';
          }
        }
        row.element.hidden = !hasCell;
        hasRow ||= hasCell;
      }
      grid.section.hidden = !hasRow;
      if (!hasRow) continue;
      grid.link.hidden = false;
      columns.forEach((isShown, column) => {
        if (isShown === grid.columns[column]) return;
        grid.columns[column] = isShown;
        grid.heads[column].hidden = !isShown;
        for (const row of grid.rows) row.element.cells[column + 1].hidden = !isShown;
      });
      const all = visible(grid);
      if (!all.some(cell => cell.element.tabIndex === 0)) takeTabStop(all[0]);
    }
    for (const { element, text } of faults) element.hidden = !words.every(word => text.includes(word));
    shown.textContent = count === counted
      ? `${counted} behavior${counted === 1 ? '' : 's'}` : `${count} of ${counted} behaviors`;
    document.getElementById('none').hidden = grids.some(grid => !grid.section.hidden);
    hide();
  }

  function visible(grid) {
    return grid.rows.flatMap(row => row.cells.filter(cell => cell.isShown));
  }

  function takeTabStop(cell) {
    for (const row of cell.row.grid.rows) {
      for (const other of row.cells) {
        if (other.element.tabIndex === 0) other.element.tabIndex = -1;
      }
    }
    cell.element.tabIndex = 0;
  }

  name.addEventListener('input', filter);
  form.addEventListener('change', filter);
  form.addEventListener('submit', event => event.preventDefault());
  form.addEventListener('reset', () => setTimeout(() => { filter(); name.focus(); }));

  // MARK: The tests of a cell

  let current = null;
  let closing = 0;

  function line(tag, text, className) {
    const element = document.createElement(tag);
    element.textContent = text;
    if (className) element.className = className;
    return element;
  }

  function show(cell) {
    clearTimeout(closing);
    if (current === cell && !tests.hidden) return;
    release();
    current = cell;
    const label = cell.element.getAttribute('aria-label');
    const list = document.createElement('ul');
    for (const [index, mark, assertedAt, result] of data.cells[cell.element.dataset.cell]) {
      const [test, location] = data.tests[index];
      const item = document.createElement('li');
      const sign = line('span', signs[mark]);
      sign.setAttribute('aria-label', mark);
      sign.setAttribute('role', 'img');
      const asserted = assertedAt.length ? `, asserted at ${assertedAt.join(', ')}` : '';
      const evidence = results[result] ? `, ${results[result]}` : '';
      item.append(sign, line('code', test), line('small', location + asserted + evidence));
      list.append(item);
    }
    tests.replaceChildren(
      line('p', cell.behavior, 'behavior'),
      line('p', label.slice(label.lastIndexOf(': ') + 2), 'sentence'), list);
    tests.hidden = false;
    tests.scrollTop = 0;
    cell.element.setAttribute('aria-describedby', 'tests');
    place(cell);
  }

  function place(cell) {
    const box = cell.element.getBoundingClientRect();
    const width = tests.offsetWidth, height = tests.offsetHeight;
    const left = Math.min(Math.max(box.left, 16), innerWidth - width - 16);
    const isBelow = box.bottom + 6 + height < innerHeight || box.top < height + 6;
    tests.style.left = `${Math.max(left, 8)}px`;
    tests.style.top = `${isBelow ? Math.min(box.bottom + 6, innerHeight - height - 8) : box.top - 6 - height}px`;
  }

  function release() {
    if (current) current.element.removeAttribute('aria-describedby');
    current = null;
  }

  function hide() {
    clearTimeout(closing);
    release();
    tests.hidden = true;
  }

  // Waits until the pointer can reach the panel. Then shows the focused cell's tests, or hides the panel.
  function leave() {
    clearTimeout(closing);
    closing = setTimeout(() => {
      const focused = cells.get(document.activeElement);
      if (focused && focused.isShown) show(focused); else hide();
    }, 150);
  }

  const cellOf = event => {
    const cell = cells.get(event.target.closest?.('td[data-cell]'));
    return cell && cell.isShown ? cell : null;
  };
  const main = document.querySelector('main');
  main.addEventListener('mouseover', event => {
    const cell = cellOf(event);
    if (cell) show(cell); else if (current) leave();
  });
  main.addEventListener('mouseleave', leave);
  tests.addEventListener('mouseenter', () => clearTimeout(closing));
  tests.addEventListener('mouseleave', leave);
  main.addEventListener('focusin', event => {
    const cell = cellOf(event);
    if (cell) { takeTabStop(cell); show(cell); }
  });
  main.addEventListener('focusout', leave);
  addEventListener('scroll', () => {
    if (current && !tests.hidden) place(current);
  }, { passive: true, capture: true });

  // MARK: The arrow keys

  const nearest = (row, column) => row.cells.filter(cell => cell.isShown)
    .reduce((a, b) => a && Math.abs(a.column - column) <= Math.abs(b.column - column) ? a : b, null);

  function next(cell, key, isAll) {
    const { row, column } = cell;
    const inRow = row.cells.filter(cell => cell.isShown);
    const rows = row.grid.rows.filter(row => row.cells.some(cell => cell.isShown));
    const at = rows.indexOf(row);
    const open = grids.filter(grid => !grid.section.hidden);
    const gridAt = open.indexOf(row.grid);
    switch (key) {
    case 'ArrowLeft': return inRow[inRow.indexOf(cell) - 1];
    case 'ArrowRight': return inRow[inRow.indexOf(cell) + 1];
    case 'ArrowUp': return at > 0 ? nearest(rows[at - 1], column) : null;
    case 'ArrowDown': return at < rows.length - 1 ? nearest(rows[at + 1], column) : null;
    case 'Home': return isAll ? visible(row.grid)[0] : inRow[0];
    case 'End': return isAll ? visible(row.grid).at(-1) : inRow.at(-1);
    case 'PageUp': return gridAt > 0 ? visible(open[gridAt - 1])[0] : null;
    case 'PageDown': return gridAt < open.length - 1 ? visible(open[gridAt + 1])[0] : null;
    default: return undefined;
    }
  }

  addEventListener('keydown', event => {
    if (event.key === 'Escape') { hide(); return; }
    if (event.key === '/' && document.activeElement !== name && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      name.select();
      name.focus();
      return;
    }
    const cell = cellOf(event);
    if (!cell || event.altKey || event.metaKey) return;
    const target = next(cell, event.key, event.ctrlKey);
    if (target === undefined && !event.key.startsWith('Arrow')) return;
    event.preventDefault();
    if (target) target.element.focus();
  });

  // A browser keeps the text of the filter when it reloads the page, so the filter is applied at once.
  filter();
})();
