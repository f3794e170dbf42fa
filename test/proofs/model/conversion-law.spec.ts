import type { Currency } from '@app/kernel';
import * as fc from 'fast-check';
import { type Platform, startPlatform } from '../../support/platform';
import { amountOf, isLong, report, seed, SHORT_LIMIT_MS } from '../support/proof';
import { register } from './accounts';
import { Conversions, type Step } from './conversions';
import { Service } from './service';
import { MODELLED } from './step';
import { World } from './world';

const SEQUENCES = amountOf('SEQUENCES', { short: 40, long: 5000 });
const STEPS = 30;

jest.setTimeout(isLong ? 3_600_000 : SHORT_LIMIT_MS);

const account = fc.nat(MODELLED.length - 1);
const conversion = fc.record({
  kind: fc.constantFrom('transfer' as const, 'payroll' as const, 'request' as const, 'checkout' as const),
  from: account,
  to: account,
  permille: fc.bigInt(1n, 900n),
});
const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: conversion },
  {
    weight: 2,
    // A move of the market, by up to 2 % per currency.
    arbitrary: fc.record({
      kind: fc.constant('market' as const),
      permille: fc.tuple(...MODELLED.map(() => fc.bigInt(-20n, 20n))),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('checkout-rate' as const),
      base: fc.constantFrom<Currency[]>('USD', 'EUR', 'GHS'),
      permille: fc.bigInt(-20n, 20n),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('spread' as const),
      base: fc.constantFrom<Currency[]>('USD', 'EUR', 'GHS'),
      basisPoints: fc.integer({ min: 0, max: 1000 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(60_000, 2 * 3_600_000) }),
  },
);

/**
 * The law of conversions: what one owner holds, valued at the live rates of the moment, never grows by a conversion.
 * So no sequence of conversions over any path gains anything beyond what the rates moved while the owner held a balance.
 */
describe(`The law of conversions (SEED=${seed})`, () => {
  let platform: Platform;
  let conversions: Conversions;
  let sequences = 0;

  beforeAll(async () => {
    platform = await startPlatform({ apps: ['business', 'checkout'], env: { RATE_LIMITS: 'false' } });
    platform.clock.freeze();
    const service = new Service(platform);
    const world = new World(platform.clock.now().getTime());
    for (const currency of MODELLED) await register(world, service, currency);
    conversions = new Conversions(platform, service, world);
    await conversions.begin();
  });
  afterAll(async () => {
    const { done, refused } = conversions;
    report(
      `law of conversions: SEED=${seed}, ${sequences} sequences, ${done} conversions, ${refused} refused`,
    );
    await platform.proveAndStop();
  });

  it('holds for sequences of conversions in any order while live and set rates move', () =>
    fc.assert(
      fc.asyncProperty(fc.array(steps, { minLength: 1, maxLength: STEPS, size: 'max' }), async (sequence) => {
        sequences += 1;
        for (const step of sequence) await conversions.take(step);
      }),
      // A sequence begins with the balances and rates that the one before it left.
      { seed, numRuns: SEQUENCES, endOnFailure: true },
    ));

  it('was tried with each kind of conversion', () =>
    expect([...conversions.kindsDone].sort()).toEqual(['checkout', 'payroll', 'request', 'transfer']));
});
