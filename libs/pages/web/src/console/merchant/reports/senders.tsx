import { Card, type Column, counted, day, Fault, money, t, Table, useRead } from '../../kit';
import type { Answer, Row } from '../../wire';

type Sender = Row<'analyticsTopSenders'>;

const columns = (currency: string): Column<Sender>[] => [
  { name: t('name'), cell: ({ name }) => name, phone: 'lead', isWide: true },
  { name: t('reports.tag'), cell: ({ usertag }) => usertag, phone: 'under' },
  {
    name: t('reports.transactions'),
    cell: ({ count }) => counted('reports.times', count),
    isNumber: true,
    phone: 'end',
  },
  { name: t('amount'), cell: ({ amount }) => money(amount, currency), isNumber: true, phone: 'side' },
];

/** The accounts that sent most in the last 90 days, whichever period is shown. */
export function Senders({ currency: wallet }: { currency: string | undefined }) {
  const { data, fault, isBusy, reload } = useRead<Answer<'analyticsTopSenders'>>('topSenders', {
    currency: wallet,
  });
  if (fault) return <Fault fault={fault} again={reload} />;
  if (!data || data.data.length === 0) return null;
  const title = t('reports.senders', { date: day(data.from) });
  return (
    <Card title={title}>
      <Table
        name={title}
        columns={columns(data.currency)}
        rows={data.data}
        id={({ usertag }) => usertag}
        isBusy={isBusy}
      />
    </Card>
  );
}
