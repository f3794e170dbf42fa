import { minorToJsonNumber } from '@app/kernel';
import type { PaymentFigures } from '../payments/payment-figures.queries';
import type { Flow } from './movement-figures.policy';
import { changeOf, percentOf, rounded } from './percent.policy';

const FIELDS = [
  'inflow',
  'outflow',
  'net',
  'transactions',
  'successful_payments',
  'failed_payments',
  'success_rate',
  'average_payment',
  'new_customers',
] as const;

type Field = (typeof FIELDS)[number];

/** Fields in smallest units of money. */
const AMOUNTS: ReadonlySet<Field> = new Set(['inflow', 'outflow', 'net', 'average_payment']);

/** Parts of a per cent that success rates are counted in, so that their change is not that of rounded rates. */
const PARTS_OF_PERCENT = 10n ** 12n;

/** Every figure of an overview as a whole number: smallest units, counts, and parts of a per cent. */
export type OverviewFigures = Record<Field, bigint>;

export function overviewFigures(
  { inflow, outflow, movements }: Flow,
  payments: PaymentFigures,
): OverviewFigures {
  const { completed, failed, minor, newCustomers } = payments;
  return {
    inflow,
    outflow,
    net: inflow - outflow,
    transactions: movements,
    successful_payments: completed,
    failed_payments: failed,
    success_rate: completed === 0n ? 0n : rounded(completed * 100n * PARTS_OF_PERCENT, completed + failed),
    average_payment: completed === 0n ? 0n : rounded(minor, completed),
    new_customers: newCustomers,
  };
}

/** The figures as JSON numbers, money in major units. */
export function overviewView(figures: OverviewFigures): Record<Field, number> {
  const entries = FIELDS.map((field): [Field, number] => {
    if (field === 'success_rate') return [field, percentOf(figures[field], 100n * PARTS_OF_PERCENT)];
    return [field, AMOUNTS.has(field) ? minorToJsonNumber(figures[field]) : Number(figures[field])];
  });
  return Object.fromEntries(entries) as Record<Field, number>;
}

/** The change of each figure in per cent; null from zero to something. */
export function changesOf(now: OverviewFigures, before: OverviewFigures): Record<Field, number | null> {
  const entries = FIELDS.map((field): [Field, number | null] => [field, changeOf(now[field], before[field])]);
  return Object.fromEntries(entries) as Record<Field, number | null>;
}
