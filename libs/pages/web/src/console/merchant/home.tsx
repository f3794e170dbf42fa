import {
  can,
  Card,
  day,
  distance,
  Empty,
  Fault,
  Head,
  label,
  Link,
  List,
  Loading,
  me,
  mode,
  money,
  plus,
  type Page,
  percent,
  shortMoney,
  t,
  counted,
  useRead,
  Notice,
} from '../kit';
import { Bars } from '../parts/bars';
import type { Payment } from '../wire';
import { paymentColumns } from './payments/payment-columns';

interface Revenue {
  currency: string;
  points: { t: string; amount: number; count: number }[];
}

/** What needs the reader first, then what was received. */
export default function Home() {
  const latest = useRead<Page<Payment>>('payments', can('payments') ? { per_page: 5 } : null);
  return (
    <>
      <Head title={t('home.title', { name: me.value!.user.first_name })} />
      <Attention />
      {mode.value === 'live' && can('revenue') && <Received />}
      {can('payments') && (
        <Card
          title={t('home.latest')}
          actions={
            <Link path="/dashboard/payments" class="small">
              {t('home.all')}
            </Link>
          }
        >
          <List
            reading={latest}
            name={t('home.latest')}
            columns={paymentColumns()}
            rows={({ data }) => data}
            id={({ session_id: id }) => id}
            path={({ session_id: id }) => `/dashboard/payments/${id}`}
            empty={<Empty icon="payments" title={t('payments.none')} text={t('payments.none.text')} />}
          />
        </Card>
      )}
    </>
  );
}

function Attention() {
  const items = me.value!.attention;
  return (
    <>
      {items.map(({ kind, count, oldest_at: at }) => (
        <Notice key={kind} action={<Remedy of={kind} />}>
          <strong>{label('attention', kind)}</strong>{' '}
          {counted('attention.count', count, { time: distance(at) })}
        </Notice>
      ))}
    </>
  );
}

/** The list in which the matters of this kind are answered. */
function Remedy({ of: kind }: { of: string }) {
  if (kind === 'disputes' && can('escrows')) {
    return (
      <Link path="/dashboard/escrow" query={{ status: 'disputed' }} class="button">
        {t('attention.open')}
      </Link>
    );
  }
  return kind === 'chargebacks' && can('chargebacks') ? (
    <Link path="/dashboard/chargebacks" query={{ status: 'opened' }} class="button">
      {t('attention.open')}
    </Link>
  ) : null;
}

const SPANS = [1, 7, 30] as const;

function Received() {
  const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { data, fault, reload } = useRead<Revenue>('revenue', {
    period: '90d',
    granularity: 'day',
    timezone,
  });
  if (fault) return <Fault fault={fault} again={reload} />;
  if (!data) return <Loading />;
  const { points, currency } = data;
  const sum = (from: number, to?: number) => plus(...points.slice(from, to).map(({ amount }) => amount));
  const last = points.slice(-30);
  return (
    <Card title={t('home.received')}>
      <dl class="figures">
        {SPANS.map((days) => (
          <Figure
            key={days}
            name={t(`range.${days}`)}
            now={sum(-days)}
            before={sum(-2 * days, -days)}
            currency={currency}
          />
        ))}
      </dl>
      <Bars
        title={t('home.received')}
        axis={(value) => shortMoney(value, currency)}
        of={last.map(({ t: at, amount }) => ({
          name: day(at),
          value: amount,
          text: money(amount, currency),
        }))}
      />
    </Card>
  );
}

interface FigureProps {
  name: string;
  now: number;
  before: number;
  currency: string;
}

function Figure({ name, now, before, currency }: FigureProps) {
  const change = before === 0 ? null : (now - before) / before;
  return (
    <div class="figure">
      <dt>{name}</dt>
      <dd>
        <strong>{money(now, currency)}</strong>
        {change !== null && (
          <span class={change < 0 ? 'downward' : 'up'}>
            {t(change < 0 ? 'home.less' : 'home.more', { change: percent(Math.abs(change)) })}
          </span>
        )}
        {change === null && <span class="soft">{t('home.nothing_before')}</span>}
      </dd>
    </div>
  );
}
