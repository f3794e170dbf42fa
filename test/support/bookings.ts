import { SERVICE_ACCOUNTS, serviceAccountId } from '@app/database';
import { CURRENCIES, type Currency, Money } from '@app/kernel';
import { type Booking, MoneyEvent } from '@app/ledger';
import * as fc from 'fast-check';

export const ngn = (minor: bigint): Money => new Money(minor, 'NGN');
export const usd = (minor: bigint): Money => new Money(minor, 'USD');

export const someMoney = fc
  .tuple(fc.bigInt(1n, 10n ** 14n), fc.constantFrom(...CURRENCIES))
  .map(([minor, currency]) => new Money(minor, currency));
/** Two amounts of equal value; the same amount if the currency is the same. */
export const someExchange = fc
  .tuple(someMoney, someMoney)
  .map(([a, b]) => [a, a.currency === b.currency ? a : b] as const);

const NAMES = new Map(
  CURRENCIES.flatMap((currency) =>
    SERVICE_ACCOUNTS.map((code) => [serviceAccountId(code, currency), `${code} ${currency}`]),
  ),
);

/** The change of each account, in smallest units. */
export function effect(event: MoneyEvent): Record<string, bigint> {
  return Object.fromEntries(
    legsOf(event.booking()).map(({ accountId, amount }) => [NAMES.get(accountId) ?? accountId, amount.minor]),
  );
}

/** How a history shows the booking: without its money. */
export function shown(event: MoneyEvent): object {
  const { legs: _, amount: __, fee: ___, ...rest } = event.booking()!;
  return rest;
}

/**
 * Tests the bookings of a `.money.ts` file with arbitrary events of each class that it exports: `events`, by the name of
 * the class.
 */
export function testBookings(file: object, events: Record<string, fc.Arbitrary<MoneyEvent>>): void {
  it.each(Object.entries(events))('%s is booked so that each currency sums to zero', (name, some) => {
    fc.assert(
      fc.property(some, (event) => {
        const booking = event.booking();
        expect(event.constructor.name).toBe(name);
        expect(event.type).toMatch(/^[a-z]+\.[a-z-]+$/);
        expect([...sums(booking).values()].filter((total) => total !== 0n)).toEqual([]);
        expect(legsOf(booking).length).toBeGreaterThanOrEqual(2);
        expect(booking!.amount.minor).toBeGreaterThan(0n);
      }),
    );
  });

  it('every event of the file that moves money is tested', () => {
    const classes = Object.entries(file).filter(
      ([, value]) => typeof value === 'function' && value.prototype instanceof MoneyEvent,
    );
    expect(Object.keys(events).sort()).toEqual(classes.map(([name]) => name).sort());
  });
}

function legsOf(booking: Booking | null): Booking['legs'] {
  return (booking?.legs ?? []).filter(({ amount }) => !amount.isZero);
}

function sums(booking: Booking | null): Map<Currency, bigint> {
  const totals = new Map<Currency, bigint>();
  for (const { amount } of legsOf(booking))
    totals.set(amount.currency, (totals.get(amount.currency) ?? 0n) + amount.minor);
  return totals;
}
