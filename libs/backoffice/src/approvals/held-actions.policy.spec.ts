import { type Currency, Money, Rate } from '@app/kernel';
import { HELD_ACTIONS, reachesLimit } from './held-actions.policy';

const money = (minor: bigint, currency: Currency) => new Money(minor, currency);

describe('The amount from which an action is held', () => {
  const rates = new Map([
    ['USD', Rate.parse('1')],
    ['NGN', Rate.parse('1500').inverse()],
    ['GBP', null],
  ]);
  const reaches = (...amounts: Money[]) => reachesLimit(amounts, rates, 10_000);

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
    expect(reachesLimit([money(1n, 'USD')], rates, 1)).toBe(true);
    expect(reachesLimit([money(199n, 'USD')], rates, 2)).toBe(false);
  });
});

describe('A rate that staff set', () => {
  const isHeld = (set: string, compared: string | null) =>
    HELD_ACTIONS['fx.set']!.when({
      rate: { set: Rate.parse(set), compared: compared === null ? null : Rate.parse(compared) },
      isLarge: true,
    });

  it.each([
    ['1500', '1000', false],
    ['1500.000000000000000001', '1000', true],
    ['1000', '1500', false],
    ['999.999999999999999999', '1500', true],
    ['15000', '1500', true],
    ['0.5', null, true],
  ])('of %s where %s is compared: held %s', (set, compared, held) =>
    expect(isHeld(set, compared)).toBe(held),
  );

  it('is held where the action gives no rate', () => {
    expect(HELD_ACTIONS['fx.set']!.when({ isLarge: false })).toBe(true);
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
  ] as const)('from %s to %s: held %s', (before, after, held) =>
    expect(HELD_ACTIONS['users.set-role']!.when({ role: { before, after }, isLarge: true })).toBe(held),
  );

  it('is held where the action gives no role', () => {
    expect(HELD_ACTIONS['users.set-role']!.when({ isLarge: false })).toBe(true);
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
  ])('for %j: held %s', (before, held) =>
    expect(HELD_ACTIONS['users.unfreeze']!.when({ frozenFor: { before, after: null }, isLarge: true })).toBe(
      held,
    ),
  );

  it.each(['users.unfreeze', 'users.set-freeze-reason'])(
    'is held where %s gives no reason of the freeze',
    (name) => expect(HELD_ACTIONS[name]!.when({ isLarge: false })).toBe(true),
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
    expect(
      HELD_ACTIONS['users.set-freeze-reason']!.when({ frozenFor: { before, after }, isLarge: true }),
    ).toBe(held),
  );
});

it.each([
  [true, false],
  [false, true],
  [undefined, true],
])('A legal hold that is %s afterwards: held %s', (legalHold, held) =>
  expect(HELD_ACTIONS['users.set-legal-hold']!.when({ legalHold, isLarge: true })).toBe(held),
);
