import type { StatementLine } from '../statements/statement-line.policy';
import { type BreakKind, differenceOf, reconcile } from './breaks.policy';
import type { ClearingItem } from './matching.policy';

const ON = '2026-11-25';

const item = (of: Partial<ClearingItem> = {}): ClearingItem => ({
  journal: 'j1',
  providerId: null,
  reference: null,
  sessionId: null,
  orderRef: null,
  amount: 2_500n,
  fee: 35n,
  currency: 'NGN',
  kind: 'payment',
  bookedOn: '2026-11-10',
  ...of,
});

const line = (of: Partial<StatementLine> = {}): StatementLine => ({
  line: 2,
  providerId: null,
  reference: null,
  orderRef: null,
  amount: 2_500n,
  fee: 35n,
  currency: 'NGN',
  status: 'booked',
  kind: 'payment',
  bookedOn: '2026-11-10',
  ...of,
});

const kinds = (lines: StatementLine[], items: ClearingItem[]): BreakKind[] =>
  reconcile(lines, items, ON).breaks.map(({ kind }) => kind);

const rules = (lines: StatementLine[], items: ClearingItem[]): string[] =>
  reconcile(lines, items, ON).matches.map(({ rule }) => rule);

describe('The rules of matching', () => {
  it.each([
    ['provider-id', line({ providerId: '9' }), item({ providerId: '9' })],
    ['reference', line({ reference: 'r1' }), item({ reference: 'r1' })],
    ['session', line({ reference: 'cs_1' }), item({ sessionId: 'cs_1' })],
    ['session', line({ orderRef: 'cs_1' }), item({ sessionId: 'cs_1' })],
    ['order', line({ orderRef: 'o1' }), item({ orderRef: 'o1' })],
  ])('match one line with one item by %s', (rule, there, here) => {
    expect(rules([there], [here])).toEqual([rule]);
    expect(kinds([there], [here])).toEqual([]);
  });

  it('match several lines of one reference with an item of their sum', () => {
    const parts = [
      line({ line: 2, reference: 'r1', amount: 1_000n, fee: 20n }),
      line({ line: 3, reference: 'r1', amount: 1_500n, fee: 15n }),
    ];
    expect(rules(parts, [item({ reference: 'r1' })])).toEqual(['sum']);
    expect(kinds(parts, [item({ reference: 'r1' })])).toEqual([]);
  });

  it('leave a reference alone that two items have', () => {
    const here = [item({ reference: 'r1' }), item({ journal: 'j2', reference: 'r1' })];
    expect(kinds([line({ reference: 'r1' })], here)).toEqual([
      'missing-here',
      'missing-there',
      'missing-there',
    ]);
  });

  it('leave a reference alone that is booked more than three days apart', () => {
    const there = line({ reference: 'r1', bookedOn: '2026-11-14' });
    expect(kinds([there], [item({ reference: 'r1' })])).toEqual(['missing-here', 'missing-there']);
  });

  it('never match two provider ids that differ', () => {
    const there = line({ providerId: '8', reference: 'r1' });
    expect(rules([there], [item({ providerId: '9', reference: 'r1' })])).toEqual([]);
  });

  it('do not match by amount and day alone', () => {
    expect(rules([line()], [item()])).toEqual([]);
  });
});

describe('A break', () => {
  it.each([
    ['amount', { amount: 2_400n }, { field: 'amount', here: '2500', there: '2400' }],
    ['fee', { fee: 36n }, { field: 'fee', here: '35', there: '36' }],
    ['currency', { currency: 'USD' as const }, { field: 'currency', here: 'NGN', there: 'USD' }],
    ['status', { status: 'failed' as const }, { field: 'status', here: 'booked', there: 'failed' }],
  ])('states both values of a differing %s', (kind, of, difference) => {
    const { breaks } = reconcile([line({ providerId: '9', ...of })], [item({ providerId: '9' })], ON);
    expect(breaks).toMatchObject([{ kind, differences: [difference] }]);
  });

  it('states every field that differs', () => {
    const there = line({ providerId: '9', amount: 1n, fee: 0n });
    const { breaks } = reconcile([there], [item({ providerId: '9' })], ON);
    expect(breaks[0]?.differences.map(({ field }) => field)).toEqual(['amount', 'fee']);
  });

  it('is a duplicate for the second line of a provider id', () => {
    const there = [line({ providerId: '9' }), line({ line: 3, providerId: '9' })];
    expect(kinds(there, [item({ providerId: '9' })])).toEqual(['duplicate']);
  });

  it('is of an unknown kind where the format has no entry for the kind of the line', () => {
    expect(kinds([line({ kind: null })], [])).toEqual(['unknown-kind']);
  });

  it('is not made of a failed line without an item', () => {
    expect(kinds([line({ status: 'failed' })], [])).toEqual([]);
  });

  it('is not made before the third day after the booking', () => {
    const late = { bookedOn: '2026-11-23' };
    const { breaks, expected } = reconcile([line({ reference: 'a', ...late })], [item(late)], ON);
    expect(breaks).toEqual([]);
    expect(expected.lines).toHaveLength(1);
    expect(expected.items).toHaveLength(1);
  });
});

const PLANTED = [
  'missing-there',
  'missing-here',
  'amount',
  'currency',
  'status',
  'fee',
  'duplicate',
  'unknown-kind',
] as const;

/** A month of payments in both lists, with breaks at random places of which the subject is known. */
function plant(seed: number): { lines: StatementLine[]; items: ClearingItem[]; planted: string[] } {
  let state = seed;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const lines: StatementLine[] = [];
  const items: ClearingItem[] = [];
  const planted: string[] = [];
  for (let n = 0; n < 300; n += 1) {
    const bookedOn = `2026-10-${String(1 + below(28)).padStart(2, '0')}`;
    const money = { amount: BigInt(1 + below(1_000_000)), fee: BigInt(below(500)), bookedOn };
    const ids = { providerId: `p${n}`, reference: `r${n}`, orderRef: `o${below(50)}` };
    const here = item({ ...money, ...ids, journal: `j${n}`, sessionId: `cs_${n}` });
    const there = line({ ...money, ...ids, line: n });
    const kind = below(12) === 0 ? PLANTED[below(PLANTED.length)] : undefined;
    if (kind) planted.push(`${kind} ${n}`);
    if (kind === 'amount') there.amount += 1n;
    if (kind === 'currency') there.currency = 'USD';
    if (kind === 'status') there.status = 'failed';
    if (kind === 'fee') there.fee += 1n;
    if (kind === 'unknown-kind') there.kind = null;
    if (kind !== 'missing-here') items.push(here);
    if (kind !== 'missing-there') lines.push(there);
    if (kind === 'duplicate') lines.push({ ...there, line: 1_000 + n });
    // Provider ids are lost by some companies; the reference has to be enough.
    else if (kind !== 'unknown-kind' && below(3) === 0) there.providerId = null;
  }
  for (let n = lines.length - 1; n > 0; n -= 1) {
    const other = below(n + 1);
    [lines[n], lines[other]] = [lines[other] as StatementLine, lines[n] as StatementLine];
  }
  return { lines, items, planted: planted.toSorted() };
}

// The long tests cover all seeds.
const SEEDS = process.env.CI ? 200 : 10;

describe('A reconciliation of 300 payments', () => {
  it.each(Array.from({ length: SEEDS }, (_, seed) => seed + 1))(
    'finds exactly the planted breaks of seed %i',
    (seed) => {
      const { lines, items, planted } = plant(seed);
      const { breaks, expected } = reconcile(lines, items, ON);
      const found = breaks.map(({ kind, lines: [first], item: here }) => {
        return `${kind} ${(here?.reference ?? first?.reference ?? '').slice(1)}`;
      });
      expect(found.toSorted()).toEqual(planted);
      expect(expected).toEqual({ lines: [], items: [] });
      for (const part of ['amount', 'fee'] as const) {
        const open = breaks.flatMap(({ item: here }) => here ?? []);
        const there = breaks.flatMap((one) => one.lines);
        expect(differenceOf(there, open, part)).toEqual(differenceOf(lines, items, part));
      }
    },
  );
});
