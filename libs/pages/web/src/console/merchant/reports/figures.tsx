import { Card, day, money, number, percent, t } from '../../kit';
import type { Answer } from '../../wire';

type Overview = Answer<'analyticsOverview'>;

/** The names of the figures, and whether more of them is better; undefined: neither. */
const FIGURES = [
  ['inflow', true],
  ['outflow', undefined],
  ['net', undefined],
  ['successful_payments', true],
  ['failed_payments', false],
  ['success_rate', true],
  ['average_payment', true],
  ['new_customers', true],
] as const;
type Name = (typeof FIGURES)[number][0];

const AMOUNTS: Name[] = ['inflow', 'outflow', 'net', 'average_payment'];

/** The figures of the period, each with its change against the one before. A period ends before its `to`. */
export function Figures({ of }: { of: Overview }) {
  const last = new Date(Date.parse(of.period.to) - 1).toISOString();
  const values = { from: day(of.period.from), to: day(last), currency: of.currency };
  return (
    <Card title={t('reports.figures')}>
      <div class="stack">
        <p class="soft small">
          {t('reports.context', values)} {of.provisional && t('reports.provisional')}
        </p>
        <dl class="figures">
          {FIGURES.map(([name, isMoreBetter]) => (
            <div key={name} class="figure">
              <dt>{t(`reports.${name}`)}</dt>
              <dd>
                <strong>{textOf(name, of)}</strong>
                <Change change={of.change[name]} isMoreBetter={isMoreBetter} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Card>
  );
}

function textOf(name: Name, of: Overview): string {
  if (AMOUNTS.includes(name)) return money(of[name], of.currency);
  return name === 'success_rate' ? percent(of[name] / 100) : number(of[name]);
}

function Change({ change, isMoreBetter }: { change: number | null; isMoreBetter?: boolean }) {
  if (change === null) return <span class="soft">{t('reports.before.nothing')}</span>;
  if (change === 0) return <span class="soft">{t('reports.before.same')}</span>;
  const isMore = change > 0;
  const tone = isMoreBetter === undefined ? 'soft' : isMore === isMoreBetter ? 'up' : 'downward';
  return (
    <span class={tone}>
      {t(isMore ? 'reports.before.more' : 'reports.before.less', { change: percent(Math.abs(change) / 100) })}
    </span>
  );
}
