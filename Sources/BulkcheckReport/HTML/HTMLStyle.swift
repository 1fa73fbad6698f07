/// The style sheet of the HTML page.
enum HTMLStyle {
  static let text = [colors, page, top, tables, details, small].joined(separator: "\n")

  /// Colours are named once for light and once for dark; each pair of text and ground has a
  /// contrast of 4.5 or more.
  private static let colors = """
    :root { --ground: #ffffff; --card: #f5f6f8; --line: #d9dde3; --text: #1b1f24; --soft: #57606a;
      --link: #0b57c2; --fail: #c0271b; --warn: #8a5300; --ok: #1a7f37; --broken: #7d1a6b;
      --missing: #c9a227; --blocked: #8c6bb1; --none: #cfd5dc; }
    @media (prefers-color-scheme: dark) {
      :root { --ground: #14171b; --card: #1f242b; --line: #39414c; --text: #e6e9ee; --soft: #a0a9b5;
        --link: #8ab8ff; --fail: #ff8a80; --warn: #f0b74a; --ok: #57c470; --broken: #e08fd2;
        --missing: #d9b84a; --blocked: #a98fd0; --none: #4a525d; }
    }
    i.ok { background: var(--ok); }
    i.fail { background: var(--fail); }
    .warn i.fail { background: var(--warn); }
    i.broken { background: var(--broken); }
    i.missing { background: var(--missing); }
    i.blocked { background: var(--blocked); }
    i.none { background: var(--none); }
    """

  private static let page = """
    * { box-sizing: border-box; }
    [hidden] { display: none !important; }
    body { margin: 0; background: var(--ground); color: var(--text);
      font: 15px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
    main { max-width: 76rem; margin: 0 auto; padding: 1rem; }
    code, pre { font: 0.9em/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
      overflow-wrap: anywhere; }
    pre { margin: 0.25rem 0; white-space: pre-wrap; }
    a { color: var(--link); }
    h1 { font-size: 1.2rem; margin: 0; overflow-wrap: anywhere; }
    h2 { font-size: 1.1rem; margin: 1.5rem 0 0.25rem; }
    h3 { font-size: 1rem; margin: 0.25rem 0; overflow-wrap: anywhere; }
    p { margin: 0.25rem 0; overflow-wrap: anywhere; }
    .count { color: var(--soft); font-weight: 400; }
    .notes { padding-left: 1.25rem; margin: 0.5rem 0; }
    .notes li { overflow-wrap: anywhere; }
    :focus-visible { outline: 2px solid var(--link); outline-offset: 1px; }
    .columns { display: grid; gap: 0 2rem;
      grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); }
    footer { margin: 2rem 0 1rem; color: var(--soft); font-size: 0.85rem; overflow-wrap: anywhere; }
    """

  private static let top = """
    .top { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center;
      border-left: 0.4rem solid var(--ok); background: var(--card); padding: 0.6rem 1rem; }
    .top > div { flex: 1 1 16rem; min-width: 0; }
    .word { font-size: 1.5rem; font-weight: 700; margin: 0; color: var(--ok); }
    .top.failed, .top.incomplete { border-color: var(--fail); }
    .top.failed .word, .top.incomplete .word { color: var(--fail); }
    .facts { color: var(--soft); }
    .facts span { white-space: nowrap; }
    .findings { font-weight: 600; }
    .records { margin: 0.75rem 0; }
    .records .bar { height: 1rem; }
    .records dl { display: flex; flex-wrap: wrap; gap: 0.1rem 1.75rem; margin: 0.25rem 0; }
    .records dl div { display: flex; gap: 0.4rem; }
    .records dt { color: var(--soft); }
    .records dd { margin: 0; font-weight: 600; font-variant-numeric: tabular-nums; }
    .records dd span { color: var(--soft); font-weight: 400; }
    .records dt i, .legend i { display: inline-block; width: 0.75rem; height: 0.75rem; }
    #filter { display: flex; flex-wrap: wrap; gap: 0.5rem 1rem; align-items: center; }
    #filter label { color: var(--soft); }
    #filter input, #filter select { font: inherit; color: var(--text); background: var(--ground);
      border: 1px solid var(--soft); border-radius: 0.25rem; padding: 0.2rem 0.4rem; }
    #filter input { width: min(16rem, 60vw); }
    #filter select { max-width: 12rem; }
    """

  private static let tables = """
    .bar { display: flex; height: 0.7rem; min-width: 5rem; margin: 0.3rem 0;
      background: var(--line); overflow: hidden; border-radius: 0.15rem; }
    .bar i { flex: 0 1 0; min-width: 3px; }
    .legend { color: var(--soft); font-size: 0.85rem; }
    .legend span { white-space: nowrap; margin-right: 0.6rem; }
    .scroll { overflow-x: auto; margin: 0.25rem 0; }
    table { border-collapse: collapse; width: 100%; font-size: 0.95rem; }
    th, td { text-align: left; vertical-align: top; font-weight: 400;
      padding: 0.25rem 0.75rem 0.25rem 0; border-top: 1px solid var(--line); }
    thead th, thead td { border-top: 0; color: var(--soft); font-size: 0.85rem; white-space: nowrap; }
    tbody th { min-width: 9rem; }
    caption { text-align: left; color: var(--soft); font-size: 0.85rem; padding-top: 0.4rem; }
    .n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
    .of, .zero { color: var(--soft); }
    td.strong { font-weight: 600; }
    .short { white-space: nowrap; }
    .overview tbody th { overflow-wrap: anywhere; }
    .overview thead .n { width: 7rem; }
    .first { width: 45%; overflow-wrap: anywhere; }
    .same th { padding-left: 1rem; border-top-color: transparent; }
    .same td { border-top-color: transparent; }
    .sorted .same th { padding-left: 0; border-top-color: var(--line); }
    .sorted .same td { border-top-color: var(--line); }
    thead button { all: unset; cursor: pointer; color: var(--link); }
    thead button:focus-visible { outline: 2px solid var(--link); }
    [aria-sort=ascending] button::after { content: " \\2191"; }
    [aria-sort=descending] button::after { content: " \\2193"; }
    .wide { width: 30%; min-width: 6rem; }
    td.wide { vertical-align: middle; }
    .state { min-width: 9rem; }
    .fail > .strong { color: var(--fail); }
    .warn > .strong { color: var(--warn); }
    .samples tbody th { width: 12rem; overflow-wrap: anywhere; }
    .samples td:nth-child(2) { width: 36%; }
    .values tbody th { width: 48%; }
    """

  private static let details = """
    summary { cursor: pointer; }
    .fold { margin: 0.4rem 0; }
    .fold > summary { color: var(--link); }
    .card { background: var(--card); border-left: 0.3rem solid var(--none); padding: 0.4rem 1rem;
      margin: 0.6rem 0; }
    .card > summary > h3 { display: inline; }
    .card > div { scroll-margin-top: 3rem; padding: 0.25rem 0 0.4rem; }
    .card.fail { border-color: var(--fail); }
    .card.warn { border-color: var(--warn); }
    .card .bar { max-width: 40rem; }
    .spread { margin: 0.5rem 0; max-width: 40rem; color: var(--soft); font-size: 0.85rem; }
    .spread svg { display: block; width: 100%; height: 1.6rem; background: var(--line);
      border-radius: 0.15rem; }
    .spread path { fill: var(--fail); }
    .warn .spread path { fill: var(--warn); }
    .spread p { display: flex; justify-content: space-between; margin: 0.1rem 0; }
    .asks { color: var(--soft); }
    .asks code { color: var(--text); }
    .badge { display: inline-block; border: 1px solid currentColor; border-radius: 0.25rem;
      padding: 0 0.4rem; font-size: 0.8rem; font-weight: 600; color: var(--soft); }
    .badge.fail { color: var(--fail); text-transform: uppercase; }
    .badge.warn, .badge.idle { color: var(--warn); }
    .badge.pass { color: var(--ok); }
    .mark { display: inline-block; border-radius: 1rem; background: var(--line); font-size: 0.8rem;
      padding: 0 0.6rem; overflow-wrap: anywhere; }
    .value > summary { overflow-wrap: anywhere; }
    .record > summary { color: var(--link); font-size: 0.85rem; }
    """

  /// Small screens and paper. On a phone each row of a table becomes a small block.
  private static let small = """
    @media (max-width: 40rem) {
      main { padding: 0.5rem; }
      .top { padding: 0.5rem 0.75rem; gap: 0 1rem; }
      .card { padding: 0.4rem 0.6rem; }
      .overview thead, .samples thead { position: absolute; clip-path: inset(50%); }
      .overview tr { display: flex; flex-wrap: wrap; gap: 0 0.75rem; padding: 0.3rem 0;
        border-top: 1px solid var(--line); }
      .overview th, .overview td { border: 0; padding: 0; }
      .overview tbody th { flex: 1 0 100%; }
      .overview tbody th a { display: block; }
      .overview .of::before { content: "of "; }
      .overview .zero { display: none; }
      .overview [data-name]::after { content: " " attr(data-name); color: var(--soft); }
      .overview td.first { flex: 1 0 100%; width: auto; }
      .overview .same th { padding-left: 0; }
      .overview td.wide { flex: 1 1 6rem; width: auto; align-self: center; }
      .samples tr { display: block; border-top: 1px solid var(--line); padding: 0.3rem 0; }
      .samples tbody th, .samples tbody td, .samples td:nth-child(2) { display: block;
        width: auto; border: 0; padding: 0; }
      .samples tbody th { color: var(--soft); }
    }
    @media print {
      main { max-width: none; padding: 0; }
      #filter { display: none; }
      .scroll { overflow: visible; }
      .bar, .badge, i { print-color-adjust: exact; }
      .fold, tr { break-inside: avoid; }
      h2, summary { break-after: avoid; }
      a { color: inherit; text-decoration: none; }
      details::details-content { content-visibility: visible; }
    }
    """
}
