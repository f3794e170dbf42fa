import { Card, type Column, Empty, label, List, money, number, percent, t, useRead } from '../../kit';
import type { Row as RowOf, Answer } from '../../wire';
import type { Period } from './period';

type Row = RowOf<'analyticsBreakdown'>;

const columns = (currency: string): Column<Row>[] => [
  { name: t('reports.type'), cell: ({ type }) => label('reports.type', type), phone: 'lead', isWide: true },
  { name: t('reports.transactions'), cell: ({ count }) => number(count), isNumber: true },
  {
    name: t('reports.inflow'),
    cell: ({ in: sum }) => (sum > 0 ? `+${money(sum, currency)}` : '–'),
    isNumber: true,
    phone: 'under',
  },
  {
    name: t('reports.outflow'),
    cell: ({ out: sum }) => (sum > 0 ? `−${money(sum, currency)}` : '–'),
    isNumber: true,
    phone: 'end',
  },
  { name: t('reports.share_of'), cell: ({ share }) => percent(share / 100), isNumber: true, phone: 'side' },
];

/** The movements of the period by their type. */
export function Breakdown({ period }: { period: Period }) {
  const reading = useRead<Answer<'analyticsBreakdown'>>('breakdown', { ...period });
  return (
    <Card title={t('reports.breakdown')}>
      <List
        reading={reading}
        name={t('reports.breakdown')}
        columns={columns(reading.data?.currency ?? '')}
        rows={({ data }) => data}
        id={({ type }) => type}
        empty={<Empty icon="reports" title={t('reports.none')} text={t('reports.none.text')} />}
      />
    </Card>
  );
}
