import { addSeconds, DomainError, Money } from '@app/kernel';
import { DepositConfirmed } from '@app/ledger';
import { Deposit, MAX_TRIES, txRefOf } from './deposit.aggregate';
import { DepositDeclined } from './deposit.events';
import { depositStates, type DepositStatus } from './deposit.states';

const NOW = new Date('2025-11-21T12:00:00Z');
const later = (seconds: number) => addSeconds(NOW, seconds);
const OWNER = '00000000-0000-7000-8000-000000000001';
const WALLET = { walletId: 'wallet', accountId: 'account' };
const ngn = (minor: bigint) => new Money(minor, 'NGN');

function opened(method: 'gateway' | 'checkout' = 'gateway'): Deposit {
  return Deposit.initiate({ ownerId: OWNER, amount: ngn(5000n), method, redirectUrl: null }, NOW);
}

function charged(deposit = opened(), requestKey: string | null = null): Deposit {
  deposit.beginCharge({ redirectUrl: null, requestKey }, NOW);
  return deposit;
}

function waiting(authMode: 'pin' | 'otp' | 'redirect' = 'otp'): Deposit {
  const deposit = charged();
  deposit.isKnownAs('gw-1');
  deposit.await(authMode, NOW);
  return deposit;
}

function declined(): Deposit {
  const deposit = waiting();
  deposit.fail('Too many wrong codes.', NOW);
  return deposit;
}

function confirm(
  deposit: Deposit,
  transactionId = '1',
  amount = ngn(5000n),
  reference = deposit.reference,
): void {
  deposit.confirm({ reference, gateway: 'simulator', transactionId, amount }, WALLET, NOW);
}

function refusalOf(act: () => void): string {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(DomainError);
    return (error as DomainError).code;
  }
  throw new Error('it was not refused');
}

describe('the states of a deposit', () => {
  const states = Object.keys(depositStates.table) as DepositStatus[];
  const verbs = ['charge', 'await', 'submit', 'fail', 'confirm'] as const;
  const allowed = [
    'pending charge processing',
    'pending confirm successful',
    'processing await awaiting',
    'processing fail failed',
    'processing confirm successful',
    'awaiting submit processing',
    'awaiting fail failed',
    'awaiting confirm successful',
    'failed charge processing',
    'failed confirm successful',
  ];

  it('change in these ways and in no other', () => {
    const rows = states.flatMap((state) =>
      verbs.map((verb) => [state, verb, depositStates.table[state][verb]]),
    );
    expect(rows.filter(([, , to]) => to).map((row) => row.join(' '))).toEqual(allowed);
    expect(states.filter((state) => depositStates.isTerminal(state))).toEqual(['successful']);
  });
});

describe('a deposit', () => {
  it('has an unguessable reference, which its first charge bears at the gateway and later ones number', () => {
    const deposit = charged();
    expect(deposit.txRef).toMatch(/^dep_[0-9A-Za-z]{22}$/);
    expect(deposit.reference).toBe(deposit.txRef);
    deposit.fail('Declined', NOW);
    charged(deposit);
    expect(deposit.reference).toBe(`${deposit.txRef}-2`);
    expect(['', '-2', '-3', '-02'].map((suffix) => deposit.hasCharged(deposit.txRef + suffix))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(txRefOf(deposit.reference)).toBe(deposit.txRef);
  });

  it.each([
    '',
    'dep_',
    `dep_${'a'.repeat(21)}`,
    `dep_${'a'.repeat(22)}-0`,
    `cs_live_${'a'.repeat(22)}`,
    `dep_${'é'.repeat(22)}`,
  ])('does not take %j for a reference of its kind', (reference) => expect(txRefOf(reference)).toBeNull());

  it('is charged by one request at a time, and never again once it is paid', () => {
    expect(() => charged(charged())).toThrow('in progress');
    expect(() => charged(waiting())).toThrow('in progress');
    const paid = charged();
    confirm(paid);
    expect(() => charged(paid)).toThrow('already paid');
  });

  it('opened for a hosted page takes no direct charge', () => {
    expect(refusalOf(() => charged(opened('checkout')))).toBe('INVALID_STATE');
  });

  it('may be charged anew after a decline, with a full set of tries', () => {
    const deposit = waiting();
    deposit.submitCode(null, NOW);
    deposit.fail('Incorrect one-time password', NOW);
    expect(deposit).toMatchObject({ status: 'failed', isOpen: false });
    charged(deposit);
    expect(deposit).toMatchObject({
      status: 'processing',
      tries: 0,
      gwRef: null,
      failureReason: null,
      attempts: 2,
    });
  });

  it('tells of its decline once', () => {
    const deposit = charged();
    deposit.fail('Declined', NOW);
    deposit.fail('Declined', NOW);
    expect(deposit.getUncommittedEvents().map(({ type }) => type)).toEqual([DepositDeclined.type]);
  });
});

describe('codes', () => {
  it.each(['pin', 'otp'] as const)('are taken by a charge that waits for a %s', (mode) => {
    const deposit = waiting(mode);
    deposit.submitCode(null, NOW);
    expect(deposit).toMatchObject({ status: 'processing', tries: 1 });
  });

  it('are not taken by a charge that waits for the bank page, nor while one is on its way', () => {
    expect(refusalOf(() => waiting('redirect').submitCode(null, NOW))).toBe('INVALID_STATE');
    const deposit = waiting();
    deposit.submitCode(null, NOW);
    expect(refusalOf(() => deposit.submitCode(null, NOW))).toBe('INVALID_STATE');
  });

  it('are guessed at most five times: the fifth refused one voids the charge', () => {
    const deposit = waiting();
    for (let guess = 1; guess < MAX_TRIES; guess++) {
      deposit.submitCode(null, NOW);
      deposit.refuseCode(NOW);
      expect(deposit).toMatchObject({ status: 'awaiting', tries: guess });
    }
    deposit.submitCode(null, NOW);
    deposit.refuseCode(NOW);
    expect(deposit).toMatchObject({ status: 'failed', failureReason: 'Too many wrong codes.' });
    expect(refusalOf(() => deposit.submitCode(null, NOW))).toBe('INVALID_STATE');
  });

  it('count over both steps of a card that asks for a PIN and then for a password', () => {
    const deposit = waiting('pin');
    deposit.submitCode(null, NOW);
    deposit.await('otp', NOW);
    deposit.submitCode(null, NOW);
    expect(deposit).toMatchObject({ tries: 2, status: 'processing' });
  });
});

describe('a confirmation', () => {
  it('credits what the gateway confirmed, not what was asked for', () => {
    const deposit = charged();
    confirm(deposit, '1', new Money(4900n, 'USD'));
    expect(deposit.credited).toEqual(new Money(4900n, 'USD'));
    expect(deposit).toMatchObject({ status: 'successful', isOpen: false, completedAt: NOW });
    const [event] = deposit.getUncommittedEvents() as DepositConfirmed[];
    expect(event!.data).toMatchObject({ transactionId: deposit.id, gatewayTransactionId: '1', ...WALLET });
    expect(event!.data.amount).toEqual(new Money(4900n, 'USD'));
  });

  it('of one transaction credits once, however often it is heard', () => {
    const deposit = charged();
    for (let i = 0; i < 5; i++) confirm(deposit, '1');
    expect(deposit.getUncommittedEvents()).toHaveLength(1);
  });

  it.each<[string, () => Deposit]>([
    ['that was never charged', opened],
    ['that waits', waiting],
    ['that failed here', declined],
  ])('reaches a deposit %s: money is never turned away', (_, make) => {
    const deposit = make();
    confirm(deposit);
    expect(deposit).toMatchObject({ status: 'successful', failureReason: null });
  });

  it('of a second payment is credited as a transaction of its own, and the deposit keeps showing the first', () => {
    const deposit = charged();
    deposit.fail('Declined', NOW);
    charged(deposit);
    confirm(deposit, '2');
    confirm(deposit, '1', ngn(5000n), deposit.txRef);
    const events = deposit.getUncommittedEvents().filter((event) => event instanceof DepositConfirmed);
    expect(events.map(({ data }) => data.gatewayTransactionId)).toEqual(['2', '1']);
    expect(new Set(events.map(({ data }) => data.transactionId)).size).toBe(2);
    expect(deposit.credited).toEqual(ngn(5000n));
  });

  it('of an earlier charge leaves the current one to be asked after', () => {
    const deposit = charged();
    deposit.fail('Declined', NOW);
    charged(deposit);
    confirm(deposit, '1', ngn(5000n), deposit.txRef);
    expect(deposit).toMatchObject({ status: 'successful', isOpen: true });
    deposit.fail('Declined', NOW);
    expect(deposit).toMatchObject({ status: 'successful', isOpen: false });
    confirm(deposit, '2');
    expect(deposit.creditedTransactions).toEqual(['1', '2']);
  });
});

describe('a charge whose end nobody told', () => {
  it('is asked after within a minute, then ever more seldom', () => {
    const deposit = charged();
    expect(deposit.checkAt).toEqual(later(60));
    deposit.waitOn('pending', later(60));
    expect(deposit.checkAt).toEqual(later(120));
    deposit.waitOn('pending', later(120));
    expect(deposit.checkAt).toEqual(later(240));
    deposit.waitOn('pending', later(5 * 3600));
    expect(deposit.checkAt).toEqual(later(6 * 3600));
  });

  it('fails after 30 minutes where the gateway never heard of it', () => {
    const deposit = charged();
    deposit.waitOn('absent', later(29 * 60));
    expect(deposit.status).toBe('processing');
    deposit.waitOn('absent', later(30 * 60));
    expect(deposit).toMatchObject({ status: 'failed', isOpen: false });
  });

  it('fails after a day where the gateway still waits', () => {
    const deposit = waiting();
    deposit.waitOn('pending', later(23 * 3600));
    expect(deposit.status).toBe('awaiting');
    deposit.waitOn('pending', later(24 * 3600));
    expect(deposit.status).toBe('failed');
  });

  it('never fails on silence', () => {
    const deposit = charged();
    deposit.waitOn('silence', later(30 * 24 * 3600));
    expect(deposit).toMatchObject({ status: 'processing', isOpen: true });
  });
});
