import { Commands } from '@app/write-path';
import { SetCheckoutRate } from '@app/fx';
import { Rate } from '@app/kernel';
import * as fc from 'fast-check';
import { setSpread } from '../../support/rates';
import type { Ratio } from './reference-books';
import type { Service } from './service';
import { letPass, MODELLED, type Modelled, Step } from './step';
import type { World } from './world';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const USUAL: Record<Modelled, bigint> = { NGN: 1500n, USD: 1n, EUR: 1n, GHS: 11n };
const MILLION = 1_000_000n;

/**
 * Rates close to the usual one, or between half and double of it, in millionths. `ageMs` is their age at the source.
 */
export const ratesChanged = fc
  .record({
    millionths: fc.oneof(fc.bigInt(985_000n, 1_015_000n), fc.bigInt(500_000n, 2_000_000n)),
    ageMs: fc.constantFrom(0, HOUR, 2 * HOUR),
  })
  .map((request) => new Step('SetRates', request, (world, service) => setRates(world, service, request)));

export const checkoutRatesChanged = fc
  .record({
    code: fc.constantFrom('USD' as const, 'EUR' as const),
    /** From the live rate; more than 20 of 1,000 make the rate unavailable. */
    permille: fc.oneof(fc.bigInt(-25n, 25n), fc.constantFrom(-20n, 0n, 20n)),
  })
  .map(
    ({ code, permille }) =>
      new Step('SetCheckoutRate', { code, permille }, (world, service) => {
        const { over, under } = world.books.nairaFor(code);
        return setCheckoutRate(world, service, { code, thousandths: (over * (1000n + permille)) / under });
      }),
  );

/** Currencies with a spread against the naira. */
export const SPREAD_CURRENCIES = ['USD', 'GHS'] as const;

export const spreadsChanged = fc
  .record({
    code: fc.constantFrom(...SPREAD_CURRENCIES),
    basisPoints: fc.integer({ min: 0, max: 1000 }),
  })
  .map(
    ({ code, basisPoints }) =>
      new Step('SetSpread', { code, basisPoints }, (world, service) =>
        setNairaSpread(world, service, { code, basisPoints }),
      ),
  );

/** Steps just before and after the times at which a rate becomes too old and a key is deleted. */
export const waits = fc
  .constantFrom(
    SECOND,
    HOUR,
    2 * HOUR - SECOND,
    2 * HOUR,
    24 * HOUR - 2 * SECOND,
    24 * HOUR,
    24 * HOUR + SECOND,
    7 * 24 * HOUR - SECOND,
  )
  .map(
    (ms) =>
      new Step('Wait', { ms }, (world, service) => {
        letPass(world, service, ms);
        return Promise.resolve();
      }),
  );

export async function setRates(
  { books }: World,
  service: Service,
  { millionths, ageMs }: { millionths: bigint; ageMs: number },
): Promise<void> {
  const asOf = books.now - ageMs;
  const rates = new Map<Modelled, string>();
  for (const code of MODELLED) {
    const rate = { over: code === 'USD' ? MILLION : millionths * USUAL[code], under: MILLION };
    books.setRate(code, rate, asOf);
    rates.set(code, decimal(rate));
  }
  const quote = { base: 'USD', source: 'model', asOf: new Date(asOf), rates } as const;
  await service.rates.add(quote, new Date(books.now));
}

export async function setNairaSpread(
  { books }: World,
  { platform }: Service,
  { code, basisPoints }: { code: (typeof SPREAD_CURRENCIES)[number]; basisPoints: number },
): Promise<void> {
  books.setSpread(code, 'NGN', BigInt(basisPoints));
  await setSpread(platform, [code, 'NGN'], basisPoints);
}

export async function setCheckoutRate(
  { books }: World,
  { platform, ids }: Service,
  { code, thousandths }: { code: 'USD' | 'EUR'; thousandths: bigint },
): Promise<void> {
  const rate = { over: thousandths, under: 1000n };
  books.setCheckoutRate(code, rate);
  const command = new SetCheckoutRate(code, 'NGN', Rate.parse(decimal(rate)), ids[0]!);
  await platform.inside('business', Commands).execute(command);
}

/** `under` is a power of ten. */
function decimal({ over, under }: Ratio): string {
  const places = String(under).length - 1;
  const digits = String(over).padStart(places + 1, '0');
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`;
}
