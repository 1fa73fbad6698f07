/// The style sheet of the HTML page.
enum HTMLStyle {
  /// Colours are named once for light and once for dark; each pair of text and ground has a
  /// contrast of 4.5 or more.
  static let text = """
    :root { --ground: #ffffff; --card: #f5f6f8; --line: #d5d9e0; --text: #1b1f24; --soft: #57606a;
      --fail: #b42318; --warn: #8a5300; --ok: #1a7f37; --missing: #c9a227; --blocked: #8c6bb1; --none: #b4bcc6; }
    @media (prefers-color-scheme: dark) {
      :root { --ground: #14171b; --card: #1f242b; --line: #39414c; --text: #e6e9ee; --soft: #a0a9b5;
        --fail: #ff8a80; --warn: #f0b74a; --ok: #57c470; --missing: #d9b84a; --blocked: #a98fd0; --none: #59626e; }
    }
    * { box-sizing: border-box; }
    body { margin: 0; background: var(--ground); color: var(--text);
      font: 16px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
    main { max-width: 68rem; margin: 0 auto; padding: 1rem; }
    code { font: 0.9em/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
    h1 { font-size: 1.25rem; margin: 0.25rem 0; overflow-wrap: anywhere; }
    h2 { font-size: 1.1rem; margin: 2rem 0 0.5rem; }
    h3 { font-size: 1rem; margin: 0 0 0.25rem; overflow-wrap: anywhere; }
    p { margin: 0.25rem 0; overflow-wrap: anywhere; }
    .verdict { border-left: 0.5rem solid var(--ok); background: var(--card); padding: 0.75rem 1rem; }
    .verdict .word { font-size: 1.6rem; font-weight: 700; margin: 0; color: var(--ok); }
    .verdict.failed, .verdict.incomplete { border-color: var(--fail); }
    .verdict.failed .word, .verdict.incomplete .word { color: var(--fail); }
    .totals { display: grid; grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr)); gap: 0.5rem; margin: 1rem 0; }
    .totals div { background: var(--card); padding: 0.5rem 0.75rem; }
    dt { color: var(--soft); font-size: 0.85rem; }
    dd { margin: 0; font-size: 1.15rem; font-weight: 600; font-variant-numeric: tabular-nums; }
    .notes { padding-left: 1.25rem; }
    .notes li { overflow-wrap: anywhere; }
    article { background: var(--card); border-left: 0.3rem solid var(--none); padding: 0.75rem 1rem; margin: 0.75rem 0; }
    article.fail { border-color: var(--fail); }
    article.warn { border-color: var(--warn); }
    .badge { display: inline-block; border: 1px solid currentColor; border-radius: 0.25rem; padding: 0 0.4rem;
      font-size: 0.8rem; font-weight: 600; color: var(--soft); }
    .fail > h3 > .badge, .fail > td > .badge { color: var(--fail); text-transform: uppercase; }
    .warn > h3 > .badge, .warn > td > .badge, .idle > td > .badge { color: var(--warn); }
    .pass > td > .badge { color: var(--ok); }
    .bar { display: flex; height: 0.7rem; min-width: 6rem; margin: 0.3rem 0; background: var(--line); overflow: hidden; }
    .bar i { flex: 0 1 0; min-width: 3px; }
    i.ok { background: var(--ok); }
    i.fail { background: var(--fail); }
    i.missing { background: var(--missing); }
    i.blocked { background: var(--blocked); }
    i.none { background: var(--none); }
    .legend { color: var(--soft); font-size: 0.85rem; }
    .legend span { white-space: nowrap; margin-right: 0.6rem; }
    .legend i { display: inline-block; width: 0.8rem; height: 0.7rem; }
    .short { white-space: nowrap; }
    .state { min-width: 9rem; }
    .scroll { overflow-x: auto; margin: 0.5rem 0; }
    .scroll:focus-visible { outline: 2px solid var(--soft); }
    table { border-collapse: collapse; width: 100%; font-size: 0.92rem; }
    th, td { text-align: left; vertical-align: top; padding: 0.3rem 0.75rem 0.3rem 0; border-top: 1px solid var(--line);
      font-weight: 400; }
    thead th, thead td { border-top: 0; color: var(--soft); font-size: 0.85rem; white-space: nowrap; }
    tbody th { min-width: 10rem; }
    caption { text-align: left; color: var(--soft); font-size: 0.85rem; padding-top: 0.4rem; }
    .samples tbody th { width: 11rem; }
    .samples td:nth-child(2) { width: 34%; }
    @media (max-width: 40rem) {
      .samples thead { position: absolute; clip-path: inset(50%); }
      .samples tr { display: block; border-top: 1px solid var(--line); padding: 0.3rem 0; }
      .samples tbody th, .samples tbody td, .samples td:nth-child(2) { display: block; width: auto; border: 0; padding: 0; }
      .samples tbody th { color: var(--soft); }
    }
    .n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
    .wide { width: 35%; min-width: 7rem; vertical-align: middle; }
    footer { margin: 2rem 0 1rem; color: var(--soft); font-size: 0.85rem; overflow-wrap: anywhere; }
    @media print { .scroll { overflow: visible; } article { break-inside: avoid; } }
    """
}
