// The filter of the page. It hides the items and the rows of matrices that don't contain all words.
(() => {
  'use strict';
  const filter = document.getElementById('filter');
  const shown = document.getElementById('shown');
  const sections = [...document.querySelectorAll('main > section')].map(element => {
    const entries = [...element.querySelectorAll('.items > li, tbody > tr')].map(entry => {
      const labels = [...entry.querySelectorAll('[title]')].map(link => link.title);
      const text = [element.querySelector('h2').textContent, entry.textContent, ...labels];
      return { element: entry, text: text.join(' ').toLowerCase() };
    });
    return { element, entries };
  });

  function apply() {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const { element, entries } of sections) {
      let found = 0;
      for (const entry of entries) {
        entry.element.hidden = !words.every(word => entry.text.includes(word));
        if (!entry.element.hidden) found += 1;
      }
      element.hidden = found === 0;
      count += found;
    }
    shown.textContent = words.length ? `${count} found` : '';
  }

  filter.addEventListener('input', apply);
  // A browser keeps the text of the filter when it reloads the page.
  apply();
})();
