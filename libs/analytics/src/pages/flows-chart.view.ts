import { type Currency, Money } from '@app/kernel';
import { html, type Html } from '@app/pages';
import type { ReportSheet } from './report-sheet.queries';
import type { ReportTexts } from './report-texts';

const WIDTH = 760;
const HEIGHT = 260;
/** Room for the amounts beside the axis, and for the dates below. */
const LEFT = 96;
const TOP = 14;
const BOTTOM = 28;
const MAX_LABELS = 8;
/** A bar that stands for money is never invisible. */
const MIN_BAR = 1.5;

/** Bars of what entered (up) and left (down) the wallet, as a picture. The table beside it has the same in text. */
export function flowsChart(texts: ReportTexts, { flows, frame, granularity, now }: ReportSheet): Html {
  const { currency } = frame.wallet;
  const [highest, lowest] = [
    max(flows.map(({ inflow }) => inflow)),
    max(flows.map(({ outflow }) => outflow)),
  ];
  const plot = HEIGHT - TOP - BOTTOM;
  const all = Number(highest + lowest) || 1;
  const zero = round(TOP + (plot * (Number(highest) || (lowest === 0n ? 1 : 0))) / all);
  const step = (WIDTH - LEFT) / flows.length;
  const bar = Math.min(step * 0.7, 44);
  const scaled = (minor: bigint) => (minor === 0n ? 0 : Math.max((plot * Number(minor)) / all, MIN_BAR));
  const bars = flows.map(({ inflow, outflow }, i) => {
    const x = round(LEFT + i * step + (step - bar) / 2);
    const [up, down] = [round(scaled(inflow)), round(scaled(outflow))];
    return html`${
      up > 0 &&
      html`<rect
        class="bar-in"
        x="${x}"
        y="${round(zero - up)}"
        width="${round(bar)}"
        height="${up}"
        rx="2"
      />`
    }
    ${down > 0 && html`<rect class="bar-out" x="${x}" y="${zero}" width="${round(bar)}" height="${down}" rx="2" />`}`;
  });
  const every = Math.ceil(flows.length / MAX_LABELS);
  const labels = flows.flatMap(({ begin }, i) =>
    i % every === 0
      ? [
          html`<text class="date" x="${round(LEFT + (i + 0.5) * step)}" y="${HEIGHT - 8}">
            ${texts.bucket(begin, granularity as 'day')}
          </text>`,
        ]
      : [],
  );
  const money = (minor: bigint) => texts.money(new Money(minor, currency));
  const text = texts.t('report.chart.text', { in: money(now.inflow), out: money(now.outflow) });
  return html`<figure class="chart">
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="chart-title chart-text">
      <title id="chart-title">${texts.t(`report.chart.${granularity as 'day'}`)}</title>
      <desc id="chart-text">${text}</desc>
      ${axis(texts, currency, [
        [TOP, highest],
        [zero, 0n],
        [HEIGHT - BOTTOM, lowest],
      ])}
      ${bars} ${labels}
    </svg>
    <figcaption class="fine">${text}</figcaption>
  </figure>`;
}

/** Lines at the highest amounts and at zero, each once. */
function axis(texts: ReportTexts, currency: Currency, marks: readonly [y: number, minor: bigint][]): Html[] {
  return marks
    .filter(([, minor], i) => i === 1 || minor > 0n)
    .map(
      ([y, minor]) =>
        html`<line
            class="${minor === 0n ? 'axis zero' : 'axis'}"
            x1="${LEFT}"
            x2="${WIDTH}"
            y1="${y}"
            y2="${y}"
          />
          <text class="amount-mark" x="${LEFT - 8}" y="${round(y + 4)}">
            ${texts.compact(new Money(minor, currency))}
          </text>`,
    );
}

const max = (values: readonly bigint[]) => values.reduce((most, value) => (value > most ? value : most), 0n);

const round = (value: number) => Math.round(value * 10) / 10;
