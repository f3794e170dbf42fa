import { type Currency, Money } from '@app/kernel';
import { html, type Html, layout, type PageContext } from '@app/pages';
import { sharesOf } from '../figures/movement-figures.policy';
import { changesOf, overviewView } from '../figures/overview.policy';
import { flowsChart } from './flows-chart.view';
import type { ReportSheet } from './report-sheet.queries';
import { ReportTexts } from './report-texts';

export interface ReportPageContext extends PageContext {
  sheet: ReportSheet;
}

const MONEY = ['inflow', 'outflow', 'net'] as const;
const COUNTS = ['transactions', 'successful_payments', 'failed_payments', 'new_customers'] as const;

/** A report on one sheet: figures, a chart with its table, and types. It needs no script. */
export function reportPage({ sheet, path, nonce, locale, style }: ReportPageContext): string {
  const { frame, holder, expiresAt, granularity } = sheet;
  const { timezone, from, to } = frame.period;
  const { currency } = frame.wallet;
  const texts = new ReportTexts(locale, timezone);
  const period = texts.t('report.period', spanOf(texts, from, to));
  return layout({
    title: texts.t('report.page-title', { holder, period }),
    texts,
    nonce,
    style,
    path,
    foot: texts.t('report.foot', { time: texts.time(expiresAt) }),
    content: html`<article class="paper panel report">
      <header class="paper-head">
        <div>
          <h1>${texts.t('report.title')}</h1>
          <p class="report-period">${period}</p>
        </div>
        <div>
          <p><strong>${holder}</strong></p>
          <p class="fine">${texts.t('report.context', { currency, timezone })}</p>
        </div>
      </header>
      ${frame.isProvisional && html`<p class="notice soft">${texts.t('report.provisional')}</p>`}
      ${figures(texts, sheet)}
      <section>
        <h2>${texts.t(`report.chart.${granularity as 'day'}`)}</h2>
        ${flowsChart(texts, sheet)} ${flowsTable(texts, sheet)}
      </section>
      <section>
        <h2>${texts.t('report.types')}</h2>
        ${typesTable(texts, sheet)}
      </section>
      <p class="report-file"><a href="${path}/flows.csv" download>${texts.t('report.download')}</a></p>
      <p class="fine report-file">${texts.t('report.print')}</p>
    </article>`,
  });
}

function figures(texts: ReportTexts, { frame, now, before }: ReportSheet): Html {
  const { currency } = frame.wallet;
  const { previous } = frame.period;
  const changes = changesOf(now, before);
  const shown: Record<string, string> = {
    average_payment: texts.money(new Money(now.average_payment, currency)),
    success_rate: texts.percent(overviewView(now).success_rate),
  };
  for (const name of MONEY) shown[name] = texts.money(new Money(now[name], currency));
  for (const name of COUNTS) shown[name] = texts.count(now[name]);
  const fields = Object.keys(changes) as (keyof typeof changes)[];
  return html`<section>
    <h2 class="hidden">${texts.t('report.figures')}</h2>
    <dl class="report-figures">
      ${fields.map(
        (name) =>
          html`<div class="${name === 'net' ? 'leading' : ''}">
            <dt>${texts.t(`report.figure.${name}`)}</dt>
            <dd>
              <strong>${shown[name]!}</strong>
              <small
                ><span class="hidden">${texts.t('report.change.spoken')}:</span>
                ${changeText(texts, changes[name])}</small
              >
            </dd>
          </div>`,
      )}
    </dl>
    <p class="fine">${texts.t('report.compared', spanOf(texts, previous.from, previous.to))}</p>
  </section>`;
}

function changeText(texts: ReportTexts, change: number | null): string {
  if (change === null) return texts.t('report.change.none');
  return change === 0 ? texts.t('report.change.same') : texts.percent(change, 'exceptZero');
}

function flowsTable(texts: ReportTexts, { flows, frame, granularity, now }: ReportSheet): Html {
  const { currency } = frame.wallet;
  const label = granularity as 'day';
  const rows = flows.map(
    ({ begin, inflow, outflow, movements }) =>
      html`<tr>
        <th scope="row">${texts.bucket(begin, label)}</th>
        ${amounts(texts, currency, [inflow, outflow])}
        <td class="wide">${texts.count(movements)}</td>
      </tr>`,
  );
  return html`<table class="paper-lines">
    <thead>
      <tr>
        <th scope="col">${texts.t(`report.table.${label}`)}</th>
        <th scope="col">${texts.t('report.table.in')}</th>
        <th scope="col">${texts.t('report.table.out')}</th>
        <th scope="col" class="wide">${texts.t('report.table.count')}</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">${texts.t('report.table.total')}</th>
        ${amounts(texts, currency, [now.inflow, now.outflow])}
        <td class="wide">${texts.count(now.transactions)}</td>
      </tr>
    </tfoot>
  </table>`;
}

function typesTable(texts: ReportTexts, { types, frame }: ReportSheet): Html {
  if (types.length === 0) return html`<p>${texts.t('report.types.none')}</p>`;
  const shares = sharesOf(types);
  const rows = types.map(
    ({ type, in: inflow, out, count }, i) =>
      html`<tr>
        <th scope="row">${texts.type(type)}</th>
        ${amounts(texts, frame.wallet.currency, [inflow, out])}
        <td class="wide">${texts.count(count)}</td>
        <td class="wide">${texts.percent(shares[i]!)}</td>
      </tr>`,
  );
  return html`<table class="paper-lines">
    <thead>
      <tr>
        <th scope="col">${texts.t('report.table.type')}</th>
        <th scope="col">${texts.t('report.table.in')}</th>
        <th scope="col">${texts.t('report.table.out')}</th>
        <th scope="col" class="wide">${texts.t('report.table.count')}</th>
        <th scope="col" class="wide">${texts.t('report.table.share')}</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

function amounts(texts: ReportTexts, currency: Currency, minors: readonly bigint[]): Html[] {
  return minors.map((minor) =>
    minor === 0n
      ? html`<td class="nothing">–</td>`
      : html`<td>${texts.money(new Money(minor, currency))}</td>`,
  );
}

/** The first and the last day of a span. */
const spanOf = (texts: ReportTexts, from: Date, to: Date) => ({
  from: texts.dayOf(from),
  to: texts.dayOf(new Date(to.getTime() - 1)),
});
