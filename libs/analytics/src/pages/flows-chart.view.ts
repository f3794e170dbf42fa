import { Money } from '@app/kernel';
import { html, type Html } from '@app/pages';
import type { ReportSheet } from './report-sheet.queries';
import type { ReportTexts } from './report-texts';

/** Two drawings, one of which is shown: a shrunken one could not be read on a phone. Sizes are in units of the drawing. */
interface Drawing {
  className: string;
  width: number;
  height: number;
  font: number;
}
const DRAWINGS: readonly Drawing[] = [
  { className: 'wide-chart', width: 760, height: 260, font: 12 },
  { className: 'narrow-chart', width: 320, height: 220, font: 13 },
];
/** The widest character of a label, as a part of the size of its font. */
const EM = 0.64;
/** A bar that stands for money is never invisible. */
const MIN_BAR = 1.5;

/** Bars of what entered (up) and left (down) the wallet, as pictures. The table beside them has the same in text. */
export function flowsChart(texts: ReportTexts, sheet: ReportSheet): Html {
  const { frame, granularity, now } = sheet;
  const { currency } = frame.wallet;
  const money = (minor: bigint) => texts.money(new Money(minor, currency));
  const text = texts.t('report.chart.text', { in: money(now.inflow), out: money(now.outflow) });
  const title = texts.t(`report.chart.${granularity as 'day'}`);
  return html`<figure class="chart">
    ${DRAWINGS.map((drawing) => picture(texts, sheet, drawing, `${title}. ${text}`))}
    <figcaption class="fine">${text}</figcaption>
  </figure>`;
}

function picture(
  texts: ReportTexts,
  { flows, frame, granularity }: ReportSheet,
  { className, width, height, font }: Drawing,
  name: string,
): Html {
  const { currency } = frame.wallet;
  const [highest, lowest] = [
    max(flows.map(({ inflow }) => inflow)),
    max(flows.map(({ outflow }) => outflow)),
  ];
  const [top, bottom] = [font, height - font * 2.75];
  const plot = bottom - top;
  const all = Number(highest + lowest) || 1;
  const zero = round(top + (plot * (Number(highest) || (lowest === 0n ? 1 : 0))) / all);
  const marks = marksOf(
    [
      [zero, 0n],
      [top, highest],
      [bottom, lowest],
    ],
    font,
  ).map(([y, minor]) => ({ y, isZero: minor === 0n, text: texts.compact(new Money(minor, currency)) }));
  const left = Math.max(...marks.map((mark) => widthOf(mark.text, font))) + font;
  const step = (width - left) / flows.length;
  const bar = Math.min(step * 0.7, 44);
  const scaled = (minor: bigint) => (minor === 0n ? 0 : Math.max((plot * Number(minor)) / all, MIN_BAR));
  const bars = flows.map(({ inflow, outflow }, i) => {
    const x = round(left + i * step + (step - bar) / 2);
    const [up, down] = [round(scaled(inflow)), round(scaled(outflow))];
    return html`${up > 0 && rectangle('bar-in', x, zero - up, bar, up)}
    ${down > 0 && rectangle('bar-out', x, zero, bar, down)}`;
  });
  const dates = flows.map(({ begin }) => texts.bucket(begin, granularity as 'day'));
  return html`<svg class="${className}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${name}">
    ${marks.map(
      ({ y, isZero, text }) =>
        html`<line class="${isZero ? 'axis zero' : 'axis'}" x1="${left}" x2="${width}" y1="${y}" y2="${y}" />
          <text
            class="amount-mark"
            font-size="${font}"
            x="${round(left - font / 2)}"
            y="${round(y + font / 3)}"
          >
            ${text}
          </text>`,
    )}
    ${bars} ${labels(dates, { left, step, width, font }, height - font * 0.5)}
  </svg>`;
}

const rectangle = (className: string, x: number, y: number, width: number, height: number) =>
  html`<rect
    class="${className}"
    x="${x}"
    y="${round(y)}"
    width="${round(width)}"
    height="${height}"
    rx="2"
  />`;

/** Zero, and the highest amounts where they are far enough from what is marked before. */
function marksOf(marks: readonly [y: number, minor: bigint][], font: number): [y: number, minor: bigint][] {
  const kept: [number, bigint][] = [];
  for (const [y, minor] of marks) {
    const isClear = kept.every(([other]) => Math.abs(other - y) >= font * 1.5);
    if (kept.length === 0 || (minor > 0n && isClear)) kept.push([y, minor]);
  }
  return kept;
}

interface Axis {
  left: number;
  step: number;
  width: number;
  font: number;
}

/** As many dates as have room beside each other, each inside the drawing. */
function labels(dates: readonly string[], { left, step, width, font }: Axis, y: number): Html[] {
  const widest = Math.max(...dates.map((date) => widthOf(date, font)));
  const every = Math.ceil((widest + font) / step);
  const [first, last] = [widest / 2, width - widest / 2];
  let end = -Infinity;
  return dates.flatMap((date, i) => {
    const x = round(Math.min(Math.max(left + (i + 0.5) * step, first), last));
    if (i % every !== 0 || x - widest / 2 < end) return [];
    end = x + widest / 2 + font / 2;
    return [html`<text class="date" font-size="${font}" x="${x}" y="${y}">${date}</text>`];
  });
}

const widthOf = (text: string, font: number) => text.length * font * EM;

const max = (values: readonly bigint[]) => values.reduce((most, value) => (value > most ? value : most), 0n);

const round = (value: number) => Math.round(value * 10) / 10;
