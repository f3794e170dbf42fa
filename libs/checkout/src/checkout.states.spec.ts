import { attemptStates, SESSION_STATUSES, sessionStates } from './checkout.states';

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
  )('from %s by %s goes where the contract says, and nowhere else', (from, verb) => {
    const row = rows.find(([state, by]) => state === from && by === verb);
    if (row) expect(sessionStates.next(from as never, verb as never)).toBe(row[2]);
    else
      expect(() => sessionStates.next(from as never, verb as never)).toThrow(
        `A ${from} checkout session cannot`,
      );
  });

  it('is over once it is completed or expired', () => {
    expect(SESSION_STATUSES.filter((status) => sessionStates.isTerminal(status))).toEqual([
      'completed',
      'expired',
    ]);
  });
});

describe('a payment attempt', () => {
  it.each(['calling', 'waiting', 'failed', 'abandoned'] as const)(
    'that is %s still takes money',
    (status) => {
      expect(attemptStates.next(status, 'succeed')).toBe('succeeded');
      expect(attemptStates.next(status, 'set-aside')).toBe('unapplied');
    },
  );

  it.each(['refunded', 'applied'] as const)('that has %s changes no more', (status) => {
    expect(attemptStates.isTerminal(status)).toBe(true);
  });

  it('that has succeeded changes only where an escrow gives its money back', () => {
    expect(attemptStates.table.succeeded).toEqual({ 'give-back': 'unapplied' });
  });

  it('whose money was set aside can only be sent back or applied', () => {
    expect(attemptStates.table.unapplied).toEqual({ refund: 'refunded', apply: 'applied' });
  });

  it('is given up only while it waits for the buyer: a call under way has an outcome to be heard', () => {
    expect(attemptStates.allows('waiting', 'abandon')).toBe(true);
    expect(attemptStates.allows('calling', 'abandon')).toBe(false);
  });
});
