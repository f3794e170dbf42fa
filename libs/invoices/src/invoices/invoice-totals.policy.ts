import { Rate } from '@app/kernel';

/** Quantities and percentages are whole numbers of this part: four decimals. */
export const PARTS = 10_000n;

const HUNDRED_PERCENT = 100n * PARTS;

/** One line of an invoice. */
export interface PricedItem {
  /** In ten-thousandths. */
  quantity: bigint;
  /** In the smallest unit of the currency. */
  unitPriceMinor: bigint;
  /** In ten-thousandths of a percent; 0: no tax. */
  taxRate: bigint;
}

/** Amounts of an invoice in the smallest unit. The allotted taxes sum to `taxMinor`. */
export interface InvoiceTotals {
  /** By line, in the order of the items. */
  lines: { amountMinor: bigint; taxMinor: bigint }[];
  subtotalMinor: bigint;
  discountMinor: bigint;
  taxMinor: bigint;
  totalMinor: bigint;
}

/**
 * Each line and the discount are rounded half up. Tax is calculated exactly over all lines after the discount, rounded
 * half up once, and allotted to the lines by largest remainder, upper lines first.
 */
export function totalsOf(items: readonly PricedItem[], discountPercent: bigint): InvoiceTotals {
  const amounts = items.map(({ quantity, unitPriceMinor }) => halfUp(quantity * unitPriceMinor, PARTS));
  const subtotalMinor = sum(amounts);
  const discountMinor = halfUp(subtotalMinor * discountPercent, HUNDRED_PERCENT);
  const share = HUNDRED_PERCENT - discountPercent;
  const taxes = allot(items.map(({ taxRate }, i) => amounts[i]! * share * taxRate));
  const taxMinor = sum(taxes);
  return {
    lines: amounts.map((amountMinor, i) => ({ amountMinor, taxMinor: taxes[i]! })),
    subtotalMinor,
    discountMinor,
    taxMinor,
    totalMinor: subtotalMinor - discountMinor + taxMinor,
  };
}

/** The allotted tax by rate, the highest rate first; lines without tax have none. */
export function taxByRate(
  items: readonly Pick<PricedItem, 'taxRate'>[],
  lines: readonly { taxMinor: bigint }[],
): { taxRate: bigint; taxMinor: bigint }[] {
  const byRate = new Map<bigint, bigint>();
  items.forEach(({ taxRate }, i) => {
    if (taxRate > 0n) byRate.set(taxRate, (byRate.get(taxRate) ?? 0n) + lines[i]!.taxMinor);
  });
  return [...byRate]
    .sort(([a], [b]) => (a > b ? -1 : 1))
    .map(([taxRate, taxMinor]) => ({ taxRate, taxMinor }));
}

/** A quantity or percentage as decimal text, e.g. "7.5". */
export function partsToText(parts: bigint): string {
  return parts === 0n ? '0' : Rate.fromFraction(parts, PARTS).toDecimal(4);
}

const PARTS_TEXT = /^(\d{1,9})(?:\.(\d{1,4}))?$/;

/** Reads a JSON number or decimal text with at most four decimals; null for anything else. */
export function parseParts(value: unknown): bigint | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  const match = PARTS_TEXT.exec(typeof value === 'number' ? String(value) : value.trim());
  return match && BigInt(match[1]!) * PARTS + BigInt((match[2] ?? '').padEnd(4, '0'));
}

/** Exact taxes are these numerators over this square. */
const TAX_DENOMINATOR = HUNDRED_PERCENT * HUNDRED_PERCENT;

function allot(numerators: readonly bigint[]): bigint[] {
  const allotted = numerators.map((numerator) => numerator / TAX_DENOMINATOR);
  const remainder = (i: number) => numerators[i]! % TAX_DENOMINATOR;
  const order = numerators.map((_, i) => i).sort((a, b) => compare(remainder(b), remainder(a)) || a - b);
  const missing = halfUp(sum(numerators), TAX_DENOMINATOR) - sum(allotted);
  for (const i of order.slice(0, Number(missing))) allotted[i]! += 1n;
  return allotted;
}

function halfUp(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator);
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n);
}
