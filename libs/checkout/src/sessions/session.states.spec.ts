import { SESSION_STATUSES, sessionStates } from './session.states';
import { receivedStates } from '../common/unapplied-payment.states';

describe('a checkout session', () => {
  const rows: [from: string, verb: string, to: string][] = [
    ['pending', 'start', 'processing'],
    ['pending', 'expire', 'expired'],
    ['processing', 'complete', 'completed'],
    ['processing', 'release', 'pending'],
  ];

  it.each(
    SESSION_STATUSES.flatMap((from) =>
      ['start', 'complete', 'release', 'expire'].map((verb) => [from, verb]),
    ),
  )('goes from %s by %s only where the contract says', (from, verb) => {
    const row = rows.find(([state, by]) => state === from && by === verb);
    if (row) expect(sessionStates.next(from as never, verb as never)).toBe(row[2]);
    else
      expect(() => sessionStates.next(from as never, verb as never)).toThrow(
        `${from} checkout session cannot`,
      );
  });

  it('is over once it is completed or expired', () => {
    expect(SESSION_STATUSES.filter((status) => sessionStates.isTerminal(status))).toEqual([
      'completed',
      'expired',
    ]);
  });
});

describe('money that was received', () => {
  it('can go back only out of an escrow, or after it was set aside', () => {
    expect(receivedStates.table).toEqual({
      succeeded: { 'give-back': 'unapplied' },
      unapplied: { refund: 'refunded', apply: 'applied' },
      refunded: {},
      applied: {},
    });
  });
});
