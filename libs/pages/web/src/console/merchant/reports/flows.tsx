import { Card, day, Fault, Loading, money, shortMoney, t, useRead } from '../../kit';
import { Bars } from '../../parts/bars';
import { format } from '../../texts';
import type { Answer } from '../../wire';
import { barsOf } from './flow-bars';
import type { Period } from './period';

/** What entered and what left the wallet, by day. */
export function Flows({ period }: { period: Period }) {
  const { data, fault, reload } = useRead<Answer<'analyticsFlows'>>('flows', { ...period });
  if (fault) return <Fault fault={fault} again={reload} />;
  if (!data) return <Loading lines={6} />;
  const { currency } = data;
  const bars = barsOf(data.data);
  const sides = (['inflow', 'outflow'] as const).filter((side) => bars.some((bar) => bar[side] > 0));
  return (
    <>
      {sides.map((side) => (
        <Card key={side} title={t(`reports.chart.${side}`)}>
          <Bars
            title={t(`reports.chart.${side}`)}
            axis={(value) => shortMoney(value, currency)}
            of={bars.map((bar) => ({
              name: nameOf(bar.date),
              value: bar[side],
              text: money(bar[side], currency),
            }))}
          />
        </Card>
      ))}
    </>
  );
}

function nameOf(date: string): string {
  if (date.length === 10) return day(date);
  const style = { month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(format, style).format(new Date(date));
}
