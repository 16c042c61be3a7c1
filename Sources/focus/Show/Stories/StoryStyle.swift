/// The style of a story's page: the colors are those of the ledger's page.
///
/// A string and not a resource, because tests also create the page, from any directory.
enum StoryStyle {
  /// The attribute that gives something the color of an effect.
  static func color(ofEffect number: Int) -> String { " style=\"--c:var(--e\(number % 6))\"" }

  static let text = """
    :root {
      color-scheme: light dark;
      --paper: #fbfaf8; --panel: #ffffff; --ink: #1d1c1a; --soft: #6a665f; --line: #e4e0d9;
      --good: #14512c; --good-back: #d5ecdc; --bad: #8b1f17; --bad-back: #fadcd8; --bad-bar: #cf5144;
      --warn: #674700; --warn-back: #faeec4; --clock: #e6ecf8; --clock-ink: #2b4a86; --focus: #1f5fd0;
      --e0: #2a6fdb; --e1: #c2620c; --e2: #0c8577; --e3: #8a4fd0; --e4: #c23a7a; --e5: #77761a;
      --mono: ui-monospace, "SF Mono", SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --paper: #161513; --panel: #211f1d; --ink: #ebe7e0; --soft: #a09a90; --line: #35322e;
        --good: #a9e2bc; --good-back: #173a25; --bad: #ffb9b0; --bad-back: #4b1f1b; --bad-bar: #d5604f;
        --warn: #f1d58a; --warn-back: #3d310e; --clock: #1d2740; --clock-ink: #a9c4ff; --focus: #8ab4ff;
        --e0: #6ea5ff; --e1: #f0954a; --e2: #3cc4b3; --e3: #b98bf5; --e4: #f07db0; --e5: #c5c35a;
      }
    }
    * { box-sizing: border-box; }
    html { scroll-padding-top: 4rem; }
    body {
      margin: 0; padding: 2rem clamp(1rem, 3vw, 3rem) 3rem; background: var(--paper); color: var(--ink);
      font: 14px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
    }
    h1 { margin: 0 0 .8rem; font-size: 1.35rem; line-height: 1.3; overflow-wrap: anywhere; }
    h1 span { padding: .1em .55em; border-radius: 1em; font-size: .85rem; vertical-align: .15em; }
    .failed { background: var(--bad-back); color: var(--bad); }
    .passed { background: var(--good-back); color: var(--good); }
    h2 { margin: 1.6rem 0 .5rem; font-size: 1.1rem; }
    pre { margin: .4rem 0 0; font: 12px/1.5 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; }
    small { color: var(--soft); font-size: 12px; }
    .hidden {
      position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%);
      white-space: nowrap;
    }
    .banner {
      display: flex; gap: .7rem; max-width: 70rem; padding: .75rem 1rem; border-radius: 8px;
      background: var(--bad-back); color: var(--bad); font-size: 15px; text-decoration: none;
      border-left: 5px solid var(--bad-bar); overflow-wrap: anywhere;
    }
    .banner pre { margin: .3rem 0 0; }
    .message { max-width: 70rem; margin-top: .7rem; padding: .6rem 1rem; background: var(--panel); border: 1px solid var(--line); border-radius: 8px; }
    .message summary { font-weight: 600; overflow-wrap: anywhere; }
    .scroll { margin-top: 1rem; overflow-x: auto; }
    table { border-collapse: separate; border-spacing: 0; font: 13px/1.4 var(--mono); }
    thead th {
      padding: .35rem .6rem .35rem 1.5rem; font: 600 13px/1.4 system-ui, sans-serif; text-align: left;
      color: var(--soft); border-bottom: 1px solid var(--line);
    }
    thead th:first-child, tbody th { padding-left: 0; }
    .story { table-layout: fixed; }
    .story tbody th { font-weight: 400; text-align: right; vertical-align: top; padding: .3rem .7rem .3rem 0; }
    .story th a { color: var(--soft); text-decoration: none; }
    .story td { position: relative; vertical-align: top; padding: .3rem 1.5rem; overflow-wrap: anywhere; }
    .story td > div { position: relative; z-index: 1; }
    .story small, .diff { display: block; }
    .story tbody tr:hover > * { background-color: color-mix(in srgb, var(--line) 30%, transparent); }

    .action td:nth-child(3) span, .send td:nth-child(3) span { font-weight: 600; }
    .diff span { font-weight: 400 !important; }
    .diff { padding-left: .6rem; font-size: 12px; }
    .diff code { color: var(--soft); font: inherit; }
    .diff del { color: var(--bad); text-decoration: none; }
    .diff ins { color: var(--good); text-decoration: none; font-weight: 600; }
    .diff pre ins { font-weight: 400; }
    del, ins, code, summary, td span { unicode-bidi: isolate; }
    .check { color: var(--good); font-weight: 700; }
    .call td:nth-child(2), .store td:nth-child(2) { color: var(--soft); }

    .lane::before {
      content: ""; position: absolute; left: .55rem; top: 0; bottom: 0; width: 4px; background: var(--c);
    }
    .lane.waits::before {
      background: repeating-linear-gradient(var(--c) 0 4px, transparent 4px 8px); opacity: .8;
    }
    .lane.begins::before { top: .55rem; border-radius: 4px 4px 0 0; }
    .lane.over::before { bottom: auto; height: 1.1rem; border-bottom: 4px solid var(--c); border-radius: 0 0 4px 4px; }
    .lane.begins.over::before { top: .55rem; height: .8rem; }
    .lane strong { color: var(--c); }

    .story td p { display: flex; gap: .5rem; margin: 0 -1.5rem 0 0; }
    .story td p span { min-width: 0; }
    .story i { position: relative; flex: 1 0 1.5rem; margin-top: .62rem; border-top: 1.5px solid var(--soft); }
    .through::after, .lane.sends::after, .to:not(:has(i.in))::after {
      content: ""; position: absolute; top: .92rem; left: 0; right: 0; border-top: 1.5px solid var(--soft);
    }
    .to:not(:has(i.in))::after { right: auto; width: 1.2rem; }
    .lane.to.through::after { width: auto !important; right: 0 !important; }
    .through > div > * { position: relative; width: fit-content; background: var(--paper); }
    .clock .through > div > * { background: var(--clock); }
    .lane.to:not(.through)::after, .lane.sends:not(.through)::after { right: auto; width: .5rem; }
    .to > div::before, i.in::before {
      content: ""; position: absolute; top: .4rem; left: -.5rem; border: 4.5px solid transparent;
      border-left-color: var(--soft); border-right-width: 0;
    }
    .to:has(i.in) > div::before { content: none; }
    .lane.to > div::before { left: -1.25rem; }
    i.in::before { top: -5.2px; left: -2px; border-left-width: 0; border-right: 6px solid var(--soft); }

    tr.clock > * { background: var(--clock); }
    tr.clock td:nth-child(2) { color: var(--clock-ink); font-weight: 600; white-space: nowrap; }
    tr.inFlight .lane > div { padding: .25rem .5rem; border-radius: 5px; background: var(--warn-back); color: var(--warn); }
    tr.inFlight small { color: inherit; }
    tr.failure td { padding: .6rem 1rem; background: var(--bad-back); color: var(--bad); border-left: 5px solid var(--bad-bar); }
    tr.failure p, tr.note p, tr.known p, tr.leftOut p { display: block; margin: 0; font-weight: 600; }
    tr.failure th a { color: var(--bad); font-weight: 700; }
    tr.note td, tr.known td { color: var(--soft); }
    tr.leftOut td, tr.repeated td { color: var(--soft); font-style: italic; }
    tr:target th, tr:target td { outline: 2px solid var(--focus); outline-offset: -2px; }
    :focus-visible { outline: 2.5px solid var(--focus); outline-offset: 1px; }

    .pair { width: min(100%, 84rem); table-layout: fixed; }
    .pair td { width: 50%; padding: .25rem .8rem; vertical-align: top; overflow-wrap: anywhere; border-bottom: 1px solid var(--line); }
    .pair td + td { border-left: 1px solid var(--line); }
    .pair b { color: var(--c, inherit); }
    .pair .different td { background: var(--warn-back); }
    .pair td.none { background: repeating-linear-gradient(135deg, transparent 0 6px, color-mix(in srgb, var(--line) 60%, transparent) 6px 12px); }
    .pair .different td.failure, .pair td.failure { background: var(--bad-back); color: var(--bad); }
    .first {
      float: right; padding: 0 .5em; border-radius: 1em; background: var(--bad-bar); color: #fff;
      font: 600 11px/1.6 system-ui, sans-serif;
    }
    #first-difference td { border-top: 3px solid var(--bad-bar); }
    footer { max-width: 60rem; margin-top: 1.5rem; color: var(--soft); font-size: 13px; }
    @media print {
      :root {
        color-scheme: light; --paper: #fff; --panel: #fff; --ink: #000; --soft: #555; --line: #ddd;
        --good: #14512c; --good-back: #d5ecdc; --bad: #8b1f17; --bad-back: #fadcd8; --bad-bar: #cf5144;
        --warn: #674700; --warn-back: #faeec4; --clock: #e6ecf8; --clock-ink: #2b4a86;
        --e0: #2a6fdb; --e1: #c2620c; --e2: #0c8577; --e3: #8a4fd0; --e4: #c23a7a; --e5: #77761a;
      }
      * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
      body { padding: 0; font-size: 9pt; }
      .scroll { overflow: visible; }
      table { font-size: 8pt; }
      .story { width: 100% !important; }
      .story col { width: auto !important; }
      .story col:first-child { width: 2.5rem !important; }
      .story pre, .story small, .story .diff { font-size: 7pt; }
      @page { size: landscape; }
      tr { break-inside: avoid; }
      thead { display: table-header-group; }
    }
    """
}
