import { readFileSync } from 'node:fs';
import path from 'node:path';
import { behaviourOf, SIMULATED_OTP, SIMULATED_PIN } from '../libs/simulator/src/charges/test-cards.policy';
import { behaviourOfPayer, behaviourOfPhone } from '../libs/simulator/src/charges/test-phones.policy';
import { behaviourOfBvn } from '../libs/simulator/src/bvn/test-numbers.policy';
import { holderOfAccount, scriptOfAccount } from '../libs/simulator/src/payouts/test-accounts.policy';
import { scriptOfMailbox } from '../libs/simulator/src/payouts/test-mailboxes.policy';
import { SIMULATED_BANKS } from '../libs/simulator/src/payouts/simulated-banks.policy';
import { testOutcomeOf } from '../libs/subscriptions/src/autopay/test-outcome.policy';
import { TEST_CODE } from '../libs/checkout/src/buyers/buyer-codes.service';

const ROOT = path.resolve(__dirname, '..');
const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
const TEST_DATA = read('docs/reference/test-data.md');

/** The rows of the tables of a section, below their heads, without the marks of code. */
function rowsOf(page: string, heading: string): string[][] {
  const section = page.split(`\n## ${heading}\n`)[1]!.split('\n## ')[0]!;
  const lines = section.split('\n');
  return lines
    .filter((line, i) => line.startsWith('|') && !/^\| -/.test(line) && !/^\| -/.test(lines[i + 1] ?? ''))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.replaceAll('`', '').trim()),
    );
}

/** What the page says about each key of the section's tables. */
const factsOf = (heading: string) => Object.fromEntries(rowsOf(TEST_DATA, heading) as [string, string][]);
const described = <T>(heading: string, behaviour: (key: string) => T) =>
  Object.fromEntries(Object.keys(factsOf(heading)).map((key) => [key, behaviour(key)]));

describe('The test data of the documentation', () => {
  it('has every card with its behaviour', () => {
    const number = (key: string) => key.replaceAll(' ', '');
    const of = (key: string) =>
      behaviourOf({ number: number(key), expiryMonth: '12', expiryYear: '99', cvv: '123' }, new Date());
    expect(described('Cards', (key) => of(key).kind)).toEqual({
      '4000 0000 0000 0000': 'approve',
      '4000 0000 0000 0002': 'decline',
      '4000 0000 0000 0010': 'decline',
      '4000 0000 0000 0226': 'otp',
      '4000 0000 0000 0341': 'pin',
      '4000 0000 0000 0366': 'pin-otp',
      '4000 0000 0000 3220': 'challenge',
    });
    const source = read('libs/simulator/src/charges/test-cards.policy.ts');
    const known = [...source.matchAll(/\['(\d{16})'/g)].map(([, card]) => card);
    expect(Object.keys(factsOf('Cards')).map(number)).toEqual(known);
  });

  it('has the codes of the simulator', () => {
    const [pin, otp, code] = rowsOf(TEST_DATA, 'PINs and codes').map(([, value]) => value);
    expect([pin, otp, code]).toEqual([SIMULATED_PIN, SIMULATED_OTP, TEST_CODE]);
  });

  it('has the addresses that decide charges of subscriptions', () => {
    const outcomes = rowsOf(TEST_DATA, 'Saved cards and wallets').map(([address]) => [
      address,
      [0, 1, 2].map((declined) => behaviourOfPayer(address!, declined)),
      [1, 2, 3].map((attempt) => testOutcomeOf(address!, attempt)),
    ]);
    const failed = 'insufficient_funds';
    expect(outcomes).toEqual([
      ['ada+declined@example.com', ['decline', 'decline', 'decline'], [failed, failed, failed]],
      ['ada+declined2@example.com', ['decline', 'decline', 'approve'], [failed, failed, null]],
      ['ada+stepup@example.com', ['step-up', 'step-up', 'step-up'], [null, null, null]],
      ['any other', ['approve', 'approve', 'approve'], [null, null, null]],
    ]);
  });

  it('has the phone numbers that end a payment', () => {
    const phones = rowsOf(TEST_DATA, 'Other payment methods').filter(([, , example]) => example);
    expect(phones.map(([digits, , example]) => [digits, behaviourOfPhone(example!)])).toEqual([
      ['0001', 'approve'],
      ['0002', 'decline'],
      ['0003', 'redirect'],
      ['any other', 'wait'],
    ]);
  });

  it('has every account, bank and address of payouts with a result of its own', () => {
    const keys = Object.keys(factsOf('Payout accounts'));
    const accounts = keys.filter((key) => key.startsWith('99'));
    expect(accounts).toEqual(Array.from({ length: 8 }, (_, i) => `990000000${i + 1}`));
    expect(accounts.map(scriptOfAccount)).not.toContain('delivered');
    expect(scriptOfAccount('9900000009')).toBe('delivered');
    expect(['0000000000', '0000000009'].map((key) => [keys.includes(key), holderOfAccount(key)])).toEqual([
      [true, null],
      [true, 'away'],
    ]);
    const banks = Object.entries(SIMULATED_BANKS).map(([country, list]) => [
      country,
      list.map(({ code }) => code).join(', '),
    ]);
    expect(banks.map(([country]) => [country, factsOf('Payout accounts')[country!]])).toEqual(banks);
    const source = read('libs/simulator/src/payouts/test-mailboxes.policy.ts');
    const [, table] = /SCRIPTS[^{]*\{([^}]*)\}/.exec(source)!;
    const names = [...table!.matchAll(/^ *'?([\w-]+)'?:/gm)].map(([, name]) => name!);
    expect(keys.filter((key) => scriptOfMailbox(`${key}@example.com`) !== 'delivered')).toEqual(names);
  });

  it('has every BVN with a result of its own', () => {
    const numbers = Array.from({ length: 10 }, (_, digit) => `9999999999${digit}`);
    const special = numbers.filter((number) => behaviourOfBvn(number) !== 'match');
    expect(Object.keys(factsOf('BVNs'))).toEqual(special);
  });
});

describe('The keys of the documentation', () => {
  const page = read('docs/reference/keys.md');
  const prefixesOf = (heading: string) =>
    rowsOf(page, heading).flatMap(([cell]) => cell!.split(', ').filter((name) => name.endsWith('_')));

  it('have the prefixes of the code', () => {
    const keys = read('libs/merchants/src/apps/api-keys.service.ts').match(/'[a-z]+_[a-z]+_'/g)!;
    const secret = /'whsec_'/.exec(read('libs/webhooks/src/deliveries/signature.policy.ts'))!;
    expect(prefixesOf('Keys of apps').sort()).toEqual(
      [...keys, ...secret].map((text) => text.slice(1, -1)).sort(),
    );
  });

  it('have the prefixes of ids', () => {
    const sources = [
      ...['checkout/src/sessions/session-tokens.service', 'subscriptions/src/plans/commands/create-plan'],
      ...['subscriptions/src/commands/subscribe-customer', 'deposits/src/deposits/deposit.aggregate'],
      ...[
        'subscriptions/src/invoices/subscription-billing.service',
        'deposits/src/virtual-accounts/virtual-accounts.store',
      ],
    ];
    const made = sources.flatMap((file) =>
      [...read(`libs/${file}.ts`).matchAll(/`([a-z]+_)(\$\{mode\}_)?\$\{/g)].flatMap(([, prefix, ofMode]) =>
        ofMode ? [`${prefix}live_`, `${prefix}test_`] : [prefix!],
      ),
    );
    expect(prefixesOf('Ids').sort()).toEqual([...new Set(made)].sort());
  });
});
