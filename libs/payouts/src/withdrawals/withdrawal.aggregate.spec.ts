import { addSeconds, Money } from '@app/kernel';
import type { PayoutMethod } from '../money/payout.money';
import type { FoundPayout, SendResult } from '../providers/payout-provider.port';
import type { SendingOutcome } from './provider-answer.policy';
import { Withdrawal } from './withdrawal.aggregate';
import type { WithdrawalStage } from './withdrawal.states';

const NOW = new Date('2026-11-20T12:00:00Z');
const PAYOUT = new Money(10_000n, 'USD');
const [MINUTE, HOUR, DAY] = [60, 3600, 24 * 3600];
const after = (seconds: number) => addSeconds(NOW, seconds);

const ACCEPTED: SendResult = { result: 'accepted', providerId: 'p-1', fee: null };
const REFUSED: SendResult = { result: 'refused', reason: 'No such account' };
const SILENT: SendingOutcome = { result: 'unanswered' };
const notNow = (until: Date | null = null): SendResult => ({
  result: 'not_now',
  cause: 'insufficient_float',
  until,
  reason: 'No money',
});
const found = (status: FoundPayout['status'], more: Partial<FoundPayout> = {}): FoundPayout => ({
  result: 'found',
  status,
  providerId: 'p-1',
  amount: PAYOUT,
  fee: null,
  matchesDestination: true,
  reason: null,
  ...more,
});

function initiated(method: PayoutMethod = 'bank', payout: Money | null = PAYOUT): Withdrawal {
  return Withdrawal.initiate(
    {
      id: '00000000-0000-7000-8000-000000000001',
      ownerId: 'ada',
      accountId: 'wallet',
      method,
      amount: PAYOUT,
      fee: new Money(100n, 'USD'),
      payoutCurrency: 'USD',
      payout,
      rate: null,
      destination: Buffer.alloc(0),
      destinationShown: '•••• 6789',
      bankName: null,
      limitDay: '2026-11-20',
      limitCents: 10_000n,
    },
    NOW,
  );
}

/** A first sending with this outcome. */
function sent(outcome: SendingOutcome, method: PayoutMethod = 'bank'): Withdrawal {
  const withdrawal = initiated(method);
  withdrawal.claim(NOW, 'provider');
  withdrawal.recordSending(1, outcome, NOW);
  return withdrawal;
}

function completed(method: PayoutMethod = 'bank'): Withdrawal {
  const withdrawal = sent(ACCEPTED, method);
  withdrawal.recordReport(found('delivered'), NOW);
  return withdrawal;
}

const standing = ({ status, stage }: Withdrawal) => `${status}/${stage}`;
/** Seconds after `now` at which it is looked at next. */
const dueIn = ({ dueAt }: Withdrawal, now = NOW) => dueAt && (dueAt.getTime() - now.getTime()) / 1000;
const eventsOf = (withdrawal: Withdrawal) =>
  withdrawal.getUncommittedEvents().map((event) => (event.constructor as unknown as { type: string }).type);

describe('a withdrawal that is claimed', () => {
  it.each([
    ['is sent, for five minutes by one process', PAYOUT, 'provider', 'send', 'pending/sending', 5 * MINUTE],
    ['is left to finance where no provider serves it', PAYOUT, null, 'none', 'processing/manual', null],
    ['is held without a rate', null, 'provider', 'none', 'processing/held', null],
  ])('%s', (_, payout, provider, task, expected, due) => {
    const withdrawal = initiated('bank', payout);
    expect([withdrawal.claim(NOW, provider), standing(withdrawal), dueIn(withdrawal)]).toEqual([
      task,
      expected,
      due,
    ]);
    expect(withdrawal.claim(NOW, provider)).toBe('none');
  });

  it('is asked about where its claim is over, because it may have been sent', () => {
    const withdrawal = initiated();
    withdrawal.claim(NOW, 'provider');
    expect(withdrawal.claim(after(5 * MINUTE - 1), 'provider')).toBe('none');
    expect([withdrawal.claim(after(5 * MINUTE), 'provider'), standing(withdrawal)]).toEqual([
      'ask',
      'processing/doubtful',
    ]);
    expect(withdrawal.sendings).toBe(1);
  });
});

describe('the outcome of a sending', () => {
  it.each<[string, SendingOutcome, string, number]>([
    ['taken', ACCEPTED, 'processing/sent', MINUTE],
    ['refused', REFUSED, 'failed/ended', HOUR],
    ['not now', notNow(), 'pending/queued', 10 * MINUTE],
    ['not now, and from when', notNow(after(42)), 'pending/queued', 42],
    ['not known', SILENT, 'processing/doubtful', MINUTE],
  ])('sets state and next date of the withdrawal when it is %s', (_, outcome, expected, due) => {
    const withdrawal = sent(outcome);
    expect([standing(withdrawal), dueIn(withdrawal)]).toEqual([expected, due]);
  });

  it('is no failure where an earlier sending was not answered', () => {
    const withdrawal = resent();
    withdrawal.recordSending(2, REFUSED, after(20 * MINUTE));
    expect(standing(withdrawal)).toBe('processing/doubtful');
  });

  it('is not queued anew where an earlier sending was not answered', () => {
    const withdrawal = resent();
    withdrawal.recordSending(2, notNow(), after(20 * MINUTE));
    expect([standing(withdrawal), withdrawal.sendings]).toEqual(['processing/doubtful', 1]);
  });

  it('counts only for its own sending, and never after the end', () => {
    const withdrawal = resent();
    withdrawal.recordSending(1, REFUSED, after(20 * MINUTE));
    expect(standing(withdrawal)).toBe('processing/sending');
    withdrawal.recordReport(found('delivered'), after(20 * MINUTE));
    withdrawal.recordSending(2, REFUSED, after(20 * MINUTE));
    expect(standing(withdrawal)).toBe('completed/ended');
  });

  /** Unknown to the provider twice, and sent the second time. */
  function resent(): Withdrawal {
    const withdrawal = sent(SILENT);
    withdrawal.recordReport({ result: 'absent' }, after(MINUTE));
    withdrawal.recordReport({ result: 'absent' }, after(11 * MINUTE));
    expect([standing(withdrawal), withdrawal.claim(after(11 * MINUTE), 'provider')]).toEqual([
      'processing/queued',
      'send',
    ]);
    return withdrawal;
  }
});

describe('a report of the provider on a payout that it has', () => {
  it.each<[string, FoundPayout, string, number | null]>([
    ['pending', found('pending'), 'processing/sent', 10 * MINUTE],
    ['delivered', found('delivered'), 'completed/ended', HOUR],
    ['failed', found('failed'), 'failed/ended', HOUR],
    ['returned', found('returned'), 'failed/ended', HOUR],
    ['unclaimed', found('unclaimed'), 'processing/waiting', 10 * MINUTE],
    ['on hold', found('held'), 'processing/waiting', 10 * MINUTE],
    ['an unknown word', found('unknown'), 'processing/stopped', null],
    [
      'another amount',
      found('delivered', { amount: PAYOUT.plus(new Money(1n, 'USD')) }),
      'processing/stopped',
      null,
    ],
    [
      'another currency',
      found('delivered', { amount: new Money(10_000n, 'EUR') }),
      'processing/stopped',
      null,
    ],
    ['another account', found('delivered', { matchesDestination: false }), 'processing/stopped', null],
    [
      'another account, to which it failed',
      found('failed', { matchesDestination: false }),
      'processing/stopped',
      null,
    ],
  ])('sets state and next date of the withdrawal: %s', (_, answer, expected, due) => {
    const withdrawal = sent(ACCEPTED);
    withdrawal.recordReport(answer, NOW);
    expect([standing(withdrawal), dueIn(withdrawal)]).toEqual([expected, due]);
    expect(eventsOf(withdrawal).filter((type) => type === 'payout.stopped')).toHaveLength(
      due === null ? 1 : 0,
    );
  });

  it.each<[FoundPayout['status'] | 'absent', WithdrawalStage]>([
    ['pending', 'sending'],
    ['unclaimed', 'sending'],
    ['unknown', 'sending'],
    ['absent', 'sending'],
    ['delivered', 'ended'],
    ['failed', 'ended'],
  ])('a report of %s leaves a withdrawal that is being sent in the stage %s', (status, stage) => {
    const withdrawal = initiated();
    withdrawal.claim(NOW, 'provider');
    withdrawal.recordReport(status === 'absent' ? { result: 'absent' } : found(status), NOW);
    expect(withdrawal.stage).toBe(stage);
  });

  it.each([
    ['bank', 25 * HOUR, 10 * MINUTE],
    ['extwallet', 23 * HOUR, 10 * MINUTE],
    ['extwallet', 25 * HOUR, HOUR],
  ] as const)('leads for a payout by %s of %i s to the next question after %i s', (method, age, expected) => {
    const withdrawal = sent(ACCEPTED, method);
    for (const answer of [found('pending'), { result: 'unanswered' } as const]) {
      withdrawal.recordReport(answer, after(age));
      expect(dueIn(withdrawal, after(age))).toBe(expected);
    }
  });

  it('notifies the owner once that the payout is unclaimed', () => {
    const withdrawal = sent(ACCEPTED);
    for (const status of ['unclaimed', 'held', 'pending', 'unclaimed'] as const)
      withdrawal.recordReport(found(status), NOW);
    expect(eventsOf(withdrawal)).toEqual(['payout.initiated', 'payout.waiting']);
  });

  it('alerts staff once, after an hour, that the payout has not begun', () => {
    const withdrawal = sent(ACCEPTED);
    const alerts = () => eventsOf(withdrawal).filter((type) => type === 'payout.stopped').length;
    const say = (status: 'unstarted' | 'pending', seconds: number) => {
      withdrawal.recordReport(found(status), after(seconds));
      return [standing(withdrawal), alerts(), dueIn(withdrawal, after(seconds))];
    };
    expect(say('unstarted', 30 * MINUTE)).toEqual(['processing/sent', 0, 10 * MINUTE]);
    expect(say('unstarted', 90 * MINUTE - 1)).toEqual(['processing/sent', 0, 10 * MINUTE]);
    withdrawal.recordReport({ result: 'unanswered' }, after(90 * MINUTE));
    expect(say('unstarted', 91 * MINUTE)).toEqual(['processing/sent', 1, 10 * MINUTE]);
    expect(withdrawal.reason).toContain('not begun');
    expect(say('unstarted', 101 * MINUTE)).toEqual(['processing/sent', 1, 10 * MINUTE]);
    expect([say('pending', 111 * MINUTE), withdrawal.reason]).toEqual([
      ['processing/sent', 1, 10 * MINUTE],
      null,
    ]);
  });
});

describe('a completed withdrawal whose money comes back after its owner has closed the account', () => {
  it('is not credited: staff are alerted once it is confirmed', () => {
    const withdrawal = sent(ACCEPTED);
    withdrawal.recordReport(found('delivered'), NOW);
    withdrawal.recordReport(found('returned'), after(HOUR), true);
    withdrawal.recordReport(found('returned'), after(9 * HOUR), true);
    expect(eventsOf(withdrawal)).toEqual([
      'payout.initiated',
      'payout.completed',
      'payout.return-reported',
      'payout.stopped',
    ]);
    expect([withdrawal.returnCreditedAt, withdrawal.dueAt]).toEqual([null, null]);
  });
});

describe('a withdrawal that the provider does not know', () => {
  const absent = { result: 'absent' } as const;

  it('is sent a second time after two answers ten minutes apart, and then stopped', () => {
    const withdrawal = sent(SILENT);
    withdrawal.recordReport(absent, after(MINUTE));
    withdrawal.recordReport(absent, after(11 * MINUTE - 1));
    expect([withdrawal.stage, dueIn(withdrawal)]).toEqual(['doubtful', 11 * MINUTE]);
    withdrawal.recordReport(absent, after(11 * MINUTE));
    expect([withdrawal.stage, dueIn(withdrawal)]).toEqual(['queued', 11 * MINUTE]);
    withdrawal.claim(after(11 * MINUTE), 'provider');
    withdrawal.recordSending(2, SILENT, after(12 * MINUTE));
    withdrawal.recordReport(absent, after(22 * MINUTE));
    withdrawal.recordReport(absent, after(32 * MINUTE));
    expect([standing(withdrawal), withdrawal.sendings]).toEqual(['processing/stopped', 2]);
  });

  it('is sent again at once only where asking means sending', () => {
    const withdrawal = sent(SILENT, 'extwallet');
    withdrawal.recordReport({ result: 'send_again' }, after(MINUTE));
    expect([withdrawal.stage, dueIn(withdrawal)]).toEqual(['queued', MINUTE]);
  });
});

describe('a withdrawal that has ended', () => {
  it.each([
    ['bank', [HOUR, DAY, 3 * DAY, 7 * DAY]],
    ['extwallet', [DAY, 7 * DAY, 31 * DAY]],
  ] as const)('is queried again at its dates if it was paid by %s', (method, dates) => {
    const withdrawal = completed(method);
    const asked: number[] = [];
    while (withdrawal.dueAt !== null) {
      const { dueAt } = withdrawal;
      asked.push(dueIn(withdrawal)!);
      expect(withdrawal.claim(dueAt, 'provider')).toBe('ask');
      withdrawal.recordReport(found('delivered'), dueAt);
    }
    expect(asked).toEqual(dates);
    expect(eventsOf(withdrawal)).toEqual(['payout.initiated', 'payout.completed']);
  });

  it('keeps its status and its one event, whatever is said afterwards', () => {
    const failed = sent(REFUSED);
    for (const one of [completed(), failed]) {
      const before = [standing(one), one.processedAt];
      for (const status of ['failed', 'delivered', 'pending', 'returned', 'unknown'] as const)
        one.recordReport(found(status), after(HOUR));
      expect([standing(one), one.processedAt]).toEqual(before);
      expect(eventsOf(one).filter((type) => /payout\.(completed|failed)$/.test(type))).toHaveLength(1);
    }
    expect(eventsOf(failed)).toContain('payout.paid-late');
  });

  it('is not queried if it failed without a sending', () => {
    const withdrawal = initiated('mobile_money');
    withdrawal.claim(NOW, null);
    withdrawal.failByHand('No such number', NOW);
    expect([standing(withdrawal), withdrawal.dueAt]).toEqual(['failed/ended', null]);
  });
});
