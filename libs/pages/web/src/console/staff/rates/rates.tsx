import {
  can,
  Card,
  type Column,
  distance,
  Empty,
  Fault,
  Head,
  Loading,
  Notice,
  number,
  percent,
  Pill,
  rateText,
  t,
  Table,
  Time,
  useRead,
  useState,
} from '../../kit';
import type { Answer } from '../../wire';
import { type RateChange, RateDialog } from './rate-dialog';

type Rates = Answer<'adminFxRates'>;
type Open = (change: RateChange) => void;

/** In short; every digit as its title. */
const Rate = ({ of: rate }: { of: string }) => <span title={rate}>{rateText(rate)}</span>;

const live = (): Column<Rates['live'][number]>[] => [
  { name: t('currency'), cell: ({ currency }) => <strong>{currency}</strong>, phone: 'lead' },
  { name: t('desk.rate.usd'), cell: ({ rate }) => <Rate of={rate} />, isNumber: true, phone: 'end' },
  { name: t('desk.rate.source'), cell: ({ source }) => source, isWide: true, phone: 'under' },
  {
    name: t('desk.age'),
    cell: ({ as_of: at }) => <Time at={at} text={distance(at)} />,
    isNumber: true,
  },
  {
    name: t('status'),
    cell: ({ stale }) => <Pill status={stale ? 'stale' : 'active'} />,
    phone: 'side',
  },
];

const checkout = (open: Open): Column<Rates['checkout'][number]>[] => [
  {
    name: t('desk.rate.pair'),
    cell: ({ base, quote }) => <strong>{`${base} / ${quote}`}</strong>,
    phone: 'lead',
  },
  { name: t('desk.rate.set'), cell: ({ rate }) => <Rate of={rate} />, isNumber: true, phone: 'under' },
  { name: t('desk.rate.live'), cell: ({ live: now }) => now && <Rate of={now} />, isNumber: true },
  {
    name: t('desk.rate.drift'),
    cell: ({ drift_percent: drift, drifted }) =>
      drift !== null && <span class={`pill ${drifted ? 'bad' : 'good'}`}>{percent(drift / 100)}</span>,
    isNumber: true,
    phone: 'side',
  },
  {
    name: t('desk.age'),
    cell: ({ valid_from: at }) => <Time at={at} text={distance(at)} />,
    isNumber: true,
  },
  {
    name: t('desk.decision'),
    cell: (rate) =>
      can('admin.php:fx/set') && (
        <button type="button" class="button" onClick={() => open({ kind: 'set', rate })}>
          {t('desk.rate.change')}
        </button>
      ),
    phone: 'end',
  },
];

const spreads = (): Column<Rates['spreads'][number]>[] => [
  {
    name: t('desk.rate.pair'),
    cell: ({ base, quote }) => <strong>{`${base} / ${quote}`}</strong>,
    phone: 'lead',
  },
  {
    name: t('desk.spread'),
    cell: ({ basis_points: points }) => percent(points / 10_000),
    isNumber: true,
    phone: 'side',
  },
  { name: t('desk.age'), cell: ({ set_at: at }) => <Time at={at} />, isNumber: true, phone: 'end' },
];

/** Rates that checkout converts at beside the live ones, those that are held, and spreads. */
export default function FxRates() {
  const { data, fault, isBusy, reload } = useRead<Rates>('admin.php:fx/rates');
  const [open, setOpen] = useState<RateChange | null>(null);
  return (
    <>
      <Head
        title={t('staff.rates')}
        under={data && t('desk.rates.drift', { percent: data.max_drift_percent })}
        actions={
          <>
            {can('admin.php:fx/set-spread') && (
              <button type="button" class="button" onClick={() => setOpen({ kind: 'spread' })}>
                {t('desk.spread.set')}
              </button>
            )}
            {can('admin.php:fx/set') && (
              <button type="button" class="button primary" onClick={() => setOpen({ kind: 'set' })}>
                {t('desk.rate.new')}
              </button>
            )}
          </>
        }
      />
      {fault && <Fault fault={fault} again={reload} />}
      {!data && !fault && <Loading lines={8} />}
      {data && (
        <>
          {data.held.map((held) => (
            <Notice
              key={held.currency}
              kind="bad"
              action={
                can('admin.php:fx/accept') && (
                  <button type="button" class="button" onClick={() => setOpen({ kind: 'accept', held })}>
                    {t('desk.rate.accept')}
                  </button>
                )
              }
            >
              {t('desk.rate.held', {
                currency: held.currency,
                rate: held.rate,
                before: held.in_force,
                percent: number(held.change_percent),
              })}
            </Notice>
          ))}
          <Card title={t('desk.rates.checkout')}>
            {data.checkout.length === 0 ? (
              <Empty title={t('desk.rates.none')} text={t('desk.rates.none.text')} />
            ) : (
              <Table
                name={t('desk.rates.checkout')}
                columns={checkout(setOpen)}
                rows={data.checkout}
                id={({ base, quote }) => `${base}${quote}`}
                isBusy={isBusy}
              />
            )}
          </Card>
          <Card title={t('desk.rates.live')}>
            <Table
              name={t('desk.rates.live')}
              columns={live()}
              rows={data.live}
              id={({ currency }) => currency}
              isBusy={isBusy}
            />
          </Card>
          {data.spreads.length > 0 && (
            <Card title={t('desk.spreads')}>
              <Table
                name={t('desk.spreads')}
                columns={spreads()}
                rows={data.spreads}
                id={({ base, quote }) => `${base}${quote}`}
                isBusy={isBusy}
              />
            </Card>
          )}
        </>
      )}
      {open && <RateDialog change={open} onClose={() => setOpen(null)} reload={reload} />}
    </>
  );
}
