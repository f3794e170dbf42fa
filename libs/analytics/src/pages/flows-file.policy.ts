import { csvLine } from '@app/http';
import { Money } from '@app/kernel';
import { dateIn } from '../periods/report-period.policy';
import type { ReportSheet } from './report-sheet.queries';

const COLUMNS = ['from', 'to', 'currency', 'inflow', 'outflow', 'transactions'];

/** The chart of a report as CSV, with the first and the last day of each row. Amounts are decimal text. */
export function flowsFile({ frame, flows }: ReportSheet): { name: string; text: string } {
  const { currency } = frame.wallet;
  const { timezone } = frame.period;
  const [first, last] = [flows[0]!.begin, flows.at(-1)!.end];
  const days = (from: Date, to: Date) => [
    dateIn(from, timezone),
    dateIn(new Date(to.getTime() - 1), timezone),
  ];
  const money = (minor: bigint) => new Money(minor, currency).text;
  const rows = flows.map(({ begin, end, inflow, outflow, movements }) =>
    csvLine([...days(begin, end), currency, money(inflow), money(outflow), Number(movements)]),
  );
  return {
    name: `report-${days(first, last).join('-')}-${currency}.csv`,
    text: [csvLine(COLUMNS), ...rows].join(''),
  };
}
