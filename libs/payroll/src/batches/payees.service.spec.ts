import type { DirectoryEntry } from '@app/accounts';
import { type Currency, type DomainError, Money, Rate } from '@app/kernel';
import type { Parties } from '@app/wallet';
import { paymentsOf } from './payees.service';
import { MAX_ROWS_NAMED } from './payroll.errors';

const EMPLOYER = 'employer';
const OWNED = { id: EMPLOYER, own: new Set(['sister']) };
const ngn = (minor: bigint) => new Money(minor, 'NGN');
const RATES = new Map<Currency, Rate | null>([
  ['NGN', Rate.fromFraction(1n, 1n)],
  ['USD', Rate.fromFraction(1n, 1600n)],
  ['GHS', null],
]);

function rowFor(id: string | null, currency: Currency = 'NGN', minor = 100_000n, name = `@${id}`) {
  const to = { walletId: `${id}-${currency}`, accountId: `${id}-${currency}`, currency };
  const recipient = { id, usertag: id } as DirectoryEntry;
  const parties: Parties | null = id === null ? null : { senderTag: 'boss', from: null, recipient, to };
  return { recipient: name, amount: ngn(minor), note: null, parties };
}

function refusalOf(rows: ReturnType<typeof rowFor>[]): DomainError {
  try {
    paymentsOf(OWNED, rows, RATES);
  } catch (error) {
    return error as DomainError;
  }
  throw new Error('not refused');
}

describe('the rows of a payroll', () => {
  it('are paid as sent within a currency, and rounded down into another', () => {
    const payments = paymentsOf(OWNED, [rowFor('ada'), rowFor('ben', 'USD', 3199n)], RATES);
    expect(payments.map(({ recipient, received }) => [recipient.accountId, received])).toEqual([
      ['ada-NGN', ngn(100_000n)],
      ['ben-USD', new Money(1n, 'USD')],
    ]);
  });

  it('are refused together, each named with its reason, in their order', () => {
    const rows = [
      rowFor(null, 'NGN', 1n, 'stranger'),
      rowFor('ada'),
      rowFor(EMPLOYER),
      rowFor('sister'),
      rowFor('ada', 'NGN', 5n, 'a@x.co'),
      rowFor('ben', 'USD', 1599n),
      rowFor('kofi', 'GHS'),
      rowFor('eve'),
    ];
    const { kind, code, message, extra, decidedOnState } = refusalOf(rows);
    expect([kind, code, decidedOnState]).toEqual(['not-found', 'NOT_FOUND', false]);
    expect(message).toBe(
      'No payment was made. Row 1 (stranger): There is no such account. 5 more cannot be paid either.',
    );
    expect(extra).toMatchObject({
      rows: [
        { row: 1, recipient: 'stranger', reason: 'unknown_recipient' },
        { row: 3, recipient: '@employer', reason: 'yourself' },
        { row: 4, recipient: '@sister', reason: 'same_owner' },
        { row: 5, recipient: 'a@x.co', reason: 'duplicate', message: 'This is the recipient of row 2.' },
        { row: 6, recipient: '@ben', reason: 'converts_to_nothing' },
        { row: 7, recipient: '@kofi', reason: 'no_exchange_rate' },
      ],
      rows_refused: 6,
    });
    expect(extra.errors).toBeUndefined();
  });

  it.each([
    ['VALIDATION_ERROR', [rowFor('ada'), rowFor('ada'), rowFor('kofi', 'GHS')], false],
    ['FX_RATE_UNAVAILABLE', [rowFor('ada'), rowFor('kofi', 'GHS')], true],
  ] as const)('are refused with %s, and only a rate may come back unasked', (expected, rows, decided) => {
    const { kind, code, decidedOnState } = refusalOf([...rows]);
    expect([kind, code, decidedOnState]).toEqual(['invalid', expected, decided]);
  });

  it('name the first row of a person, also when the person occurs a third time', () => {
    const { extra } = refusalOf([rowFor('ada'), rowFor('ada'), rowFor('ada')]);
    expect(extra.rows).toMatchObject([
      { row: 2, message: 'This is the recipient of row 1.' },
      { row: 3, message: 'This is the recipient of row 1.' },
    ]);
    expect(extra.errors).toMatchObject([
      { field: 'recipients[1].recipient' },
      { field: 'recipients[2].recipient' },
    ]);
  });

  it('are counted if they are refused by the hundred, and the first of them named', () => {
    const { extra } = refusalOf(Array.from({ length: 250 }, () => rowFor(null)));
    expect([(extra.rows as object[]).length, extra.rows_refused]).toEqual([MAX_ROWS_NAMED, 250]);
  });
});
