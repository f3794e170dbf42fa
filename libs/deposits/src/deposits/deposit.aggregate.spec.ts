import { addSeconds, DomainError, Money } from '@app/kernel';
import type { ChargeOutcome } from '@app/charges';
import { Deposit, txRefOf } from './deposit.aggregate';
import { DepositDeclined } from './deposit.events';
import { DepositConfirmed } from '../money/deposit.money';

const NOW = new Date('2025-11-21T12:00:00Z');
const later = (seconds: number) => addSeconds(NOW, seconds);
const OWNER = '00000000-0000-7000-8000-000000000001';
const WALLET = { walletId: 'wallet', accountId: 'account' };
const ngn = (minor: bigint) => new Money(minor, 'NGN');

function opened(method: 'gateway' | 'checkout' = 'gateway'): Deposit {
  return new Deposit({ ownerId: OWNER, amount: ngn(5000n), method, redirectUrl: null, now: NOW });
}

function charged(deposit = opened(), requestKey: string | null = null): Deposit {
  deposit.beginCharge({ redirectUrl: null, requestKey }, NOW);
  return deposit;
}

function waiting(authMode: 'pin' | 'otp' | 'redirect' = 'otp'): Deposit {
  const deposit = charged();
  deposit.applyOutcome({ kind: 'waiting', gwRef: 'gw-1', authMode }, NOW);
  return deposit;
}

function fail(deposit: Deposit, reason = 'Declined'): boolean {
  return deposit.applyOutcome({ kind: 'failed', gatewayStatus: 'declined', reason }, NOW);
}

function declined(): Deposit {
  const deposit = waiting();
  fail(deposit);
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

describe('a deposit', () => {
  it('has an unguessable reference, which its first charge bears at the gateway and later ones number', () => {
    const deposit = charged();
    expect(deposit.txRef).toMatch(/^dep_[0-9A-Za-z]{22}$/);
    expect(deposit.reference).toBe(deposit.txRef);
    fail(deposit);
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
  ])('rejects %j as a reference of its kind', (reference) => expect(txRefOf(reference)).toBeNull());

  it('is charged by one request at a time, and never again once it is paid', () => {
    expect(() => charged(charged())).toThrow('in progress');
    expect(() => charged(waiting())).toThrow('in progress');
    const paid = charged();
    confirm(paid);
    expect(() => charged(paid)).toThrow('already paid');
  });

  it('takes no direct charge if it was opened for a hosted page', () => {
    expect(refusalOf(() => charged(opened('checkout')))).toBe('INVALID_STATE');
  });

  it('may be charged anew after a decline, with a full set of tries', () => {
    const deposit = waiting();
    deposit.submitCode(null, NOW);
    fail(deposit);
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

  it('reports its decline once, and no outcome that changes nothing', () => {
    const deposit = charged();
    expect([fail(deposit), fail(deposit)]).toEqual([true, false]);
    expect(deposit.getUncommittedEvents().map(({ type }) => type)).toEqual([DepositDeclined.type]);
  });
});

describe('codes', () => {
  const refused: ChargeOutcome = { kind: 'code-refused', reason: 'Wrong' };

  it('are not taken by a charge that waits for the bank page, nor while one is on its way', () => {
    expect(refusalOf(() => waiting('redirect').submitCode(null, NOW))).toBe('INVALID_STATE');
    const deposit = waiting();
    deposit.submitCode(null, NOW);
    expect(refusalOf(() => deposit.submitCode(null, NOW))).toBe('INVALID_STATE');
  });

  it('void the charge with the fifth wrong one, and the deposit may be charged anew', () => {
    const deposit = waiting();
    for (const status of ['awaiting', 'awaiting', 'awaiting', 'awaiting', 'failed']) {
      deposit.submitCode(null, NOW);
      deposit.applyOutcome(refused, NOW);
      expect(deposit.status).toBe(status);
    }
    expect(deposit.failureReason).toBe('Too many wrong codes');
    expect(refusalOf(() => deposit.submitCode(null, NOW))).toBe('INVALID_STATE');
    expect(charged(deposit)).toMatchObject({ status: 'processing', tries: 0 });
  });

  it('change nothing when they are refused after another was taken', () =>
    expect(waiting().applyOutcome(refused, NOW)).toBe(false));

  it('leave the request free to be repeated when the gateway refused and took none', () => {
    const deposit = charged(opened(), 'key');
    deposit.applyOutcome({ kind: 'failed', gatewayStatus: 'rejected', reason: 'No' }, NOW);
    expect(deposit).toMatchObject({ status: 'failed', requestKey: null });
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

  it('credits one transaction once, however often it is reported', () => {
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

  it('credits a second payment as a transaction of its own, and the deposit keeps showing the first', () => {
    const deposit = charged();
    fail(deposit);
    charged(deposit);
    confirm(deposit, '2');
    confirm(deposit, '1', ngn(5000n), deposit.txRef);
    const events = deposit.getUncommittedEvents().filter((event) => event instanceof DepositConfirmed);
    expect(events.map(({ data }) => data.gatewayTransactionId)).toEqual(['2', '1']);
    expect(new Set(events.map(({ data }) => data.transactionId)).size).toBe(2);
    expect(deposit.credited).toEqual(ngn(5000n));
  });

  it('leaves the current charge to be queried if it is about an earlier one', () => {
    const deposit = charged();
    fail(deposit);
    charged(deposit);
    confirm(deposit, '1', ngn(5000n), deposit.txRef);
    expect(deposit).toMatchObject({ status: 'successful', isOpen: true });
    fail(deposit);
    expect(deposit).toMatchObject({ status: 'successful', isOpen: false });
    confirm(deposit, '2');
    expect(deposit.creditedTransactions).toEqual(['1', '2']);
  });
});

describe('a charge whose end is not known', () => {
  const pending: ChargeOutcome = { kind: 'pending', gwRef: 'gw-2' };
  const notFound: ChargeOutcome = { kind: 'not-found', reason: 'It did not arrive' };

  it('is asked about again, by the newest handle', () => {
    const deposit = charged();
    deposit.applyOutcome(pending, later(120));
    expect(deposit).toMatchObject({ gwRef: 'gw-2', checkAt: later(240) });
    deposit.applyOutcome({ kind: 'unknown', gwRef: 'gw-3' }, later(150));
    expect(deposit).toMatchObject({ gwRef: 'gw-3', checkAt: later(150), status: 'processing' });
  });

  it('fails after 30 minutes where the gateway does not know it', () => {
    const deposit = charged();
    deposit.applyOutcome(notFound, later(29 * 60));
    expect(deposit.status).toBe('processing');
    deposit.applyOutcome(notFound, later(30 * 60));
    expect(deposit).toMatchObject({ status: 'failed', isOpen: false, failureReason: 'It did not arrive' });
  });

  it.each([pending, notFound])('fails after a day where the gateway still waits: $kind', (answer) => {
    const deposit = waiting();
    deposit.applyOutcome(answer, later(24 * 3600 - 1));
    expect(deposit.status).toBe('awaiting');
    deposit.applyOutcome(answer, later(24 * 3600));
    expect(deposit).toMatchObject({ status: 'failed', failureReason: 'The payment was not finished' });
  });

  it('never fails on silence', () => {
    const deposit = charged();
    deposit.applyOutcome({ kind: 'silent' }, later(30 * 24 * 3600));
    expect(deposit).toMatchObject({ status: 'processing', isOpen: true });
  });
});
