import { type Currency, Money, Rate } from '@app/kernel';
import type { ActionFacts } from '@app/http';
import {
  HELD_ACTIONS,
  kindOf,
  NO_ACTIONS,
  reachesLimit,
  type RuleFacts,
  worthOf,
} from './held-actions.policy';

/** Whether the rule holds an action with these facts. */
const holds = (name: string, facts: ActionFacts & Partial<RuleFacts>) =>
  HELD_ACTIONS[name]!.when({ usdCents: 0n, isLarge: true, ratesBefore: [], ...facts });

const money = (minor: bigint, currency: Currency) => new Money(minor, currency);

describe('The amount from which an action is held', () => {
  const rates = new Map([
    ['USD', Rate.parse('1')],
    ['NGN', Rate.parse('1500').inverse()],
    ['GBP', null],
  ]);
  const reaches = (...amounts: Money[]) => reachesLimit(worthOf(amounts, rates), NO_ACTIONS, 10_000);

  it('is included', () => {
    expect([reaches(money(999_999n, 'USD')), reaches(money(1_000_000n, 'USD'))]).toEqual([false, true]);
    expect([reaches(money(1_499_998_500n, 'NGN')), reaches(money(1_500_000_000n, 'NGN'))]).toEqual([
      false,
      true,
    ]);
  });

  it('is rounded up to the cent, so that a remainder never lets it pass', () => {
    expect(reaches(money(1_499_998_501n, 'NGN'))).toBe(true);
  });

  it('is reached where one of several amounts reaches it', () => {
    expect(reaches(money(1n, 'USD'), money(1_500_000_000n, 'NGN'))).toBe(true);
  });

  it('is reached by every amount without a rate, and with a limit of 1', () => {
    expect([reaches(money(1n, 'GBP')), reaches(money(100n, 'EUR'))]).toEqual([true, true]);
    expect(reachesLimit(1n, NO_ACTIONS, 1)).toBe(true);
    expect(reachesLimit(199n, NO_ACTIONS, 2)).toBe(false);
  });

  it('is reached together with like actions of the last day', () => {
    const after = (usdCents: bigint) => reachesLimit(1n, { usdCents, ratesBefore: [] }, 10_000);
    expect([after(999_998n), after(999_999n)]).toEqual([false, true]);
  });

  it('counts payouts together, and so it does decisions about unapplied payments', () => {
    const kinds = [
      'payouts.complete',
      'payouts.fail',
      'payouts.fund-float',
      'unapplied.apply',
      'unapplied.refund',
    ];
    expect(kinds.map((name) => kindOf(HELD_ACTIONS[name]!, {}))).toEqual([
      ...['payouts', 'payouts', 'payouts.fund-float', 'unapplied', 'unapplied'],
    ]);
    expect(kindOf(HELD_ACTIONS['users.set-role']!, {})).toBeNull();
  });
});

describe('A rate that staff set', () => {
  const isHeld = (set: string, compared: string | null) =>
    holds('fx.set', {
      rate: {
        of: 'USD/NGN',
        set: Rate.parse(set),
        compared: compared === null ? null : Rate.parse(compared),
      },
      isLarge: true,
    });

  it.each([
    ['1500', '1000', false],
    ['1500.000000000000000001', '1000', true],
    ['1000', '1500', false],
    ['999.999999999999999999', '1500', true],
    ['15000', '1500', true],
    ['0.5', null, true],
  ])('a rate of %s compared with %s is held: %s', (set, compared, held) =>
    expect(isHeld(set, compared)).toBe(held),
  );

  it('is compared with the rate before every one that the person set in the last day', () => {
    const rate = { of: 'USD/NGN', set: Rate.parse('2900'), compared: Rate.parse('2100') };
    expect(holds('fx.set', { rate })).toBe(false);
    expect(holds('fx.set', { rate, ratesBefore: [Rate.parse('2000')] })).toBe(false);
    expect(holds('fx.set', { rate, ratesBefore: [Rate.parse('2000'), Rate.parse('1500')] })).toBe(true);
    expect(kindOf(HELD_ACTIONS['fx.set']!, { rate })).toBe('fx.set USD/NGN');
  });

  it('is held where the action gives no rate', () => {
    expect(holds('fx.set', { isLarge: false })).toBe(true);
  });
});

describe('A change of a staff role', () => {
  it.each([
    [null, 'support', false],
    ['finance', 'support', false],
    ['finance', null, false],
    ['support', 'finance', true],
    ['finance', 'compliance', true],
    [null, 'compliance', true],
    [null, 'admin', true],
    ['admin', null, true],
    ['admin', 'support', true],
  ] as const)('is held from %s to %s: %s', (before, after, held) =>
    expect(holds('users.set-role', { role: { before, after }, isLarge: true })).toBe(held),
  );

  it('is held where the action gives no role', () => {
    expect(holds('users.set-role', { isLarge: false })).toBe(true);
  });
});

describe('The end of a freeze', () => {
  it.each([
    ['aml', true],
    ['AML: many small deposits', true],
    ['Reported (aml-team)', true],
    ['AML_case_17', true],
    ['AML2026-11', true],
    ['A.M.L. case', true],
    ['ＡＭＬ', true],
    ['Suspected money-laundering', true],
    ['Éaml', false],
    ['Reported by a customer', false],
    ['A camlet was stolen', false],
    [null, false],
  ])('is held for %j: %s', (before, held) =>
    expect(holds('users.unfreeze', { frozenFor: { before, after: null }, isLarge: true })).toBe(held),
  );

  it.each(['users.unfreeze', 'users.set-freeze-reason'])(
    'is held where %s gives no reason of the freeze',
    (name) => expect(holds(name, { isLarge: false })).toBe(true),
  );
});

describe('Another reason of a freeze', () => {
  it.each([
    ['Reported by a customer', 'AML: many small deposits', false],
    [null, 'AML: many small deposits', false],
    ['AML case 17', 'AML case 18', false],
    ['Reported by a customer', 'Reported by two customers', false],
    ['AML: many small deposits', 'A mistake', true],
  ])('%j replaced by %j: held %s', (before, after, held) =>
    expect(holds('users.set-freeze-reason', { frozenFor: { before, after }, isLarge: true })).toBe(held),
  );
});

it.each([
  [true, false],
  [false, true],
  [undefined, true],
])('a legal hold that is %s afterwards is held: %s', (legalHold, held) =>
  expect(holds('users.set-legal-hold', { legalHold, isLarge: true })).toBe(held),
);
