/** Style of server-rendered pages: the colours of the application, small enough to be inlined in each page. */
export const PAGE_STYLE = `
  :root {
    color-scheme: light dark;
    --paper: #f6f4ee; --surface: #fff; --sunken: #ece9e0;
    --line: #d9d5c8; --line-strong: #8b897d;
    --ink: #1b231f; --ink-soft: #55605a;
    --accent: #17694f; --accent-strong: #0f523c;
    --on-accent: #fff;
    background: var(--paper); color: var(--ink);
    font: 16px/1.6 Inter, 'PingFang TC', 'Microsoft JhengHei', 'Noto Sans TC', 'Noto Sans CJK TC', system-ui, sans-serif;
    text-autospace: normal; -webkit-text-size-adjust: 100%;
  }
  @media (prefers-color-scheme: dark) { :root {
    --paper: #101614; --surface: #1a2220; --sunken: #0b100e;
    --line: #2e3a36; --line-strong: #74837d;
    --ink: #eef3f0; --ink-soft: #a7b5ae;
    --accent: #5cc79c; --accent-strong: #83dab7;
    --on-accent: #06231a;
  } }
  /* Fonts for Chinese set quotation marks and dashes as wide as characters. */
  [lang='en'] { font-variant-east-asian: proportional-width; }
  * { box-sizing: border-box; }
  body { margin: 0; }
  .bar { border-bottom: 1px solid var(--line); }
  .bar a { display: flex; align-items: center; gap: .625rem; min-height: 3.75rem; width: fit-content;
    font-size: 1.125rem; font-weight: 600; color: inherit; text-decoration: none; }
  .bar svg { width: 2rem; }
  .bar > *, .sheet { max-width: 60rem; margin-inline: auto; padding-inline: 1rem; }
  .bar > nav { display: flex; align-items: center; justify-content: space-between; }
  .sheet { padding-block: 2rem 4rem; }
  .narrow .bar > *, .narrow .sheet { max-width: 34rem; }
  h1 { margin: 0; font-size: 1.5rem; line-height: 1.25; text-wrap: balance; }
  h2 { margin: 2rem 0 .5rem; font-size: 1.125rem; }
  h3 { margin: 1rem 0 0; font-size: 1rem; }
  .lead { margin: .5rem 0 1.5rem; color: var(--ink-soft); text-wrap: pretty; }
  a { color: var(--accent); text-underline-offset: 4px; }
  :focus-visible { outline: 2px solid var(--accent-strong); outline-offset: 2px; border-radius: .25rem; }
  .card { border: 1px solid var(--line); border-radius: 1rem; background: var(--surface); padding: 1rem 1.25rem; margin-block: 1rem; }
  dl { display: grid; grid-template-columns: auto 1fr; gap: .5rem 1.5rem; margin: 0; }
  dt, .quiet, .card header span, .card header time { color: var(--ink-soft); }
  dd { margin: 0; text-align: end; overflow-wrap: anywhere; }
  .sheet > p { max-width: 44rem; text-wrap: pretty; }
  .links { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; margin-top: 2.5rem; }
  form { margin: 0 0 .75rem; }
  button { width: 100%; min-height: 2.75rem; padding: .5rem 1.25rem; border: 1px solid var(--line); border-radius: .75rem;
    background: var(--surface); color: inherit; font: inherit; font-weight: 500; cursor: pointer; }
  button:hover { border-color: var(--line-strong); }
  button.main { border-color: transparent; background: var(--accent); color: var(--on-accent); }
  button.main:hover { background: var(--accent-strong); }
  .card header { display: flex; flex-wrap: wrap; gap: 0 .75rem; }
  .card header time { margin-inline-start: auto; font-variant-numeric: tabular-nums; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; margin: .5rem 0 0; font: inherit; }
  code, .code { font: .875rem/1.5 ui-monospace, 'SF Mono', Menlo, Consolas, monospace; overflow-wrap: anywhere; }
  pre.code { background: var(--sunken); border-radius: .75rem; padding: .75rem 1rem; }
  details { border-top: 1px solid var(--line); }
  details[open] { padding-bottom: 1rem; }
  summary { display: flex; flex-wrap: wrap; gap: 0 .625rem; padding: .625rem .25rem; cursor: pointer; }
  summary::before { content: '▸'; color: var(--ink-soft); }
  details[open] > summary::before { content: '▾'; }
  summary:hover { color: var(--accent); }
  summary .quiet { margin-inline-start: auto; font-size: .875rem; }
  .card details { border: 0; padding: 0; }
  iframe { width: 100%; height: 32rem; border: 1px solid var(--line); border-radius: .75rem; background: #fff; }
`;
