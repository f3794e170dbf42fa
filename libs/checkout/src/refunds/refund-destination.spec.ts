import { addSeconds, Money } from '@app/kernel';
import { eventsOf, NOTHING, NOW, PAID, refundOf } from '../../test/refunds';
import { Refund } from './refund.aggregate';
import type { NewRefund } from './refund-terms';

const DAY_LATER = addSeconds(NOW, 24 * 3600);

describe('A refund to an account', () => {
  const TOKEN = Buffer.from('hash');
  const NAMED = {
    sealed: Buffer.from('sealed'),
    shown: 'Access Bank •••• 0031',
    paidFrom: 'bank-payout-float',
  } as const;
  const END = addSeconds(NOW, 14 * 24 * 3600);
  const byTransfer: Partial<NewRefund> = { method: 'bank_transfer', customerEmail: 'ada@example.com' };

  /** Claimed, and refused by the company for its method. */
  function unsupported(given: Partial<NewRefund> = {}): Refund {
    const refund = refundOf(PAID, { ...byTransfer, ...given });
    refund.claim(NOW, NOTHING);
    refund.askForAccount('Not this method', TOKEN, NOW);
    return refund;
  }

  function named(doubt: string | null = null): Refund {
    const refund = unsupported();
    refund.uncommit();
    refund.nameAccount(NAMED, doubt, NOW, NOW);
    return refund;
  }

  it('waits for the payer, who is asked for an account', () => {
    const refund = unsupported();
    expect([refund.stage, refund.rail, refund.dueAt]).toEqual(['awaiting_account', 'account', END]);
    expect([refund.mayHaveGone, refund.failure, eventsOf(refund)]).toEqual([
      false,
      null,
      ['RefundAccountNeeded'],
    ]);
    expect(refund.claim(addSeconds(END, -1), NOTHING)).toBe('none');
  });

  it.each(['card', 'extwallet'] as const)('is none for a payment by %s, which fails', (method) => {
    const refund = unsupported({ method });
    expect([refund.status, refund.rail, refund.failure]).toEqual(['failed', 'provider', 'Not this method']);
  });

  it('is none for money that is not the merchant’s', () => {
    const payment = { ...refundOf(PAID), method: 'ussd' as const, received: PAID };
    const refund = Refund.ofUnapplied('unapplied', payment as never, PAID, NOW);
    refund.claim(NOW, NOTHING);
    refund.askForAccount('Not this method', TOKEN, NOW);
    expect([refund.status, refund.rail]).toEqual(['failed', 'provider']);
  });

  it('fails where no address of the payer is known, and asks for one', () => {
    const refund = unsupported({ customerEmail: null });
    expect([refund.status, refund.failure]).toEqual(['failed', expect.stringContaining('customer_email')]);
  });

  it('is left to staff where an earlier request may have been carried out', () => {
    const refund = refundOf(new Money(100_000_000n, 'NGN'), byTransfer);
    for (const at of [NOW, addSeconds(NOW, 300)]) refund.claim(at, NOTHING);
    refund.askForAccount('Not this method', TOKEN, NOW);
    expect([refund.stage, refund.rail, refund.mayHaveGone]).toEqual(['stopped', 'provider', true]);
  });

  it('fails after 14 days without an account, which cannot be named any more', () => {
    const refund = unsupported();
    refund.uncommit();
    expect(() => refund.nameAccount(NAMED, null, END, END)).toThrow('No account is awaited');
    expect(refund.claim(END, NOTHING)).toBe('stopped');
    expect([refund.status, refund.failure, eventsOf(refund)]).toEqual([
      'failed',
      expect.stringContaining('14 days'),
      ['RefundFailed'],
    ]);
  });

  it('is sent once to the account, which is named once', () => {
    const refund = named();
    expect(() => refund.nameAccount(NAMED, null, NOW, NOW)).toThrow('No account is awaited');
    expect([refund.stage, refund.claim(NOW, NOTHING, 'simulator')]).toEqual(['queued', 'send']);
    for (const minutes of [6, 12]) expect(refund.claim(addSeconds(NOW, minutes * 60), NOTHING)).toBe('ask');
    expect(refund.destination.provider).toBe('simulator');
    refund.complete('transfer-1', NOW, new Money(11n, 'NGN'));
    expect([refund.status, eventsOf(refund)]).toEqual(['completed', ['RefundCompleted']]);
    refund.recordReturn(NOW);
    expect(refund.returnedAt).toEqual(NOW);
  });

  it('is left to staff where the provider does not know it for an hour', () => {
    const refund = named();
    refund.claim(NOW, NOTHING, 'simulator');
    for (let asked = 0; asked < 6; asked++) {
      refund.noteAbsence(refund.dueAt!);
      expect(refund.stage).toBe('sending');
    }
    refund.noteAbsence(refund.dueAt!);
    expect([refund.stage, refund.mayHaveGone]).toEqual(['stopped', true]);
    refund.order(NOW, true);
    expect(refund.claim(NOW, NOTHING, 'simulator')).toBe('send');
  });

  it('is left to staff where its holder is in doubt, or no provider pays it', () => {
    const doubtful = named('Another name');
    expect([doubtful.stage, doubtful.failure, doubtful.dueAt]).toEqual(['stopped', 'Another name', null]);
    doubtful.order(NOW, false);
    expect([doubtful.stage, doubtful.claim(NOW, NOTHING, null)]).toEqual(['queued', 'stopped']);
    expect([doubtful.stage, doubtful.failure]).toEqual(['stopped', expect.stringContaining('by hand')]);
    doubtful.settle('by-hand-1', NOW);
    expect(doubtful.status).toBe('completed');
  });

  it('is sent later where the provider takes nothing now, and fails where it is refused', () => {
    const refund = named();
    refund.claim(NOW, NOTHING, 'simulator');
    refund.postpone(DAY_LATER);
    expect([refund.stage, refund.claim(NOW, NOTHING, 'simulator')]).toEqual(['queued', 'none']);
    expect(refund.claim(DAY_LATER, NOTHING, 'simulator')).toBe('send');
    refund.refuse('No such account', DAY_LATER);
    expect([refund.status, refund.failure]).toEqual(['failed', 'No such account']);
  });

  it('can be asked for again, failed or settled by staff while it waits', () => {
    const asked = unsupported();
    asked.uncommit();
    asked.order(DAY_LATER, false);
    expect([asked.stage, asked.dueAt, eventsOf(asked)]).toEqual([
      'awaiting_account',
      addSeconds(END, 24 * 3600),
      ['RefundAccountNeeded'],
    ]);
    const failed = unsupported();
    failed.giveUp('The payer does not answer', NOW);
    const settled = unsupported();
    settled.settle('by-hand-2', NOW);
    expect([failed.status, settled.status]).toEqual(['failed', 'completed']);
  });
});

describe('A refund that the company takes after all', () => {
  it('needs no account, unless one is named', () => {
    const refund = refundOf(PAID, { method: 'ussd', customerEmail: 'ada@example.com' });
    refund.claim(NOW, NOTHING);
    refund.askForAccount('Not this method', Buffer.from('hash'), NOW);
    expect([refund.returnToCompany(), refund.returnToCompany()]).toEqual([true, false]);
    refund.take('refund-1', NOW);
    expect([refund.stage, refund.destination.tokenHash, refund.destination.until]).toEqual([
      'taken',
      null,
      null,
    ]);
  });
});
