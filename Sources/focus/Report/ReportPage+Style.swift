extension ReportPage {
  static let style = #"""
    :root {
      color-scheme: light dark;
      --paper: #fbfaf8; --panel: #ffffff; --ink: #1d1c1a; --soft: #6a665f; --line: #e4e0d9;
      --asserted: #d5ecdc; --asserted-ink: #14512c; --asserted-bar: #3f9a63;
      --read: #faeec4; --read-ink: #674700; --read-bar: #dba520;
      --unasserted: #fadcd8; --unasserted-ink: #8b1f17; --unasserted-bar: #cf5144;
      --focus: #1f5fd0; --shadow: 0 1px 2px #0001, 0 8px 28px #0003;
      --mono: ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --paper: #161513; --panel: #211f1d; --ink: #ebe7e0; --soft: #a09a90; --line: #35322e;
        --asserted: #173a25; --asserted-ink: #a9e2bc; --asserted-bar: #4aa870;
        --read: #3d310e; --read-ink: #f1d58a; --read-bar: #c9992a;
        --unasserted: #4b1f1b; --unasserted-ink: #ffb9b0; --unasserted-bar: #d5604f;
        --focus: #8ab4ff; --shadow: 0 1px 2px #0006, 0 8px 28px #000a;
      }
    }
    * { box-sizing: border-box; }
    [hidden] { display: none !important; }
    html { scroll-padding-top: 5rem; }
    body {
      margin: 0 auto; padding: 2.5rem clamp(1rem, 4vw, 3.5rem) 4rem; max-width: 90rem;
      background: var(--paper); color: var(--ink);
      font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
      font-variant-numeric: tabular-nums;
    }
    h1 { margin: 0; font-size: 1rem; font-weight: 600; color: var(--soft); }
    h2 { margin: 0; font-size: 1.25rem; line-height: 1.3; letter-spacing: -.01em; overflow-wrap: anywhere; }
    .share { margin: .1rem 0 .9rem; color: var(--soft); }
    .share strong {
      display: block; font-size: clamp(2.4rem, 6vw, 3.4rem); line-height: 1.1; font-weight: 650;
      letter-spacing: -.03em; color: var(--ink);
    }
    .mutants { margin: .8rem 0 0; color: var(--soft); }
    .bar { display: flex; gap: 2px; height: 8px; border-radius: 4px; overflow: hidden; background: var(--line); }
    .bar i { flex: 0 1 0; min-width: 2px; }
    .bar .asserted { background: var(--asserted-bar); }
    .bar .read { background: var(--read-bar); }
    .bar .unasserted { background: var(--unasserted-bar); }

    form {
      position: sticky; top: 0; z-index: 3; display: flex; flex-wrap: wrap; gap: .5rem 1rem;
      align-items: center; margin: 1.5rem 0 1rem; padding: .7rem 0; background: var(--paper);
      border-bottom: 1px solid var(--line);
    }
    input[type=search] {
      flex: 1 1 16rem; min-width: 0; padding: .45rem .75rem; font: inherit; color: inherit;
      background: var(--panel); border: 1px solid var(--line); border-radius: 7px;
    }
    input::placeholder { color: var(--soft); opacity: 1; }
    fieldset { display: flex; flex-wrap: wrap; gap: .35rem; margin: 0; padding: 0; border: 0; }
    legend, label input {
      position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%);
      white-space: nowrap;
    }
    label { position: relative; }
    label span {
      display: block; padding: .35rem .7rem; border-radius: 7px; border: 1px solid transparent;
      cursor: pointer; user-select: none;
    }
    label b { display: inline-block; width: 1.15em; font-weight: 400; }
    label small { margin-left: .15rem; opacity: .8; }
    label input:not(:checked) + span {
      background: none; border-color: var(--line); color: var(--soft); text-decoration: line-through;
    }
    output { min-width: 11ch; color: var(--soft); text-align: right; white-space: nowrap; }
    .asserted { background: var(--asserted); color: var(--asserted-ink); }
    .read { background: var(--read); color: var(--read-ink); }
    .unasserted { background: var(--unasserted); color: var(--unasserted-ink); }
    .idle { color: var(--soft); }

    nav {
      display: grid; grid-template-columns: repeat(auto-fill, minmax(16rem, 1fr)); gap: 0 2rem;
      max-height: 19rem; overflow: auto; margin-bottom: 2.5rem;
    }
    nav a {
      display: grid; grid-template-columns: minmax(0, 1fr) 3.5rem 3rem; gap: .6rem; align-items: center;
      padding: .2rem .3rem; border-radius: 5px; color: inherit; text-decoration: none;
    }
    nav a:hover { background: var(--line); }
    nav span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    nav .bar { height: 5px; gap: 1px; }
    nav small { color: var(--soft); text-align: right; }

    section { padding-bottom: 2.6rem; content-visibility: auto; contain-intrinsic-width: none; }
    .counts { margin: .1rem 0 .8rem; color: var(--soft); }
    .scroll { overflow-x: auto; padding: 3px; margin: -3px; }
    table { border-collapse: separate; border-spacing: 2px; font-size: 13px; line-height: 1.3; }
    th { font-weight: 400; font-family: var(--mono); font-size: 12px; text-align: left; }
    thead th { height: 1px; padding: 0 0 .35rem; vertical-align: bottom; }
    thead th span {
      display: block; margin: 0 auto; max-height: 15rem; overflow: hidden; text-overflow: ellipsis;
      white-space: nowrap; writing-mode: vertical-rl; transform: rotate(180deg);
    }
    th i { color: var(--soft); font-style: normal; }
    tbody th, thead td:first-child { position: sticky; left: -3px; z-index: 1; background: var(--paper); }
    tbody th {
      max-width: min(24rem, 45vw); padding: 0 .8rem 0 0; overflow: hidden; text-overflow: ellipsis;
      white-space: nowrap;
    }
    tbody td {
      min-width: 46px; height: 32px; padding: 0 .3rem; border-radius: 4px; text-align: center;
      white-space: nowrap; scroll-margin: 6rem 1rem 1rem 14rem;
    }
    tbody td:empty, td.off { background: color-mix(in srgb, var(--line) 38%, transparent); }
    td.off { color: transparent; }
    td b { margin-right: .3em; font-weight: 400; font-size: 14px; }
    td[data-cell] { cursor: default; }
    td[data-mutant=killed]::after { content: "✓" / ""; margin-left: .35em; }
    td[data-mutant=survived]::after { content: "✗" / ""; margin-left: .35em; font-weight: 700; }
    td[data-mutant=undecided]::after { content: "?" / ""; margin-left: .35em; }
    td[data-mutant=survived] { box-shadow: inset 0 0 0 2px var(--unasserted-bar); }
    td.idle { background: color-mix(in srgb, var(--line) 70%, transparent); }
    tbody tr:hover th { color: var(--focus); }
    td[data-cell]:not(.off):hover { outline: 1.5px solid currentColor; outline-offset: -1.5px; }
    :focus-visible { outline: 2.5px solid var(--focus); outline-offset: 1px; }
    label input:focus-visible + span { outline: 2.5px solid var(--focus); outline-offset: 1px; }

    #tests {
      position: fixed; z-index: 5; max-width: min(40rem, calc(100vw - 2rem)); max-height: 45vh;
      overflow: auto; padding: .75rem .95rem; background: var(--panel); color: var(--ink);
      border: 1px solid var(--line); border-radius: 9px; box-shadow: var(--shadow); font-size: 13px;
    }
    #tests p { margin: 0; }
    #tests .behavior { font: 600 12.5px/1.5 var(--mono); overflow-wrap: anywhere; }
    #tests .sentence { margin: .1rem 0 .5rem; color: var(--soft); }
    #tests ul { margin: 0; padding: 0; list-style: none; }
    #tests li { display: grid; grid-template-columns: 1.4em 1fr; padding: .25rem 0; border-top: 1px solid var(--line); }
    #tests code { font: 12px/1.5 var(--mono); overflow-wrap: anywhere; }
    #tests li small { display: block; grid-column: 2; color: var(--soft); font-size: 12px; overflow-wrap: anywhere; }
    #none { padding: 2rem 0; color: var(--soft); }
    button {
      font: inherit; color: var(--focus); background: none; border: 0; padding: 0; cursor: pointer;
      text-decoration: underline;
    }
    footer { border-top: 1px solid var(--line); color: var(--soft); font-size: 13px; }
    dl { display: flex; flex-wrap: wrap; gap: .4rem 1.6rem; margin: 0; }
    dl div { display: flex; gap: .5rem; }
    dt { width: 1.7em; border-radius: 4px; text-align: center; }
    dd { margin: 0; }

    @media (max-width: 40rem) {
      body { padding-top: 1.5rem; }
      form { position: static; }
      tbody th { max-width: 42vw; }
      tbody td { min-width: 42px; scroll-margin-left: 10rem; }
    }
    @media print {
      :root {
        color-scheme: light;
        --paper: #fff; --panel: #fff; --ink: #000; --soft: #555; --line: #ddd;
        --asserted: #d5ecdc; --asserted-ink: #14512c; --read: #faeec4; --read-ink: #674700;
        --unasserted: #fadcd8; --unasserted-ink: #8b1f17;
      }
      * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
      body { padding: 0; max-width: none; font-size: 10pt; }
      form, #tests { display: none !important; }
      nav { max-height: none; overflow: visible; margin-top: 1.5rem; }
      section { content-visibility: visible; padding-bottom: 1.4rem; }
      h2, .counts { break-after: avoid; }
      tr { break-inside: avoid; }
      thead { display: table-header-group; }
      .scroll { overflow: visible; }
      tbody th, thead td:first-child { position: static; }
      tbody td { height: 22px; min-width: 36px; }
    }
    """#
}
