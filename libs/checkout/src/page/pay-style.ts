/** Style of the hosted page. Colours keep a contrast of at least 4.5 to 1 on their ground, in light and in dark. */
export const PAY_STYLE = `
:root {
  color-scheme: light dark;
  --ground: #f4f5f7; --panel: #ffffff; --ink: #14181f; --soft: #565f6d; --line: #d6dae1; --field: #ffffff;
  --accent: #1f4fd8; --accent-ink: #ffffff; --accent-soft: #e9effd;
  --good: #0b6b45; --good-soft: #e4f5ec; --bad: #b3261e; --bad-soft: #fdecea;
  --test: #ffe08a; --test-ink: #3d2c00;
  --shadow: 0 1px 2px rgb(20 24 31 / 6%), 0 12px 32px rgb(20 24 31 / 8%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0e1116; --panel: #171b22; --ink: #eef1f5; --soft: #a3adbb; --line: #343c48; --field: #0f131a;
    --accent: #8fb0ff; --accent-ink: #0a1430; --accent-soft: #1c2740;
    --good: #6fdca6; --good-soft: #12291f; --bad: #ff9d94; --bad-soft: #351917;
    --test: #4a3a0a; --test-ink: #ffe9ad;
    --shadow: 0 1px 2px rgb(0 0 0 / 40%), 0 12px 32px rgb(0 0 0 / 35%);
  }
}
*, *::before, *::after { box-sizing: border-box; }
[hidden] { display: none !important; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0; min-height: 100vh; min-height: 100dvh; display: flex; flex-direction: column;
  background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
h1, h2, p, dl, dd, ul { margin: 0; padding: 0; }
a { color: var(--accent); }
.test-banner {
  padding: .625rem 1rem; background: var(--test); color: var(--test-ink); text-align: center; font-size: .9375rem;
}
main {
  width: 100%; max-width: 54rem; margin: auto; padding: 2rem 1.25rem;
  display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 6fr); gap: 2.5rem; align-items: start;
}
.summary { padding-top: 1.75rem; display: grid; gap: .375rem; }
.payee { display: flex; align-items: center; gap: .75rem; margin-bottom: 1.25rem; font-weight: 600; overflow-wrap: anywhere; }
.payee-mark {
  flex: none; display: grid; place-items: center; width: 2.5rem; height: 2.5rem; border-radius: .75rem;
  background: var(--accent); color: var(--accent-ink); font-size: 1.125rem;
}
.summary-label { color: var(--soft); font-size: .9375rem; }
.amount {
  display: flex; flex-wrap: wrap; align-items: baseline; gap: .125rem .5rem;
  font-size: clamp(1.75rem, 1.2rem + 2.4vw, 2.5rem); line-height: 1.15; font-weight: 700;
  letter-spacing: -.02em; font-variant-numeric: tabular-nums; overflow-wrap: anywhere;
}
.amount abbr { font-size: 1rem; font-weight: 600; letter-spacing: 0; color: var(--soft); text-decoration: none; }
.description { margin-top: .5rem; overflow-wrap: anywhere; }
.converted { margin-top: .75rem; color: var(--soft); font-size: .9375rem; }
.panel {
  padding: 1.75rem; border-radius: 1rem; background: var(--panel); box-shadow: var(--shadow);
  display: grid; gap: 1.125rem;
}
.panel h1 { font-size: 1.25rem; line-height: 1.3; }
.panel p { overflow-wrap: anywhere; }
.fine, .foot { color: var(--soft); font-size: .875rem; }
.fine { display: grid; gap: .25rem; }
form { display: grid; gap: 1rem; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; }
.field { display: grid; gap: .375rem; }
.field label { font-size: .9375rem; font-weight: 600; }
.control { position: relative; }
input {
  width: 100%; height: 3rem; padding: 0 .875rem; border: 1px solid var(--line); border-radius: .625rem;
  background: var(--field); color: inherit; font: inherit; font-variant-numeric: tabular-nums;
}
input::placeholder { color: var(--soft); opacity: .9; }
input:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; border-color: var(--accent); }
input[aria-invalid="true"] { border-color: var(--bad); }
.brand {
  position: absolute; right: .625rem; top: 50%; transform: translateY(-50%); padding: .125rem .5rem;
  border-radius: .375rem; background: var(--accent-soft); color: var(--accent); font-size: .8125rem; font-weight: 600;
}
.code { letter-spacing: .3em; font-size: 1.25rem; text-align: center; }
.error { color: var(--bad); font-size: .875rem; }
.notice { padding: .75rem .875rem; border-radius: .625rem; font-size: .9375rem; overflow-wrap: anywhere; }
.notice.bad { background: var(--bad-soft); color: var(--bad); }
.button {
  display: flex; align-items: center; justify-content: center; gap: .5rem; width: 100%; min-height: 3.125rem;
  padding: .5rem 1rem; border: 1px solid transparent; border-radius: .625rem; background: var(--accent);
  color: var(--accent-ink); font: inherit; font-weight: 650; text-align: center; text-decoration: none; cursor: pointer;
}
.button:hover { filter: brightness(1.06); }
.button:focus-visible, a:focus-visible, summary:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
.button:disabled { opacity: .65; cursor: progress; }
.button.quiet { background: transparent; border-color: var(--line); color: var(--ink); font-weight: 600; }
.spinner {
  width: 1.125rem; height: 1.125rem; border: 2px solid currentcolor; border-right-color: transparent; border-radius: 50%;
  animation: turn .8s linear infinite;
}
.spinner.large { width: 2.5rem; height: 2.5rem; border-width: 3px; color: var(--accent); }
@keyframes turn { to { transform: rotate(1turn); } }
@media (prefers-reduced-motion: reduce) { .spinner { animation-duration: 4s; } }
.outcome { justify-items: center; text-align: center; padding-block: 2.25rem; }
.outcome .button { margin-top: .5rem; }
.outcome-mark {
  display: grid; place-items: center; width: 3.5rem; height: 3.5rem; border-radius: 50%;
  background: var(--good-soft); color: var(--good);
}
.outcome-mark.over { background: var(--accent-soft); color: var(--soft); }
.outcome-mark svg { width: 1.75rem; height: 1.75rem; fill: none; stroke: currentcolor; stroke-width: 2.5; stroke-linecap: round; stroke-linejoin: round; }
.receipt {
  width: 100%; padding-top: 1rem; border-top: 1px solid var(--line); text-align: left; font-size: .9375rem;
  display: grid; grid-template-columns: auto 1fr; gap: .375rem 1.5rem;
}
.receipt dt { color: var(--soft); }
.receipt dd { text-align: right; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
details { font-size: .875rem; color: var(--soft); }
details summary { cursor: pointer; }
details ul { margin-top: .5rem; list-style: none; display: grid; gap: .25rem; }
details code { font: .9375em ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; color: var(--ink); }
.foot { padding: 0 1.25rem 1.5rem; text-align: center; }
@media (max-width: 47.99rem) {
  main { grid-template-columns: minmax(0, 1fr); gap: 1.5rem; max-width: 30rem; margin-top: 0; padding: 1.5rem 1rem; }
  .summary { padding-top: 0; }
  .payee { margin-bottom: .75rem; }
  .panel { padding: 1.375rem 1.125rem; }
}
`;
