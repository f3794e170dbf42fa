import { Prepared } from '@app/write-path';
import { addSeconds, Money } from '@app/kernel';
import { type AttemptOutcome, giveUp, AttemptOutcomesService } from './attempt-outcomes.service';
import { CheckoutAttempt } from './checkout-attempt.aggregate';
import type { CheckoutAttemptRepository } from './checkout-attempt.repository';
import type { CardPricesService } from './card-prices.service';
import { CheckoutSession } from '../sessions/checkout-session.aggregate';
import type { SessionTerms } from '../sessions/session-terms';
import type { PayeesQueries } from '../sessions/payees.queries';
import { PaymentAdmissions, SessionCompletionService } from '../sessions/session-completion.service';

const NOW = new Date('2026-11-21T12:00:00.000Z');
const LATER = addSeconds(NOW, 7200);
let present = NOW;
const AMOUNT = new Money(100n, 'NGN');

let payee = { name: 'Shop', email: 'shop@example.com', frozen: false, closed: false };

const prepared = <T>(decide: () => T) => Promise.resolve(new Prepared(decide));
const openWallet = jest.fn(() => ({ accountId: 'account' }));
const confirm = jest.fn();
const prepareWallet = jest.fn(() => prepared(openWallet));
const prepareDeposit = jest.fn(({ orderRef }: { orderRef: string }, payment: object) =>
  prepared(() => void confirm(orderRef, payment)),
);
const settlement = new AttemptOutcomesService(
  new SessionCompletionService(
    ...([
      { prepareWallet },
      {
        of: (origin: string) =>
          origin === 'deposit' ? { credits: 'itself', prepare: prepareDeposit } : null,
      },
      {},
      { tokenOf: () => 'token' },
    ] as never as ConstructorParameters<typeof SessionCompletionService>),
  ),
  {} as CheckoutAttemptRepository,
  {} as CardPricesService,
  { payeeOf: () => Promise.resolve(payee) } as never as PayeesQueries,
  new PaymentAdmissions(),
  { of: () => Promise.resolve(present) },
);

beforeEach(() => jest.clearAllMocks());

/** A session with its first attempt under way. */
function begun(terms: Partial<SessionTerms> = {}) {
  const session = new CheckoutSession({
    id: 'session',
    sessionId: 'cs_live_x',
    tokenHash: Buffer.alloc(32),
    ownerId: 'owner',
    appId: 'app',
    mode: 'live',
    origin: 'api',
    amount: AMOUNT,
    orderRef: 'dep_1',
    description: null,
    customerEmail: null,
    customerName: null,
    metadata: {},
    paymentMethods: ['card'],
    successUrl: null,
    cancelUrl: null,
    escrowCondition: null,
    escrowDeadlineDays: null,
    createdAt: NOW,
    expiresAt: addSeconds(NOW, 3600),
    ...terms,
  });
  session.startPayment('a', NOW);
  return { session, attempt: attemptOf(session, 'a') };
}

function attemptOf(session: CheckoutSession, attemptId: string): CheckoutAttempt {
  return new CheckoutAttempt({
    id: attemptId,
    session,
    reference: attemptId,
    requestKey: 'key',
    gateway: 'simulator',
    price: { charge: AMOUNT, rate: null },
    now: NOW,
  });
}

const paid = (amount = AMOUNT): AttemptOutcome => ({
  kind: 'paid',
  payment: { gatewayTransactionId: '7', gwRef: 'gw', amount },
});
const OTP: AttemptOutcome = { kind: 'waiting', gwRef: 'gw', authMode: 'otp' };
const DECLINED: AttemptOutcome = { kind: 'failed', gatewayStatus: 'declined', reason: 'No' };

type Pair = ReturnType<typeof begun>;
const apply = (outcome: AttemptOutcome, { attempt, session }: Pair, now = NOW) => {
  present = now;
  return settlement.apply(outcome, attempt, session, now);
};
const states = ({ attempt, session }: Pair) => [attempt.status, session.status];
const eventsOf = ({ attempt, session }: Pair) => {
  const types = [...attempt.getUncommittedEvents(), ...session.getUncommittedEvents()].map(
    ({ type }) => type,
  );
  for (const aggregate of [attempt, session]) aggregate.uncommit();
  return types;
};

describe('an outcome of an attempt', () => {
  it('completes the session and credits the merchant when it is paid in full', async () => {
    const pair = begun();
    expect(await apply(paid(), pair)).toBe(true);
    expect([states(pair), eventsOf(pair)]).toEqual([
      ['succeeded', 'completed'],
      ['checkout.session-completed'],
    ]);
    expect(prepareWallet).toHaveBeenCalledWith('owner', 'NGN');
  });

  it('changes nothing when it is reported twice', async () => {
    const pair = begun();
    await apply(paid(), pair);
    eventsOf(pair);
    for (const outcome of [
      paid(),
      paid(new Money(1n, 'NGN')),
      DECLINED,
      OTP,
      { kind: 'abandoned' } as const,
    ]) {
      expect(await apply(outcome, pair)).toBe(false);
    }
    expect([states(pair), eventsOf(pair)]).toEqual([['succeeded', 'completed'], []]);
    expect(prepareWallet).toHaveBeenCalledTimes(1);
  });

  it('completes the session and credits no account in test mode', async () => {
    const pair = begun({ mode: 'test' });
    await apply(paid(), pair);
    expect(states(pair)).toEqual(['succeeded', 'completed']);
    expect(prepareWallet).not.toHaveBeenCalled();
  });

  it.each([
    ['less', new Money(99n, 'NGN')],
    ['more', new Money(101n, 'NGN')],
    ['another currency', new Money(100n, 'USD')],
  ])('sets a payment of %s aside and leaves the session payable', async (_what, amount) => {
    const pair = begun();
    await apply(paid(amount), pair);
    expect([states(pair), pair.attempt.unappliedReason]).toEqual([
      ['unapplied', 'pending'],
      'amount-mismatch',
    ]);
    expect(eventsOf(pair)).toEqual(['checkout.payment-unapplied', 'checkout.payment-failed']);
    expect(prepareWallet).not.toHaveBeenCalled();
  });

  it('sets a payment aside to be refunded after another attempt had paid', async () => {
    const { session, attempt } = begun();
    await apply({ ...OTP }, { session, attempt });
    await apply({ kind: 'abandoned' }, { session, attempt });
    session.startPayment('b', NOW);
    const second = { session, attempt: attemptOf(session, 'b') };
    await apply(paid(), second);
    eventsOf({ session, attempt });
    await apply(paid(), { session, attempt });
    expect([attempt.status, attempt.unappliedReason]).toEqual(['unapplied', 'already-paid']);
    expect(eventsOf({ session, attempt })).toEqual(['checkout.payment-unapplied']);
    expect([session.status, session.attemptId]).toEqual(['completed', 'b']);
  });

  it('sets a payment aside to be refunded and ends the session when the payee has closed the account', async () => {
    const pair = begun();
    payee = { ...payee, frozen: true, closed: true };
    await apply(paid(), pair);
    payee = { ...payee, frozen: false, closed: false };
    const { attempt } = pair;
    expect([states(pair), attempt.unappliedReason]).toEqual([['unapplied', 'expired'], 'payee-closed']);
    expect(eventsOf(pair)).toEqual(['checkout.payment-unapplied', 'checkout.session-expired']);
    expect(prepareWallet).not.toHaveBeenCalled();
  });

  it('completes the session when an abandoned attempt has paid, while another is in flight', async () => {
    const { session, attempt } = begun();
    await apply(OTP, { session, attempt });
    await apply({ kind: 'abandoned' }, { session, attempt });
    session.startPayment('b', NOW);
    await apply(paid(), { session, attempt });
    expect([session.status, session.attemptId]).toEqual(['completed', 'a']);
  });

  it('completes the session when the attempt that kept it open beyond its time has paid', async () => {
    const pair = begun();
    await apply(paid(), pair, LATER);
    expect(states(pair)).toEqual(['succeeded', 'completed']);
  });

  it('sets aside a payment for a session whose time is over', async () => {
    const pair = begun();
    await apply(DECLINED, pair);
    await apply(paid(), pair, LATER);
    expect([states(pair), pair.attempt.unappliedReason]).toEqual([['unapplied', 'pending'], 'expired']);
  });

  it('makes the session payable again after a decline, and notifies the merchant', async () => {
    const pair = begun();
    await apply(DECLINED, pair);
    expect([states(pair), eventsOf(pair)]).toEqual([['failed', 'pending'], ['checkout.payment-failed']]);
  });

  it('lets the same request begin again after a refusal before any card was charged', async () => {
    const [declined, rejected] = [begun(), begun()];
    await apply(DECLINED, declined);
    await apply({ kind: 'failed', gatewayStatus: 'rejected', reason: 'No' }, rejected);
    expect([declined.attempt.requestKey, rejected.attempt.requestKey]).toEqual(['key', null]);
    expect(states(rejected)).toEqual(['failed', 'pending']);
  });

  it('leaves four tries after a wrong code, and the fifth wrong code ends the attempt', async () => {
    const pair = begun();
    await apply(OTP, pair);
    for (const status of ['waiting', 'waiting', 'waiting', 'waiting', 'failed']) {
      pair.attempt.submitCode(NOW);
      await apply({ kind: 'code-refused', reason: 'Wrong' }, pair);
      expect(pair.attempt.status).toBe(status);
    }
    expect([pair.attempt.failure, pair.session.status]).toEqual(['Too many wrong codes', 'pending']);
    expect(eventsOf(pair)).toEqual(['checkout.payment-failed']);
  });

  it('makes the session payable again, or ends it at its time, when the attempt is abandoned', async () => {
    const [early, late] = [begun(), begun()];
    for (const pair of [early, late]) await apply(OTP, pair);
    await apply({ kind: 'abandoned' }, early);
    expect([states(early), eventsOf(early)]).toEqual([['abandoned', 'pending'], ['checkout.payment-failed']]);
    await apply({ kind: 'abandoned' }, late, LATER);
    expect([states(late), eventsOf(late)]).toEqual([
      ['abandoned', 'expired'],
      ['checkout.payment-failed', 'checkout.session-expired'],
    ]);
  });

  it('follows the code if the attempt is abandoned while the code is on its way', async () => {
    const pair = begun();
    await apply(OTP, pair);
    pair.attempt.submitCode(NOW);
    expect(await apply({ kind: 'abandoned' }, pair, LATER)).toBe(false);
    expect(states(pair)).toEqual(['calling', 'processing']);
  });

  it('is queried again while it is not known', async () => {
    const pair = begun();
    expect([await apply({ kind: 'unknown' }, pair), pair.attempt.askAt]).toEqual([true, NOW]);
    for (const outcome of [{ kind: 'silent' }, { kind: 'pending', gwRef: 'gw' }] as const) {
      expect([await apply(outcome, pair), pair.attempt.askAt]).toEqual([true, addSeconds(NOW, 60)]);
    }
    expect(states(pair)).toEqual(['calling', 'processing']);
  });

  it('is queried for half an hour while the gateway does not know the attempt, then frees the session', async () => {
    const pair = begun();
    const outcome = { kind: 'not-found', reason: 'No' } as const;
    await apply(outcome, pair, addSeconds(NOW, 1799));
    expect(states(pair)).toEqual(['calling', 'processing']);
    await apply(outcome, pair, addSeconds(NOW, 1800));
    expect([states(pair), eventsOf(pair)]).toEqual([['failed', 'pending'], ['checkout.payment-failed']]);
  });

  it('follows a code that was sent while the gateway did not know the attempt', async () => {
    const pair = begun();
    await apply(OTP, pair);
    expect(await apply({ kind: 'not-found', reason: 'No' }, pair, LATER)).toBe(true);
    expect(states(pair)).toEqual(['waiting', 'processing']);
  });

  it('credits a deposit with whatever arrived', async () => {
    const pair = begun({ origin: 'deposit', appId: null });
    const amount = new Money(99n, 'NGN');
    await apply(paid(amount), pair);
    expect(states(pair)).toEqual(['succeeded', 'completed']);
    const payment = {
      gateway: 'simulator',
      gatewayTransactionId: '7',
      method: 'card',
      amount,
      isSetAside: false,
      wallet: null,
      card: null,
    };
    expect(confirm).toHaveBeenCalledWith('dep_1', payment);
    expect(prepareWallet).not.toHaveBeenCalled();
  });
});

describe('an attempt whose asker waits no longer', () => {
  it.each<[AttemptOutcome, 'waiting' | 'calling', AttemptOutcome['kind']]>([
    [paid(), 'waiting', 'paid'],
    [{ kind: 'silent' }, 'waiting', 'silent'],
    [{ kind: 'pending', gwRef: 'gw' }, 'waiting', 'abandoned'],
    [DECLINED, 'waiting', 'abandoned'],
    [{ kind: 'not-found', reason: 'No' }, 'waiting', 'abandoned'],
    [{ kind: 'pending', gwRef: 'gw' }, 'calling', 'pending'],
    [DECLINED, 'calling', 'failed'],
  ])('takes %j while it is %s: %s', (outcome, status, kind) =>
    expect(giveUp(outcome, { status }).kind).toBe(kind),
  );
});
